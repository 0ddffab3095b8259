"""A server whose tools, resources and prompts change, and that tells so in both eras.

It speaks over stdio, or over HTTP at the port that it is given.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.prompts import Prompt
from mcp.server.mcpserver.resources import TextResource
from mcp_types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    EmptyResult,
    PromptReference,
    ResourceTemplateReference,
    SubscribeRequestParams,
    UnsubscribeRequestParams,
)

asked: Counter[str] = Counter()
subscribed: set[str] = set()
counts: Counter[str] = Counter()


async def counting(ctx: Any, call_next: Any) -> Any:
    asked[ctx.method] += 1
    return await call_next(ctx)


server = MCPServer("changing", log_level="ERROR", middleware=[counting])


@server.tool()
async def grow(name: str, ctx: Context[Any, Any]) -> str:
    """Have one more tool, resource and prompt."""
    server.add_tool(lambda: f"{name} works", name=name)
    server.add_resource(TextResource(uri=f"kept://{name}", name=name, text=f"all of {name}"))
    server.add_prompt(Prompt.from_function(lambda: f"say {name}", name=name))
    await told(ctx)
    return f"there is {name}"


@server.tool()
async def shrink(name: str, ctx: Context[Any, Any]) -> str:
    """Have one tool less."""
    server.remove_tool(name)
    await told(ctx)
    return f"there was {name}"


@server.tool()
async def touch(uri: str, times: int, ctx: Context[Any, Any]) -> list[str]:
    """Tell that a resource changed; gives what an old client subscribed to."""
    for _ in range(times):
        counts[uri] += 1
        await ctx.notify_resource_updated(uri)
        if uri in subscribed:
            await ctx.session.send_resource_updated(uri)
    return sorted(subscribed)


@server.tool()
def how_often(method: str) -> int:
    """How often a method was asked for."""
    return asked[method]


async def told(ctx: Context[Any, Any]) -> None:
    await ctx.notify_tools_changed()
    await ctx.notify_resources_changed()
    await ctx.notify_prompts_changed()
    if ctx.session.protocol_version < "2026-07-28":
        await ctx.session.send_tool_list_changed()
        await ctx.session.send_resource_list_changed()
        await ctx.session.send_prompt_list_changed()


@server.resource("kept://count", mime_type="text/plain")
def count() -> str:
    """How often it was touched."""
    return str(counts["kept://count"])


@server.resource("day://{month}/{day}")
def day(month: str, day: str) -> str:
    """A day of a month."""
    return f"{day} of {month}"


@server.prompt()
def plan(city: str, days: str = "1") -> str:
    """Plan a journey."""
    return f"{days} days in {city}"


@server.completion()
async def complete(
    reference: PromptReference | ResourceTemplateReference,
    argument: CompletionArgument,
    context: CompletionContext | None,
) -> Completion | None:
    if isinstance(reference, PromptReference):
        known = ["Berlin", "Bern", "New York"]
    else:
        given = (context.arguments or {}) if context else {}
        known = ["29"] if given.get("month") == "february" else ["30", "31"]
    fitting = [one for one in known if one.startswith(argument.value)]
    return Completion(values=fitting, total=len(known))


async def subscribe(_: Any, params: SubscribeRequestParams) -> EmptyResult:
    subscribed.add(str(params.uri))
    return EmptyResult()


async def unsubscribe(_: Any, params: UnsubscribeRequestParams) -> EmptyResult:
    subscribed.discard(str(params.uri))
    return EmptyResult()


if __name__ == "__main__":
    low = server._lowlevel_server  # pyright: ignore[reportPrivateUsage]  the class has no subscriptions of the older revisions
    low.add_request_handler("resources/subscribe", SubscribeRequestParams, subscribe)
    low.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, unsubscribe)
    if sys.argv[1:]:
        server.run("streamable-http", port=int(sys.argv[1]))
    else:
        server.run("stdio")
