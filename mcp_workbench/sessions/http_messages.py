"""Messages that come over HTTP: each is read and put right once, before the SDK sees it."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import time
from collections.abc import AsyncIterator, Iterable
from typing import Any, NamedTuple, Self

import httpx2
from mcp.shared.message import SessionMessage
from mcp_types import ErrorData, JSONRPCError, JSONRPCNotification, JSONRPCResponse

from .http_faults import FaultTolerantTransport, kind_of, start_of, told
from .lines import MARK, NoMessage, messages_in
from .network_transport import EVENTS
from .substitutes import error_response, too_much

BIG = 1 << 20  # bytes; a longer message is read in a thread
NO_MESSAGE = "its answer is no message of the protocol"
SHORTEST, LONGEST = 500, 60_000  # milliseconds until a stream that ended is asked for again
HABIT_LONGEST = 5000  # the same at most, where a server only ends its streams at once
LIVED = 5.0  # seconds after which the end of a stream is no habit of the server
IN_TRANSIT = 60.0  # seconds after which nobody comes for a message any more
SESSION = b"mcp-session-id"


async def messages_of(data: bytes, longest: int) -> list[Any]:
    """As `lines.messages_in`; what takes long is read in a thread, so that nobody else waits."""
    if len(data) < BIG:
        return messages_in(data, longest)
    return await asyncio.to_thread(messages_in, data, longest)


def _is_answer(message: Any) -> bool:
    return isinstance(message, JSONRPCResponse | JSONRPCError)


class Ticket(NamedTuple):
    """What stands for a message: its number, and what the SDK reads."""

    number: str
    text: str


class Cloakroom:
    """Keeps messages while the SDK carries their tickets.

    The SDK reads each message itself, on the loop of all servers, and refuses what can be put
    right. So it gets a small one that says no more than whether it is an answer.

    >>> room = Cloakroom()
    >>> message = JSONRPCResponse(jsonrpc="2.0", id=3, result={"large": 1})
    >>> ticket = JSONRPCError.model_validate_json(room.keep(message).text)
    >>> room.given_for(ticket.model_copy(update={"id": 4}))
    JSONRPCResponse(jsonrpc='2.0', id=4, result={'large': 1})
    """

    def __init__(self) -> None:
        self._kept: dict[str, Any] = {}
        self._numbers = itertools.count()
        self._mark = secrets.token_hex(8)  # so that no server can write a ticket

    def keep(self, message: Any) -> Ticket:
        """Take `message`."""
        number = f"{self._mark}-{next(self._numbers)}"
        self._kept[number] = message
        if _is_answer(message):
            error = ErrorData(code=0, message=number)
            shown: Any = JSONRPCError(jsonrpc="2.0", id=message.id, error=error)
        else:
            shown = JSONRPCNotification(jsonrpc="2.0", method=number)
        return Ticket(number, shown.model_dump_json(exclude_unset=True))

    def given_for(self, ticket: Any) -> Any:
        """The message of `ticket`; what is no ticket as it is.

        An answer gets the `id` that the SDK has put on its ticket, that of the request.
        """
        error = getattr(ticket, "error", None)
        number = getattr(ticket, "method", "") if error is None else error.message
        message = self._kept.pop(number, None)
        if message is None:
            return ticket
        if _is_answer(message):
            message.id = ticket.id
        return message

    def closed(self, numbers: Iterable[str]) -> None:
        """Nobody may come for these: their stream was left, as where a call is cancelled."""
        if lost := [number for number in numbers if number in self._kept]:
            # the SDK may have one in its hands
            later = asyncio.get_running_loop().call_later
            later(IN_TRANSIT, lambda: [self._kept.pop(number, None) for number in lost])


class Redeemed:
    """The read end of the SDK's transport, with messages in place of their tickets."""

    def __init__(self, inner: Any, room: Cloakroom) -> None:
        self._inner, self._room = inner, room

    @property
    def last_context(self) -> Any:
        """The context in which the message was sent."""
        return self._inner.last_context

    async def receive(self) -> Any:
        """The next message."""
        item = await self._inner.receive()
        if isinstance(item, SessionMessage):
            item.message = self._room.given_for(item.message)
        return item

    async def aclose(self) -> None:
        """Close the end below."""
        await self._inner.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class Pace:
    """How long the SDK is to wait before it opens a stream again that ended.

    It does what the server asks for, without a bound, as often as there are streams.

    >>> pace = Pace()
    >>> pace.asked(0), [pace.ended(lived=0.1, brought=0) for _ in range(5)]
    (500, [500, 1000, 2000, 4000, 5000])
    >>> pace.asked(10**20), pace.ended(lived=600, brought=3)
    (60000, 60000)
    """

    def __init__(self) -> None:
        self._asked, self._idle = 0, 0

    def asked(self, retry: int) -> int:
        """The milliseconds to wait where a server asks for `retry`."""
        self._asked = min(max(retry, SHORTEST), LONGEST)
        return self._asked

    def ended(self, lived: float, brought: int) -> int:
        """The milliseconds to wait after a stream of so many seconds and messages."""
        is_habit = lived < LIVED and not brought
        pause = min(SHORTEST << self._idle, HABIT_LONGEST) if is_habit else SHORTEST
        self._idle = min(self._idle + 1, 10) if is_habit else 0
        return max(self._asked, pause)


