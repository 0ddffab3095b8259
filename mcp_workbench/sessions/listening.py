"""Streams on which a server of revision 2026-07-28 tells of changes: `subscriptions/listen`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import anyio

from ..errors import CallTimeout, WorkbenchError

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before a stream that ended is opened again
LIVED = 30.0  # seconds after which the end of a stream is no habit of the server
HABIT = 2.0  # seconds of a pause that only comes where ends are one
OVER_AND_OVER = (
    "it ends its streams of changes as soon as they are open: each is opened anew, later each time,"
    " and a change may be seen late"
)


class Listening:
    """One stream, opened anew where it breaks while the connection lives.

    What comes on it is told by the tap, as in older revisions; this only keeps it open. Only on
    the background loop.

    Args:
        living: gives the SDK's client, or raises what ended it.
        told: a fault in our words.
        resumed: called when the stream was opened anew: news in between are lost.
        warn: told of a server that ends its streams again and again; hears the same each time.
        wanted: what is listened to, as `Client.listen` takes it.

    Source: MCP 2026-07-28, basic/utilities/subscriptions.
    """

    def __init__(
        self,
        living: Callable[[], Awaitable[Any]],
        told: Callable[[BaseException], Awaitable[WorkbenchError]],
        resumed: Callable[[], None],
        warn: Callable[[str], None],
        **wanted: Any,
    ) -> None:
        self._living, self._told, self._resumed, self._warn = living, told, resumed, warn
        self._wanted = wanted
        self._scope = anyio.CancelScope()
        self._opened: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run(), name="mcp listening")

    async def opened(self, limit: float) -> Any:
        """What the server agreed to tell, once the stream is open.

        Raises:
            CallTimeout: it does not answer within `limit` seconds.
            WorkbenchError: it refuses.
        """
        with anyio.move_on_after(limit):
            return await asyncio.shield(self._opened)
        self.close()
        raise CallTimeout(
            f"the server did not agree within {limit:g} s to tell of changes",
            hint="look at the server's own log",
            reason="timeout",
        )

    def close(self) -> None:
        """Listen no more."""
        self._scope.cancel()

    async def _run(self) -> None:
        pause = FIRST_PAUSE
        with self._scope:
            while True:
                began = time.monotonic()
                try:
                    await self._hear()
                    if time.monotonic() - began >= LIVED:
                        pause = FIRST_PAUSE
                    elif pause >= HABIT:
                        self._warn(OVER_AND_OVER)
                except WorkbenchError as error:
                    if not self._opened.done():
                        self._opened.set_exception(error)
                        self._opened.exception()  # nobody may be waiting
                    return
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _hear(self) -> None:
        """Keep the stream open until it ends.

        Raises:
            WorkbenchError: the connection has ended, or the server refused from the start.
        """
        client = await self._living()
        try:
            async with client.listen(**self._wanted) as stream:
                if self._opened.done():
                    self._resumed()
                else:
                    self._opened.set_result(stream.honored)
                async for _ in stream:
                    pass  # the tap has told of it
        except Exception as fault:
            if not self._opened.done():
                raise await self._told(fault) from fault
            await self._living()  # raises where there is nothing to listen to any more


def list_changes_told(capabilities: Any) -> dict[str, bool]:
    """What a server says that it tells of its lists, as `Client.listen` takes it.

    >>> from mcp_types import ServerCapabilities, ToolsCapability
    >>> list_changes_told(ServerCapabilities(tools=ToolsCapability(list_changed=True)))
    {'tools_list_changed': True}
    """
    return {
        f"{name}_list_changed": True
        for name in ("tools", "resources", "prompts")
        if getattr(getattr(capabilities, name, None), "list_changed", None)
    }
