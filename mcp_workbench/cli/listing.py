"""`mcp-workbench tools`: what the servers can do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import UsageInvalid, WorkbenchError
from ..tools.offered import FORMATS, tool_list
from ..tools.tool_view import VIEWS, model_view
from .exits import DONE
from .given import connect_option, json_option
from .here import Here, workbench_here
from .output import error_json, json_text, put, put_json
from .servers import with_problems

if TYPE_CHECKING:
    from ..sessions import Server
    from ..tools import Tool


@click.command()
@click.argument("name", metavar="[SERVER | SERVER.TOOL]", required=False)
@click.option(
    "--format",
    "provider",
    type=click.Choice(tuple(FORMATS)),
    help="The list as a request to this provider has it, in JSON.",
)
@click.option("--raw", is_flag=True, help="SERVER.TOOL as its server sent it.")
@click.option("--form", is_flag=True, help="SERVER.TOOL as its form has it.")
@click.option("--model", is_flag=True, help="SERVER.TOOL as models get it, and why it differs.")
@connect_option
@json_option
def tools(
    name: str | None, provider: str | None, connect: Sequence[str], as_json: bool, **views: bool
) -> int:
    """List the tools of SERVER, or of all servers, which are connected for it.

    SERVER.TOOL shows one tool in full.
    """
    view = next((f"--{option}" for option, given in views.items() if given), "")
    if view or provider:
        return _as_seen(name or "", view, provider or "", connect)
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


def _as_seen(name: str, view: str, provider: str, connect: Sequence[str]) -> int:
    """Show a tool in one of its forms, or the list as a provider takes it."""
    server, dot, _ = name.partition(".")
    if not name or (view and not dot):
        raise UsageInvalid(
            f"{view or '--format'} needs {'SERVER.TOOL' if view else 'SERVER, or SERVER.TOOL'}",
            hint="mcp-workbench tools lists all",
            reason="missing",
        )
    with workbench_here() as workbench:
        Here(workbench, connect).server(server)
        tools = [workbench.tool_sync(name)] if dot else workbench.tools_sync(server)
        if not view:
            put(json_text(tool_list(tools, provider)))
        else:
            put(repr(model_view(tools[0], provider) if provider else VIEWS[view](tools[0])))
    return DONE


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