# an event: its other fields, and the messages in its data
Event = tuple[str, list[Any]]


class _Tickets(httpx2.AsyncByteStream):
    """The body of an answer in which tickets stand for messages."""

    def __init__(
        self, events: AsyncIterator[Event], room: Cloakroom, response: httpx2.Response
    ) -> None:
        self._events, self._room, self._response = events, room, response
        self._open: list[str] = []

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for fields, messages in self._events:
            tickets = [self._room.keep(message) for message in messages]
            self._open = [ticket.number for ticket in tickets]
            for text in [ticket.text for ticket in tickets] or [""]:
                yield f"{fields}data: {text}\n\n".encode()

    async def aclose(self) -> None:
        self._room.closed(self._open)
        await self._response.aclose()


class MessagesTransport(FaultTolerantTransport):
    """Gives the SDK each answer as a stream of events whose messages are tickets.

    Args:
        inner: what sends.
        longest: bytes of the largest answer, or event of a stream, that is read.
        room: where the messages are.
    """

    def __init__(self, inner: httpx2.AsyncBaseTransport, longest: int, room: Cloakroom) -> None:
        super().__init__(inner, longest)
        self._room, self._pace = room, Pace()

    async def _read(self, response: httpx2.Response) -> httpx2.Response:
        if response.is_success and kind_of(response).startswith(EVENTS):
            return self._as_events(response, self._events(response))
        return await self._whole(response) if response.request.method == "POST" else response

    def _as_events(
        self, response: httpx2.Response, events: AsyncIterator[Event]
    ) -> httpx2.Response:
        # one that cannot be sent back would end the connection
        session = [(k, v) for k, v in response.headers.raw if k.lower() == SESSION and v.isascii()]
        return httpx2.Response(
            200,
            headers=[*session, (b"content-type", EVENTS.encode())],
            stream=_Tickets(events, self._room, response),
            request=response.request,
        )

    async def _events(self, response: httpx2.Response) -> AsyncIterator[Event]:
        started, brought = time.monotonic(), 0
        async for event in events_of(response, self._longest):
            pause = "" if event.retry is None else f"retry: {self._pace.asked(event.retry)}\n"
            messages = await self._messages(event)
            brought += len(messages)
            yield f"id: {event.id}\n{pause}", messages
        if response.request.method == "GET":
            yield f"retry: {self._pace.ended(time.monotonic() - started, brought)}\n", []

    async def _messages(self, event: httpx2.ServerSentEvent) -> list[Any]:
        """What `event` says; answers at last, since nobody reads on after one."""
        if event.event != "message" or not event.data:
            return []
        found = await messages_of(event.data.encode("utf-8", "replace"), self._longest)
        return sorted(filter(None, map(_as_message, found)), key=_is_answer)

    async def _whole(self, response: httpx2.Response) -> httpx2.Response:
        """An answer without events, all of its body read, as the SDK would do without a bound."""
        parts: list[bytes] = []
        size = 0
        try:
            async for chunk in response.aiter_raw():
                parts.append(chunk)
                size += len(chunk)
                if size > self._longest:
                    return told(response.request, 502, "too_large", too_much(self._longest))
        finally:
            await response.aclose()
        body = b"".join(parts)
        found = [one for one in await messages_of(body, self._longest) if _is_message(one)]
        if not any(map(_is_answer, found)):
            text = f"{NO_MESSAGE}: {start_of(body)}" if body.strip() else "its answer is empty"
            return told(response.request, 502, "malformed", text, response.status_code)

        async def one_event() -> AsyncIterator[Event]:
            yield "", sorted(found, key=_is_answer)

        return self._as_events(response, one_event())


def _is_message(found: Any) -> bool:
    return not isinstance(found, NoMessage)


def _as_message(found: Any) -> Any:
    """What was found, or an error where it is an answer that cannot be read, or nothing."""
    if _is_message(found):
        return found
    return error_response(found.reason, NO_MESSAGE, found.request) if found.is_answer else None


async def events_of(
    response: httpx2.Response, longest: int
) -> AsyncIterator[httpx2.ServerSentEvent]:
    """The events of a stream.

    Raises:
        httpx2.SSEError: one has more than `longest` bytes.

    Source: HTML, server-sent events, parsing: one mark of the order of bytes may come first.
    """
    plain = httpx2.Response(
        200,
        headers={"content-type": EVENTS},  # whatever else it says, events are UTF-8
        stream=_WithoutMark(response),
        request=response.request,
    )
    async for event in httpx2.EventSource(plain, max_event_size=longest):
        yield event


class _WithoutMark(httpx2.AsyncByteStream):
    """The body of `response` without the mark of the order of bytes."""

    def __init__(self, response: httpx2.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        head: bytes | None = b""
        async for chunk in self._response.aiter_raw():
            if head is None:
                yield chunk
            elif not MARK.startswith(head := head + chunk):
                yield head.removeprefix(MARK)
                head = None
        if head:
            yield head.removeprefix(MARK)
