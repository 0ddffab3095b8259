"""Servers of a recipe: from a definition, and back to one."""

from __future__ import annotations

import os
import sys

from ..errors import RecipeInvalid
from ..specs import HttpServer, ServerSpec, StdioServer
from ..specs.authentication import authentication, written
from .sections import ServerEntry

PYTHON = "python"  # a server's PATH begins with the programs of this Python


def spec_of(entry: ServerEntry) -> ServerSpec:
    """The definition of `entry`, its placeholders not filled.

    Raises:
        ConfigInvalid: it is wrong.

    >>> spec_of(ServerEntry(command="uvx", args=["mcp-server-time"])).origin
    'uvx mcp-server-time'
    """
    if entry.transport == "http":
        auth = [authentication(option, text) for option, text in entry.auth.items()]
        return HttpServer(
            entry.url or "",
            entry.headers,
            auth=auth[0] if auth else None,
            timeout=entry.timeout,
        )
    return StdioServer(
        entry.command or "", tuple(entry.args), entry.env, entry.cwd, timeout=entry.timeout
    )


def entry_of(spec: ServerSpec) -> ServerEntry:
    """`spec` as a recipe writes it; this very Python becomes `python`, which is on every machine.

    Raises:
        RecipeInvalid: it is an object of this process.

    >>> entry_of(StdioServer(sys.executable, ("-m", "mcp_workbench.demo"))).command
    'python'
    """
    if isinstance(spec, HttpServer):
        return ServerEntry(
            transport="http",
            url=spec.url,
            headers=dict(spec.headers),
            auth=dict(written(spec.auth)),  # pyright: ignore[reportArgumentType]  one of the three
            timeout=spec.timeout,
        )
    if not isinstance(spec, StdioServer):
        raise RecipeInvalid(
            f"{spec.origin} cannot be written into a recipe",
            hint="start it as a command or behind a URL, or give its functions to the agent",
            reason="in-process",
        )
    # not what links lead to: the Python of an environment often is a link to another one
    mine = os.path.abspath(spec.command) == os.path.abspath(sys.executable)
    return ServerEntry(
        command=PYTHON if mine else spec.command,
        args=list(spec.args),
        env=dict(spec.env),
        cwd=spec.cwd,
        timeout=spec.timeout,
    )


def same(one: ServerSpec, other: ServerSpec) -> bool:
    """Whether two definitions start or reach the same thing, as far as a recipe can say.

    >>> same(StdioServer(sys.executable, ("-V",)), StdioServer("python", ("-V",)))
    True
    """
    return entry_of(one) == entry_of(other)
