"""One connection to a server: how it comes about, what it lists, what is asked of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import anyio

from ..errors import CallTimeout, ConnectionFailed, WorkbenchError
from ..settings import Settings
from ..specs import ServerSpec, StdioServer
from ..tools import Catalogue, Tool
from .client_task import ClientTask
from .paging import entries_of_all_pages
from .progress import Progress, in_context_of_the_call
from .repairs import Json
from .tap import Answer, awaited

LONGER = (
    "give a longer `timeout=`, in a magic `--timeout`, or set MCP_WORKBENCH_CALL_TIMEOUT_S for all"
)

Send = Callable[[Any, Answer], Awaitable[Any]]


class Connection:
    """Connected from `open` until `close`, or until the server ends; single use.

    Only on the background loop.

    Args:
        name: what the server is called, for errors.
        spec: what it is, its placeholders filled.
        settings: limits.
        ended: called when the connection has ended, in whatever way.
    """

    def __init__(
        self, name: str, spec: ServerSpec, settings: Settings, ended: Callable[[], None]
    ) -> None:
        self.name, self.spec, self.settings, self._has_ended = name, spec, settings, ended
        self.tools = Catalogue(name)
        self.warnings: list[str] = []
        self._closing = False
        self._task = self._new_task()

    def _new_task(self) -> ClientTask:
        return ClientTask(
            self.name,
            self.spec,
            self.settings,
            options={},
            notice=self._notice,
            ended=self._has_ended,
        )

    @property
    def alive(self) -> bool:
        """Whether calls can be sent."""
        return self._task.alive

    @property
    def log(self) -> list[str]:
        """The last lines of the server's standard error, and of what is no protocol."""
        return self._task.log

    @property
    def error(self) -> WorkbenchError | None:
        """Why it ended, or could not be opened."""
        return self._task.error

    @property
    def protocol_version(self) -> str:
        """The revision that was agreed on; empty before that."""
        return self._task.protocol_version

    def forgive(self) -> None:
        """Forget why it ended."""
        self._task.error = None

    async def open(self) -> None:
        """Connect and list the tools.

        A server that ends on the probe for the modern era is started again in the legacy one.

        Raises:
            WorkbenchError: what `faults.translated` makes of it.
        """
        try:
            await self._task.start(self.spec.era)
        except ConnectionFailed as error:
            probed = self.spec.era == "auto" and isinstance(self.spec, StdioServer)
            if self._closing or not probed or error.reason != "closed":
                raise
            self._task = self._new_task()
            await self._task.start("legacy")
        try:
            await self._list_tools()
        except BaseException:
            await self.close(hurry=True)
            raise

    def _notice(self, method: str, params: Json) -> None:
        """Hear what the server tells by itself."""

    async def _list_tools(self) -> None:
        client = await self._task.living()
        if client.server_capabilities.tools is None:
            return
        with anyio.move_on_after(self.settings.connect_timeout):
            entries = await entries_of_all_pages(self._page, "tools", self._warn)
            self.tools = Catalogue(
                self.name, [Tool.from_wire(self.name, entry) for entry in entries]
            )
            return
        raise self._task.late("did not list its tools", "look at the server's own log")

    def _warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)

    async def _page(self, kind: str, cursor: str | None) -> tuple[Answer, str | None]:
        """One page of a list of the server, and the cursor of the next."""
        answer = Answer()
        client = await self._task.living()
        page = await self._asking(answer, getattr(client, f"list_{kind}")(cursor=cursor))
        return answer, page.next_cursor

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, Any],
        timeout: float,
        progress: Progress | None = None,
    ) -> Answer:
        """What `tools/call` brought.

        Raises:
            CallTimeout: no answer within `timeout` seconds; the server was told to stop.
            WorkbenchError: what `faults.translated` makes of anything else.
        """

        def send(client: Any, answer: Answer) -> Awaitable[Any]:
            tell = None if progress is None else in_context_of_the_call(progress, answer.warn)
            return client.call_tool(tool, dict(arguments), progress_callback=tell)

        return await self.request(f"{self.name}.{tool}", send, timeout)

    async def request(self, what: str, send: Send, timeout: float) -> Answer:
        """What came of the request that `send` makes of the SDK's client.

        Args:
            what: the words for what is asked, in errors.
            send: makes the request; it is given the client, and the answer, whose `wire` and
                `warnings` the tap fills.
            timeout: seconds until it is given up, and the server told to stop.

        Raises:
            CallTimeout: no answer within `timeout` seconds.
            WorkbenchError: what `faults.translated` makes of anything else.
        """
        answer = Answer()
        client, noises = await self._task.living(), self._task.noises
        with anyio.move_on_after(timeout):
            await self._asking(answer, send(client, answer))
            return answer
        raise CallTimeout(
            f"{what} gave no answer within {timeout:g} s; the server was told to stop",
            hint=self._task.noise_since(noises) + LONGER,
            reason="timeout",
        )

    async def _asking(self, answer: Answer, request: Awaitable[Any]) -> Any:
        token = awaited.set(answer)
        try:
            return await request
        except Exception as fault:
            raise await self._task.told(fault) from fault
        finally:
            awaited.reset(token)

    async def close(self, *, hurry: bool = False) -> None:
        """End the connection and the server's process; in a hurry without patience for either."""
        self._closing = True
        # one that takes the place of another while that is closed is closed, too
        task = None
        while task is not self._task:
            task = self._task
            await task.close(hurry=hurry)
