"""One connection to a server: how it comes about, what it lists, what is asked of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

import anyio
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from ..errors import CallTimeout, WorkbenchError
from ..offers import TOOLS, Kind
from ..secrets import Redactor, redacted_prose
from ..settings import Settings
from ..specs import ServerSpec
from ..tools import Catalogue, Selection
from .callbacks import Callbacks
from .client_task import ClientTask
from .eras import MEMORY
from .header_tools import with_sound_headers
from .idleness import Idleness
from .lane import Lane
from .launchers import startup_limit
from .listening import Listening, list_changes_told
from .lists import CHANGES, LIST, Lists
from .patience import Patience
from .progress import Progress, Words
from .remarks import remark
from .repairs import Json
from .server_log import ServerLog
from .tap import Answer, Notice, awaited

LONGER = (
    "give a longer `timeout=`, in a magic `--timeout`, or set MCP_WORKBENCH_CALL_TIMEOUT_S for all"
)
LONGER_IN_ALL = (
    "give the server a longer `max_total_timeout`, or Settings(max_total_timeout=…) to all"
)

Send = Callable[[Any, Answer], Awaitable[Any]]


class Connection:
    """Connected from `open` until `close`, or until the server ends; single use.

    Only on the background loop.

    Args:
        name: what the server is called, for errors.
        spec: what it is, its placeholders filled.
        settings: limits.
        log: where the last lines of the server are kept; it outlives the connection.
        ended: called when the connection has ended, or is about to, in whatever way.
        redactor: knows what no description may show.
        callbacks: what the server may ask, and who hears what it says.
    """

    def __init__(
        self,
        name: str,
        spec: ServerSpec,
        settings: Settings,
        log: ServerLog,
        ended: Callable[[], None],
        redactor: Redactor,
        callbacks: Callbacks,
    ) -> None:
        self.name, self.spec, self.settings, self.log = name, spec, settings, log
        self._has_ended, self._redactor = ended, redactor
        self.transport = spec.transport
        self.warnings: list[str] = []
        selection = Selection(spec.include_tools, spec.exclude_tools)
        self._limit = startup_limit(spec, settings)
        self.lists = Lists(name, self._page, self.warn, ended, self._limit, selection)
        # who is told of which notification
        self.heard: dict[str, Notice] = dict.fromkeys(CHANGES, self.lists.hear)
        self._list_changes: Listening | None = None
        self.heard |= callbacks.heard
        self.callbacks = callbacks.attached(self.uncounted, self.warn)
        self._closing = False
        self._lane = Lane(spec.max_concurrency)
        self._idleness = Idleness(spec.idle_timeout, self._retire)
        self._running: set[Patience] = set()
        self._questions, self._pauses = 0, ExitStack()
        self._greeting: asyncio.Task[None] | None = None
        self._task = self._new_task()

    def _new_task(self) -> ClientTask:
        return ClientTask(
            self.name,
            self.spec,
            self.settings,
            options=self.callbacks.options,
            log=self.log,
            notice=self._notice,
            ended=self._has_ended,
        )

    @property
    def alive(self) -> bool:
        """Whether calls can be sent."""
        return self._task.alive

    @property
    def error(self) -> WorkbenchError | None:
        """Why it ended, or could not be opened."""
        return self._task.error

    @property
    def protocol_version(self) -> str:
        """The revision that was agreed on; empty before that."""
        return self._task.protocol_version

    @property
    def tools(self) -> Catalogue:
        """The tools as they were last listed."""
        return self.lists.tools

    def forgive(self) -> None:
        """Forget why it ended."""
        self._task.forgive()

    async def open(self) -> None:
        """Connect and list the tools, all in the one limit of the server to connect.

        Raises:
            WorkbenchError: what `faults.translated` makes of it.
        """
        deadline = anyio.current_time() + self._limit
        try:
            await self._start(deadline)
            await self._list_tools(deadline)
            # not waited for, since some servers never answer it; on its way before any call
            self._greeting = asyncio.create_task(self.callbacks.begin(self), name="mcp greeting")
            await asyncio.sleep(0)
        except BaseException:
            await self.close(hurry=True)
            raise
        self._idleness.watch()

    def in_use(self) -> Idleness:
        """A context that counts as use, so that the connection is not closed for want of it.

        A person may close it all the same, and it may break.
        """
        return self._idleness

    def _retire(self) -> None:
        """Nobody has used it for a while: end it, and wait for nothing."""
        self._closing = True
        self._idleness.end()
        self._task.retire()
        self._has_ended()

    @contextmanager
    def uncounted(self) -> Generator[None]:
        """A context without time for all requests that run or begin: the server has a person asked.

        All, since an old server does not say for which of them it asks, and the others may wait
        behind that one. Lists have a limit of their own, which goes on.
        """
        self._questions += 1
        if self._questions == 1:
            for patience in self._running:
                self._pauses.enter_context(patience.paused())
        try:
            yield
        finally:
            self._questions -= 1
            if not self._questions:
                self._pauses.close()

    async def _start(self, deadline: float) -> None:
        """Try one way after the other to speak to the server."""
        way = MEMORY.first(self.spec)
        while True:
            try:
                await self._task.start(way, deadline)
                break
            except WorkbenchError as error:
                other = None if self._closing else way.after(error)
                if other is None:
                    raise way.blamed(error) from error
                way, self._task = other, self._new_task()
                self.log.begin_again()
        self.transport = way.spec.transport
        MEMORY.learn(way, self._task.protocol_version, ignored=self._task.ignored_the_probe)

    def _notice(self, method: str, params: Json) -> None:
        """Hear what the server tells by itself."""
        hear = self.heard.get(method)
        if hear is not None:
            hear(method, params)

    async def _list_tools(self, deadline: float) -> None:
        client = await self._task.living()
        self.lists.begin(client.server_capabilities, modern=self.modern)
        with suppress(CallTimeout), anyio.CancelScope(deadline=deadline):
            await self.lists.current(TOOLS)
        if not self.lists.fetched(TOOLS):
            raise self._task.late("did not list its tools", "look at the server's own log")
        wanted = list_changes_told(client.server_capabilities)
        if wanted and self.modern:
            self._list_changes = self.listen(self.lists.suspect, **wanted)

    @property
    def modern(self) -> bool:
        """Whether it speaks a revision without a handshake, as from 2026-07-28 on."""
        return self.protocol_version in MODERN_PROTOCOL_VERSIONS

    @property
    def tells_of_resources(self) -> bool:
        """Whether the server declared that it tells when a resource changes."""
        resources = self.lists.capabilities.resources
        return resources is not None and bool(resources.subscribe)

    def listen(self, resumed: Callable[[], None], **wanted: Any) -> Listening:
        """A stream of what a modern server tells; `heard` says who is told."""
        return Listening(self._task.living, self._task.told, resumed, self.warn, **wanted)

    async def subscribe(self, uri: str, *, wanted: bool) -> None:
        """Ask a server of an older revision to tell, or not to tell any more, of a resource.

        Raises:
            WorkbenchError: it refuses.
        """
        from mcp_types import (
            EmptyResult,
            SubscribeRequest,
            SubscribeRequestParams,
            UnsubscribeRequest,
            UnsubscribeRequestParams,
        )

        request = (
            SubscribeRequest(params=SubscribeRequestParams(uri=uri))
            if wanted
            else UnsubscribeRequest(params=UnsubscribeRequestParams(uri=uri))
        )

        def send(client: Any, _: Answer) -> Awaitable[Any]:
            # the client's own method warns that newer revisions have none
            return client.session.send_request(request, EmptyResult)

        await self.request(f"{self.name}: {request.method}", send, self.settings.connect_timeout)

    def warn(self, text: str) -> None:
        """Remember what is odd about the server."""
        remark(self.warnings, text)

    async def _page(self, kind: Kind, cursor: str | None) -> Answer:
        """One page of a list of the server."""
        answer = Answer()
        with self._idleness:
            client = await self._task.living()
            await self._asking(answer, getattr(client, LIST[kind])(cursor=cursor))
        if kind is TOOLS and self.modern and self.transport == "http":
            answer.wire["tools"] = with_sound_headers(answer.wire.get("tools", []), answer.warn)
        answer.wire = redacted_prose(answer.wire, self._redactor)
        return answer

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, Any],
        patience: Patience,
        progress: Progress | None = None,
        *,
        answer: Answer,
        begun: Callable[[], None],
    ) -> None:
        """Fill `answer` with what `tools/call` brings.

        Args:
            tool: its own name.
            arguments: what it takes, as JSON.
            patience: how long it may take, from when it is sent; progress extends that.
            progress: told of progress in the context of the caller.
            answer: filled with what comes; it knows whether anything was sent.
            begun: called when the call had to wait for others, and waits no longer.

        Raises:
            CallTimeout: no answer within its limits; the server was told to stop.
            WorkbenchError: what `faults.translated` makes of anything else.
        """
        if await self._lane.enter():
            begun()
        # always there, since a server reports progress only to who asks for it
        words = Words(patience, progress, answer.warn, self._redactor.text)
        send = partial(self._call_tool, tool, dict(arguments), words)
        try:
            await self.request(f"{self.name}.{tool}", send, patience, answer=answer)
        finally:
            words.end()
            self._lane.leave()

    def _call_tool(
        self, tool: str, arguments: dict[str, Any], words: Words, client: Any, _: Answer
    ) -> Awaitable[Any]:
        meta = self.callbacks.meta(client)
        call = partial(client.call_tool, tool, arguments, progress_callback=words, meta=meta)
        return self.callbacks.addressed(call)

    async def tell(self, what: Callable[[Any], Awaitable[None]]) -> None:
        """Have `what` tell the server something, given the SDK's client.

        Raises:
            WorkbenchError: it cannot be told.
        """

        async def send(client: Any, _: Answer) -> None:
            await what(client)

        await self.request(f"a word to {self.name}", send, self.settings.connect_timeout)

    async def request(
        self, what: str, send: Send, limit: float | Patience, *, answer: Answer | None = None
    ) -> Answer:
        """What came of the request that `send` makes of the SDK's client.

        Args:
            what: the words for what is asked, in errors.
            send: makes the request; it is given the client, and the answer, whose `wire` and
                `warnings` the tap fills.
            limit: seconds until it is given up, and the server told to stop.
            answer: what is filled; a new one where it is `None`.

        Raises:
            CallTimeout: no answer within `limit`.
            WorkbenchError: what `faults.translated` makes of anything else.
        """
        answer = answer or Answer()
        patience = limit if isinstance(limit, Patience) else Patience(limit, limit)
        client, noises = await self._task.living(), self._task.noises
        self._running.add(patience)
        try:
            with self._idleness, patience, self.callbacks.calling(answer):
                if self._questions:
                    self._pauses.enter_context(patience.paused())
                await self._asking(answer, send(client, answer))
                return answer
        finally:
            self._running.discard(patience)
        raise self._too_late(what, patience, noises)

    def _too_late(self, what: str, patience: Patience, noises: int) -> CallTimeout:
        said = self._task.noise_since(noises)
        if patience.over == "total":
            return CallTimeout(
                f"{what} took more than {patience.total:g} s in all, which is its limit whatever "
                "progress it reports; the server was told to stop",
                hint=said + LONGER_IN_ALL,
                reason="max_total_timeout",
            )
        word = " or word of progress" if patience.extended else ""
        return CallTimeout(
            f"{what} gave no answer{word} within {patience.silence:g} s; "
            "the server was told to stop",
            hint=said + LONGER,
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
        self._idleness.end()
        self.lists.end()
        # one that takes the place of another while that is closed is closed, too
        task = None
        while task is not self._task:
            task = self._task
            await task.close(hurry=hurry)
