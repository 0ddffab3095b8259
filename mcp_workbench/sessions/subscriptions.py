"""What a person wants to hear of a server's resources."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from ..errors import CallTimeout, ProtocolError, UsageInvalid, WorkbenchError
from ..visible import one_line
from .hearing import Hearing, Word

if TYPE_CHECKING:
    from .connection import Connection
    from .listening import Listening
    from .repairs import Json
    from .server import Server

logger = logging.getLogger(__name__)
UPDATED = "notifications/resources/updated"
PAUSE = 0.05  # seconds in which news of one resource are told once
MOST = 1000  # resources that may be told of at the same time

# told the URI of what changed
OnUpdate = Callable[[str], Any]


@dataclass(eq=False)
class Subscription:
    """One wish to hear of a resource, until `stop`.

    Args:
        server: whose resource it is.
        uri: which one; those below it count, too.
        callback: called with the URI of what changed.
    """

    server: Server
    uri: str
    callback: OnUpdate = field(repr=False)
    context: contextvars.Context = field(default_factory=contextvars.copy_context, repr=False)
    hearing: Hearing = field(
        default_factory=lambda: Hearing("the callback of a subscription", logger.warning),
        repr=False,
    )

    async def stop(self) -> None:
        """Hear no more of it; safe twice."""
        await self.server.workbench.loop.wait(lambda: self.server.subscriptions.remove(self))

    def stop_sync(self) -> None:
        """`stop`, blocking."""
        self.server.workbench.loop.block(lambda: self.server.subscriptions.remove(self))

    def tell(self, uri: str) -> None:
        """Call back in the context of whoever subscribed; what that raises is logged.

        A coroutine function hears of one resource after the other, and once of all news that came
        meanwhile.
        """
        self.hearing.tell(Word(partial(self.callback, uri), self.context, _failed), uri)


def _failed(error: BaseException) -> None:
    logger.warning("the callback of a subscription failed", exc_info=error)


class Subscriptions:
    """All subscriptions to resources of one server; a new connection takes them up again.

    Only on the background loop.
    """

    def __init__(self) -> None:
        self._all: list[Subscription] = []
        self._connection: Connection | None = None
        # what the connection was asked for, with its stream where there is one
        self._asked: dict[str, Listening | None] = {}
        self._use, self._lock = ExitStack(), asyncio.Lock()
        self._telling: dict[str, asyncio.Task[None]] = {}

    async def add(self, subscription: Subscription) -> None:
        """Ask the server to tell of the resource; it is connected first.

        Raises:
            UsageInvalid: the server does not tell of changes.
            WorkbenchError: it refuses, or cannot be connected.
        """
        connection = await subscription.server.connection()
        self._all.append(subscription)
        try:
            await self._take_up(connection, subscription.uri)
        except BaseException:
            self._all.remove(subscription)
            raise

    async def remove(self, subscription: Subscription) -> None:
        """Forget it; the server is told where nobody else wants to hear of the resource."""
        if subscription not in self._all:
            return
        self._all.remove(subscription)
        async with self._lock:
            await self._let_go(subscription.uri)

    async def renew(self, connection: Connection) -> None:
        """Take up all of them on a new connection; one that cannot be is told by its warnings."""
        for uri in dict.fromkeys(one.uri for one in self._all):
            try:
                await self._take_up(connection, uri)
            except WorkbenchError as error:
                connection.warn(f"a subscription could not be taken up again: {error.what}")
                if isinstance(error, CallTimeout):
                    return  # each of them would be waited for in turn

    async def _take_up(self, connection: Connection, uri: str) -> None:
        """Ask `connection` for news of `uri`, where it was not asked yet.

        Raises:
            UsageInvalid: the server does not tell of changes.
            WorkbenchError: it refuses.
        """
        async with self._lock:  # one at a time: who comes second finds the answer to the first
            if connection is not self._connection and connection.alive:
                self._use.close()
                self._connection, self._asked = connection, {}
                connection.heard[UPDATED] = self._hear
            if uri in self._asked or not self._wants(uri):
                return
            with connection.in_use():
                stream = await self._ask(connection, uri)
                if not self._asked:
                    self._use.enter_context(connection.in_use())
            self._asked[uri] = stream

    async def _let_go(self, uri: str) -> None:
        if uri not in self._asked or self._wants(uri):
            return
        stream, connection = self._asked.pop(uri), self._connection
        if not self._asked:
            self._use.close()
        if stream is not None:
            stream.close()
        elif connection is not None and connection.alive:
            with suppress(WorkbenchError):  # what comes nevertheless is heard by nobody
                await connection.subscribe(uri, wanted=False)

    def _wants(self, uri: str) -> bool:
        return any(one.uri == uri for one in self._all)

    async def _ask(self, connection: Connection, uri: str) -> Listening | None:
        if not connection.tells_of_resources:
            raise UsageInvalid(
                f"server {connection.name!r} does not tell when a resource changes",
                hint="read it again where you need it",
                reason="no-subscriptions",
            )
        if not connection.modern:
            await connection.subscribe(uri, wanted=True)
            return None
        # news were lost where the stream had to be opened anew
        stream = connection.listen(lambda: self._tell_soon(uri), resource_subscriptions=[uri])
        try:
            agreed = await stream.opened(connection.settings.connect_timeout)
        except BaseException:
            stream.close()
            raise
        if uri not in (agreed.resource_subscriptions or ()):
            stream.close()
            raise ProtocolError(
                f"server {connection.name!r} does not tell of changes of {one_line(uri)!r}",
                hint="read it again where you need it",
                reason="not_honoured",
            )
        return stream

    def _hear(self, _method: str, params: Json) -> None:
        uri = params.get("uri")
        if isinstance(uri, str):
            self._tell_soon(uri)

    def _tell_soon(self, uri: str) -> None:
        """Tell of `uri` once for all news of it in a moment."""
        wanted = [one for one in self._all if is_within(uri, one.uri)]
        if wanted and uri not in self._telling and len(self._telling) < MOST:
            self._telling[uri] = asyncio.create_task(self._tell(uri), name="mcp subscription")

    async def _tell(self, uri: str) -> None:
        await asyncio.sleep(PAUSE)
        del self._telling[uri]
        for one in tuple(self._all):
            if is_within(uri, one.uri):
                one.tell(uri)


def is_within(uri: str, whole: str) -> bool:
    """Whether `uri` is the resource `whole`, or a part of it.

    Source: MCP 2025-11-25, `ResourceUpdatedNotification`: it may name a sub-resource.

    >>> is_within("notes://all/7", "notes://all"), is_within("notes://all2", "notes://all")
    (True, False)
    """
    if uri == whole:
        return True
    return uri.startswith(whole) and (whole[-1:] in "/?#" or uri[len(whole)] in "/?#")
