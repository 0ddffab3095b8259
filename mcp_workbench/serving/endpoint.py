"""The server of the protocol: `repl` and `help`, and nothing else."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, cast

from mcp.server import MCPServer
from mcp.server.stdio import stdio_server
from mcp_types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import Field

from ..sandbox import Limits
from ..visible import one_line
from .answers import answer
from .instructions import HELP, REPL
from .wire import Lines, Wire, Writing

if TYPE_CHECKING:
    from .offer import Offer

TAKES = {"repl": "code", "help": "tool"}
CODE = "Python; the value of its last expression is the result"
TOOL = "a name as the instructions list it; without it, all tools are listed"


class Endpoint(MCPServer[None]):
    """One offer, served to one client.

    Args:
        offer: what is served.
        name: of the server.
        version: of the server.
        limits: what one call of `repl` may use.
    """

    def __init__(self, offer: Offer, name: str, version: str, limits: Limits) -> None:
        super().__init__(
            name, version=version, instructions=offer.instructions, log_level="WARNING"
        )
        self._session = offer.session(limits)

        async def repl(code: Annotated[str, Field(description=CODE)]) -> CallToolResult:
            evaluation = await self._session.run(code)
            # images may have to be made smaller
            return await asyncio.to_thread(answer, evaluation, limits.output)

        async def help_about(
            tool: Annotated[str | None, Field(description=TOOL)] = None,
        ) -> CallToolResult:
            text = offer.reference.about(tool)
            return CallToolResult(content=[TextContent(type="text", text=text)])

        self.add_tool(
            repl,
            name="repl",
            title="Run Python",
            description=REPL,
            annotations=ToolAnnotations(open_world_hint=True),
            structured_output=False,
        )
        self.add_tool(
            help_about,
            name="help",
            title="About a tool",
            description=HELP,
            annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True),
            structured_output=False,
        )

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Any = None
    ) -> CallToolResult | InputRequiredResult:
        """See `MCPServer.call_tool`; a slip in the arguments is told in words that help a model."""
        slip = misread(name, arguments)
        if slip:
            return CallToolResult(content=[TextContent(type="text", text=slip)], is_error=True)
        return await super().call_tool(name, arguments, context)

    async def run_over(self, wire: Wire) -> None:
        """Serve until the client closes its end.

        Raises:
            ServeRefused: the sandbox cannot be started.
        """
        import anyio

        # anything that gives and takes lines will do
        lines, writing = cast("Any", Lines(wire.lines)), Writing(wire.output)
        server = self._lowlevel_server
        try:
            await self._session.open()
            async with stdio_server(lines, cast("Any", writing)) as (read, write):
                await server.run(read, write, server.create_initialization_options())
        except* BrokenPipeError:
            pass  # the client went without a word
        finally:
            writing.end()
            with anyio.CancelScope(shield=True):
                await self._session.close()


def misread(name: str, arguments: dict[str, Any]) -> str:
    """What is wrong with the arguments of a tool; empty where nothing is.

    >>> misread("repl", {"cod": "1 + 1"})
    "repl has no argument 'cod'; give `code`, a text"
    """
    taken = TAKES.get(name)
    if taken is None:
        return ""
    for other in arguments:
        if other != taken:
            return f"{name} has no argument {one_line(other, 60)!r}; give `{taken}`, a text"
    given = arguments.get(taken)
    if isinstance(given, str) or (given is None and name == "help"):
        return ""
    return f"{name} needs `{taken}`, a text"
