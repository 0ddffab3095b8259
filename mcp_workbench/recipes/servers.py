"""Servers of a recipe: from a definition, and back to one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from ..errors import RecipeInvalid
from ..specs import HttpServer, ServerSpec, StdioServer
from ..specs.authentication import authentication, written
from ..specs.options import ServerOptions
from .sections import ServerEntry

CHOICE = ("include_tools", "exclude_tools")
OPTIONS = tuple(one.name for one in fields(ServerOptions) if one.name not in CHOICE)
OF_URLS = ("proxy", "verify", "connect_timeout", "read_timeout")  # beside what identifies it
PYTHON = "python"  # a server's PATH begins with the programs of this Python


def spec_of(entry: ServerEntry) -> ServerSpec:
    """The definition of `entry`, its placeholders not filled.

    It has all tools: which of them the agent gets is up to the entry, as a server of this name may
    be connected here already.

    Raises:
        ConfigInvalid: it is wrong.

    >>> spec_of(ServerEntry(command="uvx", args=["mcp-server-time"])).origin
    'uvx mcp-server-time'
    """
    if entry.transport != "stdio":
        auth = [authentication(option, text) for option, text in entry.auth.items()]
        return HttpServer(
            entry.url or "",
            entry.headers,
            entry.transport,
            auth=auth[0] if auth else None,
            **_said(entry, OF_URLS),
            **_said(entry, OPTIONS),
        )
    command, args = entry.command or "", tuple(entry.args)
    return StdioServer(command, args, entry.env, entry.cwd, **_said(entry, OPTIONS))


def entry_of(spec: ServerSpec) -> ServerEntry:
    """`spec` as a recipe writes it; this very Python becomes `python`, which is on every machine.

    Raises:
        RecipeInvalid: it is an object of this process.

    >>> entry_of(StdioServer(sys.executable, ("-m", "mcp_workbench.demo"))).command
    'python'
    """
    if isinstance(spec, HttpServer):
        return ServerEntry(
            transport=spec.type,
            url=spec.url,
            headers=dict(spec.headers),
            auth=dict(written(spec.auth)),  # pyright: ignore[reportArgumentType]  one of the three
            **_said(spec, OF_URLS),
            **_said(spec, OPTIONS),
            **_choice(spec),
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
        **_said(spec, OPTIONS),
        **_choice(spec),
    )


def same(one: ServerSpec, other: ServerSpec) -> bool:
    """Whether two definitions start or reach the same thing in the same way.

    Which of its tools are used is no part of that, nor is what a recipe cannot say.

    >>> same(StdioServer(sys.executable, ("-V",)), StdioServer("python", ("-V",)))
    True
    """
    return spec_of(entry_of(one)) == spec_of(entry_of(other))


def _said(source: ServerEntry | ServerSpec, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(source, name) for name in names}


def _choice(spec: ServerSpec) -> dict[str, Any]:
    include = None if spec.include_tools is None else list(spec.include_tools)
    return {"include_tools": include, "exclude_tools": list(spec.exclude_tools)}
