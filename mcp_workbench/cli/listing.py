"""`mcp-workbench tools`: what the servers can do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import WorkbenchError
from .given import connect_option, json_option
from .here import Here, workbench_here
from .output import error_json, put, put_json
from .servers import with_problems

if TYPE_CHECKING:
    from ..sessions import Server
    from ..tools import Tool


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
        return with_problems(problems)


async def _connected(servers: Sequence[Server]) -> None:
    """Connect all at the same time; one that cannot be keeps its error."""
    found = await asyncio.gather(*(one.warm() for one in servers), return_exceptions=True)
    for one in found:
        if isinstance(one, BaseException) and not isinstance(one, WorkbenchError):
            raise one


def _tool(tool: Tool) -> dict[str, Any]:
    return {
        "name": tool.full_name,
        "title": tool.title,
        "description": tool.description,
        "input_schema": tool.input_schema,
        "output_schema": tool.output_schema,
        "annotations": tool.annotations,
    }
