"""`mcp-workbench tools`: what the servers can do."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import UsageInvalid, WorkbenchError
from ..tools.offered import FORMATS, tool_list
from ..tools.tool_view import PROVIDER, VIEWS, model_view
from .exits import DONE
from .given import json_option, starting_options
from .here import Here, workbench_here
from .output import error_json, json_text, put, put_json, say, say_warnings
from .servers import with_problems

if TYPE_CHECKING:
    from ..sessions import Server, Workbench
    from ..tools import Tool


@click.command()
@click.argument("name", metavar="[SERVER | SERVER.TOOL]", required=False)
@click.option("--search", metavar="TEXT", help="Only those whose name or description holds it.")
@click.option(
    "--format",
    "provider",
    type=click.Choice(tuple(FORMATS)),
    help="The list as a request to this provider has it, in JSON.",
)
@click.option("--raw", is_flag=True, help="SERVER.TOOL as its server sent it.")
@click.option("--form", is_flag=True, help="SERVER.TOOL as its form has it.")
@click.option("--model", is_flag=True, help="SERVER.TOOL as models get it, and why it differs.")
@starting_options
@json_option
def tools(
    name: str | None,
    search: str | None,
    provider: str | None,
    connect: Sequence[str],
    as_json: bool,
    **views: bool,
) -> int:
    """List the tools of SERVER, or of all servers, which are connected for it.

    SERVER.TOOL shows one tool in full.
    """
    view = _one_view([f"--{option}" for option, given in views.items() if given], provider)
    with workbench_here() as workbench:
        here = Here(workbench, connect)
        if view or provider:
            return _as_seen(here, workbench, name or "", view, provider, as_json=as_json)
        if name is not None and "." in name:
            return _one(here, workbench, name, as_json=as_json)
        return _list(here, workbench, name, search or "", as_json=as_json)


def _list(here: Here, workbench: Workbench, name: str | None, search: str, *, as_json: bool) -> int:
    if name is not None:
        servers, problems = [here.server(name)], list[WorkbenchError]()
        found = workbench.tools_sync(name)
    else:
        servers, wrong = here.startable()
        asyncio.run(_connected(servers))
        problems = [*wrong, *(one.error for one in servers if one.error is not None)]
        found = [tool for one in servers for tool in one.tools]
    from ..magics.listings import NONE, ToolListing
    from ..magics.tools_line import found_tools

    listing = found_tools(found, search) if search else ToolListing(found, NONE)
    warnings = [note for one in servers for note in one.warnings]
    if as_json:
        entries = [_tool(tool) for tool in listing]
        told = [error_json(one) for one in problems]
        put_json({"tools": entries, "problems": told, "warnings": warnings})
    elif listing:
        put(listing.table.text())
    elif not problems:
        say(listing.empty if servers else "every server is disabled")
    say_warnings(warnings)
    return with_problems(problems)


def _one(here: Here, workbench: Workbench, name: str, *, as_json: bool) -> int:
    here.server(name.partition(".")[0])
    found = workbench.tool_sync(name)
    if as_json:
        put_json({"tools": [_tool(found)], "problems": [], "warnings": found.repairs})
    else:
        put(found.details())
    return DONE


def _one_view(views: Sequence[str], provider: str | None) -> str:
    """The view that is wanted; empty for none.

    Raises:
        UsageInvalid: two exclude each other.
    """
    wanted = [*views, *(["--format"] if provider and views != ["--model"] else [])]
    if len(wanted) > 1:
        raise UsageInvalid(
            f"{' and '.join(wanted)} exclude each other",
            hint="give one of them; --format goes with --model, or alone",
            reason="exclusive",
        )
    return next(iter(views), "")


def _as_seen(
    here: Here, workbench: Workbench, name: str, view: str, provider: str | None, *, as_json: bool
) -> int:
    """Show a tool in one of its forms, or the list as a provider takes it."""
    server, dot, _ = name.partition(".")
    if not name or (view and not dot):
        raise UsageInvalid(
            f"{view or '--format'} needs {'SERVER.TOOL' if view else 'SERVER, or SERVER.TOOL'}",
            hint="mcp-workbench tools lists all",
            reason="missing",
        )
    here.server(server)
    tools = [workbench.tool_sync(name)] if dot else workbench.tools_sync(server)
    if not view:
        put(json_text(tool_list(tools, provider or PROVIDER)))
        return DONE
    seen = model_view(tools[0], provider) if provider else VIEWS[view](tools[0])
    if as_json:
        put_json({"tool": name, "document": seen.document, "reasons": seen.reasons})
    else:
        put(repr(seen))
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
