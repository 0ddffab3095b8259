"""`mcp-workbench servers`: what there is, whether it works, and what may start."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import WorkbenchError
from .changing import add, disable, edit, enable, remove, rename
from .examining import changes
from .exits import DONE, exit_of
from .given import json_option, place_options, starting_options
from .here import Here, workbench_here
from .output import error_json, put, put_json, say_error, say_warnings
from .words import in_our_words

if TYPE_CHECKING:
    from ..sessions import Server


class _Servers(click.Group):
    """Without the name of a command it lists, and takes the options of the list."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`list` in front of options, and where there is no word at all."""
        plain = args and (not args[0].startswith("-") or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if plain else ["list", *args])


@click.group(cls=_Servers)
def servers() -> None:
    """List the servers of all scopes, or change them; the list starts none.

    Nearer ones win: those of --connect, of the variable MCP_WORKBENCH_SERVERS, of the .mcp.json at
    or above the working directory, and of the user.
    """


@servers.command("list")
@place_options
@json_option
def list_servers(connect: Sequence[str], as_json: bool) -> int:
    """List the servers of all scopes; none is started."""
    from ..notebook import here

    with workbench_here() as workbench:
        found, problems = Here(workbench, connect).all()
        if as_json:
            put_json(
                {
                    "servers": [described(server) for server in found],
                    "problems": [error_json(one) for one in problems],
                    "directory": str(here().directory),
                }
            )
        elif found:
            from ..magics.listings import ServerListing

            put(in_our_words(ServerListing(found).table.text()))
        return with_problems(problems)


@servers.command("test")
@click.argument("name", metavar="SERVER")
@starting_options
@json_option
def test(name: str, connect: Sequence[str], as_json: bool) -> int:
    """Connect SERVER, ask for its tools, and end it again."""
    with workbench_here() as workbench:
        server = Here(workbench, connect).server(name)
        started, error = time.monotonic(), None
        try:
            server.warm_sync()
        except WorkbenchError as failed:
            error = failed
        elapsed = round(time.monotonic() - started, 3)
        if as_json:
            told = described(server) | {"tools": [tool.name for tool in server.tools]}
            put_json(
                {
                    "ok": error is None,
                    "server": told | {"protocol": server.protocol_version},
                    "elapsed": elapsed,
                    "error": error_json(error),
                }
            )
        elif error is None:
            count = len(server.tools)
            tools = f"{count} tool{'' if count == 1 else 's'}"
            put(f"{name} works: {tools}, protocol {server.protocol_version}, {elapsed:.2f} s")
        say_warnings(server.warnings)
        if error is not None:
            say_error(error)
        return exit_of(error)


@servers.command("trust")
@click.argument("names", metavar="SERVER...", nargs=-1, required=True)
@place_options
@json_option
def trust(names: Sequence[str], connect: Sequence[str], as_json: bool) -> int:
    """Agree to what servers of a project's file start, and to what their tools say; a change asks
    again.
    """
    from ..magics.trusting import Trusted, accepted

    with workbench_here() as workbench:
        here = Here(workbench, connect)
        found = [here.server(name) for name in dict.fromkeys(names)]
        agreed = [(server, server.trust()) for server in found]
        approved = [accepted(server) for server in found]
        if as_json:
            told = [{"name": one.name, "what": list(consent.what)} for one, consent in agreed]
            put_json({"ok": True, "trusted": told})
        else:
            put(repr(Trusted(agreed, approved)))
    return DONE


for _command in (add, remove, rename, enable, disable, edit, changes):
    servers.add_command(_command)


def with_problems(problems: Sequence[WorkbenchError]) -> int:
    """Tell them; the exit code of the first."""
    for problem in problems:
        say_error(problem)
    return exit_of(problems[0]) if problems else DONE


def described(server: Server) -> dict[str, Any]:
    """A server for programs; no value of a variable or of a header."""
    return {
        "name": server.name,
        "transport": server.transport,
        "status": "disabled" if server.disabled else server.status,
        "scope": server.scope,
        "trusted": server.trusted,
        "what": server.spec.origin,
        "from": server.origin,
        "warnings": server.warnings,
    }
