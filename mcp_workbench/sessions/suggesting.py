"""What a server suggests for the arguments of its prompts and templates."""

from __future__ import annotations

import concurrent.futures
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..errors import WorkbenchClosed, WorkbenchError
from ..offers import Kind

if TYPE_CHECKING:
    from .connection import Send
    from .server import Server
    from .tap import Answer

REMEMBERED, MOST_ASKED = 500, 4  # answers kept, and questions at the same time
GOOD_FOR = 30.0  # seconds


class Suggestions(list[str]):
    """Values that a server suggests, best first.

    Args:
        values: the suggestions, 100 at most.
        total: how many there are, where the server says so.
        more: whether there are more than these.

    Source: MCP 2025-11-25, server/utilities/completion.

    >>> Suggestions(["Berlin"], more=True).more
    True
    """

    def __init__(
        self, values: Sequence[str] = (), total: int | None = None, *, more: bool = False
    ) -> None:
        super().__init__(values)
        self.total, self.more = total, more


async def suggestions(
    server: Server, what: str, argument: str, begun: str, given: Mapping[str, str]
) -> Suggestions:
    """Ask `server`; none where it suggests nothing. On the background loop only.

    Args:
        server: which is connected first.
        what: the name of a prompt, or a URI template.
        argument: of it.
        begun: how its value begins.
        given: the other arguments, as far as they are known.

    Raises:
        WorkbenchError: the server cannot be connected, or refuses.
    """
    connection = await server.connection()
    if connection.lists.capabilities.completions is None:
        return Suggestions()
    words = f"suggestions of {server.name!r} for {argument!r}"
    return _read(await server.request(words, _sender(what, argument, begun, given)))


def _sender(what: str, argument: str, begun: str, given: Mapping[str, str]) -> Send:
    from mcp_types import PromptReference, ResourceTemplateReference

    reference = (
        ResourceTemplateReference(type="ref/resource", uri=what)
        if "{" in what
        else PromptReference(type="ref/prompt", name=what)
    )
    value = {"name": argument, "value": begun}
    return lambda client, _: client.complete(reference, value, dict(given) or None)


def _read(answer: Answer) -> Suggestions:
    told = answer.wire.get("completion", {})
    total, values = told.get("total"), told.get("values", ())
    known = total if type(total) is int else None
    return Suggestions(values, known, more=told.get("hasMore") is True)


class Foresight:
    """What may be typed next of a server's resources and prompts: known already, or in a moment.

    Nothing is connected for it, and nobody waits longer than told. From any thread but that of the
    background loop.

    Args:
        server: whose they are.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._answers: OrderedDict[object, tuple[float, list[str]]] = OrderedDict()
        self._asked: dict[object, concurrent.futures.Future[None]] = {}

    def listed(self, kind: Kind, until: float) -> list[Any]:
        """The entries of a list.

        Args:
            kind: which list.
            until: when to wait no longer for it, on the clock of `time.monotonic`.
        """
        connection = self._server.live_connection
        if connection is None:
            return []
        if not connection.lists.fetched(kind):
            self._soon(kind, lambda: connection.lists.current(kind), until)
        return connection.lists.known(kind)

    def values(
        self, what: str, argument: str, begun: str, given: Mapping[str, str], until: float
    ) -> list[str]:
        """What the server suggests; see `suggestions` and `listed`."""
        key = (what, argument, begun, tuple(given.items()))
        then, known = self._answers.get(key, (0.0, []))
        connection = self._server.live_connection
        if connection is None or time.monotonic() - then < GOOD_FOR:
            return known
        if connection.lists.capabilities.completions is None:
            return known

        async def ask() -> None:
            # not the server: it would be connected anew where it just ended
            send = _sender(what, argument, begun, given)
            answer = await connection.request("suggestions", send, GOOD_FOR)
            self._answers[key] = (time.monotonic(), list(_read(answer)))
            while len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)

        self._soon(key, ask, until)
        return self._answers.get(key, (0.0, known))[1]

    def _soon(self, key: object, work: Callable[[], Awaitable[Any]], until: float) -> None:
        """Do `work` in the background, once at a time, and wait a moment for it."""

        async def quietly() -> None:
            with suppress(WorkbenchError):  # whoever types is not to be told
                await work()

        asked = self._asked.get(key)
        if asked is None or asked.done():
            if len(self._asked) >= MOST_ASKED:  # a server that answers nothing
                self._asked = {key: one for key, one in self._asked.items() if not one.done()}
            if len(self._asked) >= MOST_ASKED:
                return
            with suppress(WorkbenchClosed):
                asked = self._asked[key] = self._server.workbench.loop.submit(quietly())
        if asked is not None:
            concurrent.futures.wait([asked], timeout=max(0.0, until - time.monotonic()))
