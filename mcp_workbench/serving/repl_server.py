"""`serve`: an agent or a recipe as a server that any MCP host can start."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import AbstractAsyncContextManager, suppress
from typing import TYPE_CHECKING

from ..errors import ServeRefused, UsageInvalid
from ..sandbox import Limits
from ..sandbox.repl import check_installed
from ..visible import one_line, visible
from .instructions import too_long

if TYPE_CHECKING:
    from ..agent import Agent
    from ..recipes import Recipe
    from .offer import Offer
    from .wire import Wire


class ReplServer:
    """What `serve` makes; `run_stdio` serves it.

    Args:
        origin: an agent or a recipe.
        name: what the server calls itself.
        version: of the server.
        limits: what one call of `repl` may use.
        trust: whether you agree to what a recipe starts and runs.
    """

    def __init__(
        self, origin: Agent | Recipe, name: str, version: str, limits: Limits, *, trust: bool
    ) -> None:
        self.name, self.version, self.limits = name, version, limits
        self._origin, self._trust = origin, trust

    def run_stdio(self) -> None:
        """Serve over standard input and output until the client closes it, or Ctrl-C.

        Standard output carries the protocol alone; what functions and libraries print goes to
        standard error, for the rest of the process.

        Raises:
            ServeRefused: there is nothing to serve, or a tool's name is taken in the sandbox.
            ConfigUntrusted: you have not agreed to what the recipe starts and runs.
            WorkbenchError: the recipe cannot begin.
            UsageInvalid: called in a notebook, which has no standard input to serve on.
        """
        with suppress(RuntimeError):
            asyncio.get_running_loop()
            raise UsageInvalid(
                "a notebook has no standard input on which a client could talk",
                hint="put it into a script, or export a recipe and use mcp-workbench serve",
                reason="in-notebook",
            )
        if sys.stdin.isatty():
            _tell("waiting for an MCP client on standard input; a host starts this command itself")
        from .wire import Wire

        with suppress(KeyboardInterrupt):
            asyncio.run(self._run(Wire.taken()))

    async def _run(self, wire: Wire) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  this is one
        asked = asyncio.Event()

        def end() -> None:
            asked.set()
            task.cancel()

        # a host that has waited long enough for an end asks for it in this way
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end)
        try:
            async with self._offer() as offer:
                await self._serve(offer, wire)
        except asyncio.CancelledError:
            if not asked.is_set():
                raise

    async def _serve(self, offer: Offer, wire: Wire) -> None:
        from .endpoint import Endpoint

        for warning in (*offer.warnings, *too_long(offer.instructions, "the instructions")):
            _tell(f"warning: {warning}")
        await Endpoint(offer, self.name, self.version, self.limits).run_over(wire)

    def _offer(self) -> AbstractAsyncContextManager[Offer]:
        from ..recipes import Recipe
        from .origin import offer_of_agent, offer_of_recipe

        if isinstance(self._origin, Recipe):
            return offer_of_recipe(self._origin, self.name, self._trust)
        return offer_of_agent(self._origin, self.name)

    def __repr__(self) -> str:
        return f"<ReplServer {one_line(self.name)} {one_line(self.version)}>"


def serve(
    agent_or_recipe: Agent | Recipe,
    *,
    name: str | None = None,
    version: str | None = None,
    limits: Limits | None = None,
    trust: bool = False,
) -> ReplServer:
    """Make a server of an agent's tools, for hosts that bring their own model.

    It offers two tools, `repl` and `help`. The host's model writes Python for `repl`, which runs
    in a sandbox that can call the agent's tools and nothing else. The agent's own model is never
    asked, and no key is needed. Nothing starts before `run_stdio`.

    Args:
        agent_or_recipe: whose tools are served.
        name: what the server calls itself; a recipe's own where it is `None`.
        version: of the server; a recipe's own where it is `None`.
        limits: what one call of `repl` may use; the defaults of `Limits` where it is `None`.
        trust: whether you agree to what a recipe starts and runs; it is remembered.

    Raises:
        ServeRefused: the sandbox is not installed, or an agent is served without name or version.

    >>> from mcp_workbench import Agent
    >>> from mcp_workbench.agent import ScriptedModel
    >>> def area(width: int, height: int) -> int:
    ...     "The area of a rectangle."
    ...     return width * height
    >>> serve(Agent(ScriptedModel([]), tools=[area]), name="shapes", version="1.0")
    <ReplServer shapes 1.0>
    """
    from ..agent import Agent

    check_installed()
    if isinstance(agent_or_recipe, Agent):
        missing = [key for key, value in (("name", name), ("version", version)) if not value]
        if missing:
            raise ServeRefused(
                f"an agent is served under a name and a version, and there is no"
                f" {' and no '.join(missing)}",
                hint='serve(agent, name="shop", version="1.0")',
                reason=missing[0],
            )
        named, numbered = name or "", version or ""
    else:
        named = name or agent_or_recipe.name
        numbered = version or agent_or_recipe.version
    return ReplServer(agent_or_recipe, named, numbered, limits or Limits(), trust=trust)


def _tell(text: str) -> None:
    sys.stderr.write(f"mcp-workbench: {visible(text)}\n")
    sys.stderr.flush()
