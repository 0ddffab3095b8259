"""Around every transport: sees each message, repairs what can be, tells what it repaired."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, cast

import anyio
from mcp import MCPError
from mcp.shared.dispatcher import as_request_id, coerce_request_id
from mcp.shared.message import SessionMessage
from mcp_types import METHOD_NOT_FOUND, ErrorData, JSONRPCError, RequestId

from ..tools.tool import as_object
from .repairs import Json
from .revisions import Agreement
from .seen import SEEN, refusal_of
from .substitutes import error_response
from .timeline import Timeline

MOST = 100  # warnings kept
BREATH = 10  # messages passed on in one go
LONGEST_BREATH = 0.005  # seconds for which messages are looked at in one go
# the mark of what belongs to a stream of `subscriptions/listen`, which the SDK follows
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"


class Transport(Protocol):
    """What carries messages: single use, entered and left by one task."""

    def connect(self) -> AbstractAsyncContextManager[tuple[Any, Any]]:
        """Messages in, messages out."""
        ...


@dataclass
class Answer:
    """What one request brought, as it was on the wire after repair, and what was repaired.

    `sent` counts what was handed to the transport for it, so that the server may have it: more
    than one where the server asked for input on the way. `raw` is the result as it came, or the
    SDK's object of a JSON-RPC error.
    """

    wire: Json = field(default_factory=dict[str, Any])
    warnings: list[str] = field(default_factory=list[str])
    sent: int = 0
    raw: Any = None

    def warn(self, text: str) -> None:
        """Remember a warning, up to a bound."""
        if len(self.warnings) < MOST and text not in self.warnings:
            self.warnings.append(text)


# told when the messages of a server end, and why where that is known
OnEnd = Callable[[Exception | None], None]
# told of each notification of the server: its method, and its parameters
Notice = Callable[[str, Json], None]
# the answer that the request sent in this context fills
awaited: ContextVar[Answer | None] = ContextVar("mcp_workbench_answer", default=None)


class Tap:
    """The streams of `transport`, with a look at each message.

    The SDK refuses a whole list or result for one fault in it, and checks results against
    `outputSchema` by throwing them away. So it gets to see only what the protocol needs, and the
    full answer goes to the `Answer` of the request.

    Args:
        transport: what is tapped.
        on_end: told when the server's messages end, and why where it is known.
        probe_timeout: seconds until the tap answers `server/discover` in the server's place.
        notice: told of each notification of the server, in the context of nobody.
        agreement: the revision that the handshake may come to.
        timeline: where each message is kept, before it is repaired.
    """

    def __init__(
        self,
        transport: Transport,
        on_end: OnEnd,
        probe_timeout: float,
        notice: Notice,
        agreement: Agreement,
        timeline: Timeline,
    ) -> None:
        self._transport, self._on_end, self._notice = transport, on_end, notice
        self._probe_timeout, self._agreement = probe_timeout, agreement
        self.timeline = timeline
        self._asked: dict[RequestId | None, tuple[str, Answer | None]] = {}
        self._given_up: set[RequestId | None] = set()

    @property
    def ignored_the_probe(self) -> bool:
        """Whether the server did not say in time what it speaks."""
        return bool(self._given_up)

    @asynccontextmanager
    async def connect(self) -> AsyncGenerator[tuple[_Reader, _Writer], None]:
        """Enter the transport."""
        async with self._transport.connect() as (received, sent):
            reader = _Reader(received, self)
            yield reader, _Writer(sent, self, reader)

    def ended(self, fault: Exception | None) -> None:
        """The messages end; `fault` says why, where that is known."""
        self.timeline.note("the messages of the server ended")
        self._on_end(fault)

    def outgoing(self, message: Any) -> None:
        """Remember whose answer a request waits for."""
        method, request = getattr(message, "method", None), getattr(message, "id", None)
        if method == "notifications/cancelled":
            # a person may send one that names nothing
            self._asked.pop(_key(as_object(message.params).get("requestId")), None)
        elif method is not None and request is not None:
            self._asked[_key(request)] = (method, awaited.get())

    def incoming(self, item: Any) -> bool:
        """Repair the message of `item` in place; whether it is to be passed on."""
        message = item.message
        self.timeline.message("received", message)
        if hasattr(message, "method"):
            return self._is_heard(message)
        request = _key(getattr(message, "id", None))
        if request in self._given_up:
            return False
        method, answer = self._asked.pop(request, ("", None))
        found: Any = getattr(message, "result", None)
        if answer is not None:
            answer.raw = getattr(message, "error", None) if found is None else {**found}
        if not isinstance(found, dict):
            return True
        result = cast("Json", found)
        if method == "initialize":
            item.message = self._agreed(message)
        elif refusal := refusal_of(result):
            item.message = error_response("malformed", refusal, message.id)
        elif answer is not None and method in SEEN:
            message.result = SEEN[method](result, answer)
        return True

    def _agreed(self, message: Any) -> Any:
        """The answer to `initialize`, or an error in its place: the SDK names no revision."""
        refusal = self._agreement.refusal(message.result)
        return error_response("version", refusal, message.id) if refusal else message

    def _is_heard(self, message: Any) -> bool:
        """Whether anybody hears this message of the server's own; to pass one on is dear."""
        if hasattr(message, "id") or message.method == "notifications/cancelled":
            return True
        params: Json = message.params or {}
        if message.method != "notifications/progress":
            self._notice(message.method, params)
            return SUBSCRIPTION in as_object(params.get("_meta"))
        token = params.get("progressToken")
        return _key(token) in self._asked and _is_countable(params)

    def shake_hands(self, message: Any, reader: _Reader) -> bool:
        """Ask for the revision that is wanted; whether `initialize` is to be sent at all."""
        if self._agreement.has_handshake:
            message.params = self._agreement.asked(message.params)
            return True
        del self._asked[_key(message.id)]
        reader.inject(error_response("version", self._agreement.no_handshake(), message.id))
        return False

    def discover(self, request: Any, reader: _Reader) -> None:
        """Answer the probe in the server's place when it stays without an answer.

        A second probe comes from a server that is slow, but has said that it knows the answer.
        """
        if self._agreement.has_handshake and not self._given_up:
            later = asyncio.get_running_loop().call_later
            later(self._probe_timeout, self._answer_probe, _key(request), request, reader)

    def _answer_probe(self, key: RequestId | None, request: Any, reader: _Reader) -> None:
        if self._asked.pop(key, None) is None:
            return
        self._given_up.add(key)
        error = ErrorData(code=METHOD_NOT_FOUND, message="server/discover was not answered")
        reader.inject(JSONRPCError(jsonrpc="2.0", id=request, error=error))


