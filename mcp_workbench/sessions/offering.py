"""What a server offers beside tools, as methods of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from .prompts import ServerPrompts
from .resources import ServerResources
from .subscriptions import OnUpdate, Subscription, Subscriptions
from .suggesting import Foresight, Suggestions, suggestions

if TYPE_CHECKING:
    from ..results import PromptResult, ReadResult
    from .server import Server


class Offering:
    """The part of `Server` that reads, fills, completes and watches.

    `resources` and `prompts` hold what is known of them, `subscriptions` who wants to hear of
    which, `foresight` what completion offers.
    """

    _server: Server

    def __init__(self) -> None:
        self.resources = ServerResources(self._server)
        self.prompts = ServerPrompts(self._server)
        self.subscriptions = Subscriptions()
        self.foresight = Foresight(self._server)

    async def read(self, what: str, /, **values: Any) -> ReadResult:
        """Read a resource; see `ServerResources.read`."""
        return await self.resources.read(what, **values)

    def read_sync(self, what: str, /, **values: Any) -> ReadResult:
        """`read`, blocking."""
        return self.resources.read_sync(what, **values)

    async def prompt(self, name: str, /, **arguments: Any) -> PromptResult:
        """The messages of a prompt; see `ServerPrompts.get`."""
        return await self.prompts.get(name, **arguments)

    def prompt_sync(self, name: str, /, **arguments: Any) -> PromptResult:
        """`prompt`, blocking."""
        return self.prompts.get_sync(name, **arguments)

    async def subscribe(self, uri: str, callback: OnUpdate) -> Subscription:
        """Hear of each change of a resource; the server is connected first.

        A connection that is made anew takes the subscription up again; while there is none,
        nothing is heard. Many changes in a moment are told once.

        Args:
            uri: which resource.
            callback: called with the URI of what changed, on the background loop; it may be a
                coroutine function. What it raises is logged.

        Raises:
            UsageInvalid: the server does not tell of changes.
            WorkbenchError: it cannot be connected, or refuses.
        """
        subscription = Subscription(self._server, uri, callback)
        await self._server.workbench.loop.wait(partial(self.subscriptions.add, subscription))
        return subscription

    def subscribe_sync(self, uri: str, callback: OnUpdate) -> Subscription:
        """`subscribe`, blocking."""
        subscription = Subscription(self._server, uri, callback)
        self._server.workbench.loop.block(partial(self.subscriptions.add, subscription))
        return subscription

    async def complete(
        self,
        what: str,
        argument: str,
        begun: str = "",
        given: Mapping[str, str] | None = None,
    ) -> Suggestions:
        """What the server suggests for an argument; it is connected first.

        Args:
            what: the name of a prompt, or a URI template.
            argument: of it.
            begun: how its value begins.
            given: the other arguments, as far as they are known.

        Raises:
            WorkbenchError: the server cannot be connected, or refuses.
        """
        ask = partial(suggestions, self._server, what, argument, begun, given or {})
        return await self._server.workbench.loop.wait(ask)

    def complete_sync(
        self,
        what: str,
        argument: str,
        begun: str = "",
        given: Mapping[str, str] | None = None,
    ) -> Suggestions:
        """`complete`, blocking."""
        ask = partial(suggestions, self._server, what, argument, begun, given or {})
        return self._server.workbench.loop.block(ask)
