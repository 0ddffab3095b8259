"""`mcp-workbench servers` and `mcp-workbench tools`: what there is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import WorkbenchError
from .exits import DONE, exit_of
from .given import connect_option, json_option
from .here import Here, workbench_here
from .output import error_json, put, put_json, say_error

if TYPE_CHECKING:
    from ..sessions import Server
    from ..tools import Tool


@click.command()
@connect_option
@json_option
def servers(connect: Sequence[str], as_json: bool) -> int:
    """List the servers; none is started."""
    with workbench_here() as workbench:
        found, problems = Here(workbench, connect).all()
        if as_json:
            entries = [_server(server) for server in found]
            put_json({"servers": entries, "problems": [error_json(one) for one in problems]})
        elif found:
            from ..magics.listings import ServerListing

            put(ServerListing(found).table.text())
        return _with_problems(problems)


@click.command()
@click.argument("name", metavar="[SERVER | SERVER.TOOL]", required=False)
@connect_option
@json_option
def tools(name: str | None, connect: Sequence[str], as_json: bool) -> int:
    """List the tools of SERVER, or of all servers, which are connected for it.

    SERVER.TOOL shows one tool in full.
    """
    with workbench_here() as workbench:
        here = Here(workbench, connect)
        if name is not None:
            server, dot, _ = name.partition(".")
            wanted, problems = [here.server(server)], []
            found = [workbench.tool_sync(name)] if dot else workbench.tools_sync(server)
        else:
            wanted, problems = here.all()
            wanted = [one for one in wanted if not one.disabled]
            asyncio.run(_connected(wanted))
            problems += [one.error for one in wanted if one.error is not None]
            found = [tool for one in wanted for tool in one.tools]
        if as_json:
            entries = [_tool(tool) for tool in found]
            put_json({"tools": entries, "problems": [error_json(one) for one in problems]})
        elif name is not None and "." in name:
            put(found[0].details())
        elif found:
            from ..magics.listings import ToolListing

            put(ToolListing(found).table.text())
        return _with_problems(problems)


async def _connected(servers: Sequence[Server]) -> None:
    """Connect all at the same time; one that cannot be keeps its error."""
    found = await asyncio.gather(*(one.warm() for one in servers), return_exceptions=True)
    for one in found:
        if isinstance(one, BaseException) and not isinstance(one, WorkbenchError):
            raise one


def _with_problems(problems: Sequence[WorkbenchError]) -> int:
    for problem in problems:
        say_error(problem)
    return exit_of(problems[0]) if problems else DONE


def _server(server: Server) -> dict[str, Any]:
    return {
        "name": server.name,
        "transport": server.transport,
        "status": "disabled" if server.disabled else server.status,
        "what": server.spec.origin,
        "from": server.origin,
        "warnings": server.warnings,
    }


def _tool(tool: Tool) -> dict[str, Any]:
    return {
        "name": tool.full_name,
        "title": tool.title,
        "description": tool.description,
        "input_schema": tool.input_schema,
        "output_schema": tool.output_schema,
        "annotations": tool.annotations,
    }