def _key(request: object) -> RequestId | None:
    """The id of a request, as the SDK compares it with that of an answer."""
    found = as_request_id(request)
    return None if found is None else coerce_request_id(found)


def _is_countable(params: Json) -> bool:
    """Whether the SDK can read the numbers of a word of progress; it fails over larger ones."""
    try:
        return all(math.isfinite(float(params.get(key) or 0)) for key in ("progress", "total"))
    except (TypeError, ValueError, OverflowError):
        return False


class _Reader:
    """The read end: what the server sends, repaired, and what the tap puts between."""

    def __init__(self, inner: Any, tap: Tap) -> None:
        self._inner, self._tap = inner, tap
        self._injected: deque[Any] = deque()
        self._passed, self._taken = 0, 0.0
        # until hands are shaken, a `receive` that waits already must be reachable
        self.shaking_hands = True
        self._waiting: Any = None

    @property
    def last_context(self) -> Any:
        """The context in which the message was sent, where the transport knows it."""
        return getattr(self._inner, "last_context", None)

    def inject(self, message: Any) -> None:
        """Let the next `receive` return `message`."""
        self._tap.timeline.message("here", message)
        self._injected.append(SessionMessage(message))
        if self._waiting is not None:
            self._waiting.cancel()

    async def receive(self) -> Any:
        """The next message that is to be passed on."""
        while True:
            if self._injected:
                return self._injected.popleft()
            try:
                item = await self._next()
            except (anyio.EndOfStream, anyio.ClosedResourceError):
                self._tap.ended(None)
                raise
            except MCPError as fault:
                self._tap.ended(fault)
                raise anyio.EndOfStream from fault
            if item is None or isinstance(item, Exception):
                continue
            started = time.monotonic()
            is_heard = self._tap.incoming(item)
            await self._breathe(time.monotonic() - started)
            if is_heard:
                return item

    async def _breathe(self, taken: float) -> None:
        """Let others run now and then: many messages may be there at once.

        One that nobody hears passes on in no time, save where somebody listens to a log.
        """
        self._passed, self._taken = self._passed + 1, self._taken + taken
        if self._passed % BREATH == 0 or self._taken > LONGEST_BREATH:
            self._taken = 0.0
            await asyncio.sleep(0)

    async def _next(self) -> Any:
        if not self.shaking_hands:
            return await self._inner.receive()
        item = None
        with anyio.CancelScope() as self._waiting:
            item = await self._inner.receive()
        self._waiting = None
        return item

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def aclose(self) -> None:
        """Close the end below."""
        await self._inner.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class _Writer:
    """The write end: what the client sends, after the tap has seen it."""

    def __init__(self, inner: Any, tap: Tap, reader: _Reader) -> None:
        self._inner, self._tap, self._reader = inner, tap, reader

    async def send(self, item: Any) -> None:
        """Pass `item` on."""
        message = item.message
        self._tap.outgoing(message)
        # once hands are shaken, a person may send these like any other
        method = getattr(message, "method", None) if self._reader.shaking_hands else None
        if method == "server/discover":
            self._tap.discover(message.id, self._reader)
        elif method == "initialize":
            if not self._tap.shake_hands(message, self._reader):
                return
        else:
            self._reader.shaking_hands = False
        self._tap.timeline.message("sent", message)
        try:
            await self._inner.send(item)
        except (anyio.ClosedResourceError, anyio.BrokenResourceError):
            self._tap.ended(None)
            raise
        if (answer := awaited.get()) is not None:
            answer.sent += 1

    async def aclose(self) -> None:
        """Close the end below."""
        await self._inner.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
