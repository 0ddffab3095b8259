"""The transport of 2024-11-05: a stream of events from the server, and a POST for each message."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import httpx2
from anyio.abc import TaskGroup
from mcp import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError

from ..specs import HttpServer
from .faults import TOO_LARGE
from .http import http_client
from .http_faults import FaultTolerantTransport, beginning
from .http_messages import NO_MESSAGE, events_of, messages_of
from .lines import NoMessage
from .network_transport import EVENTS
from .streams import ReadEnd, WriteEnd
from .substitutes import error_response, too_much
from .timeline import Timeline

BRIEF = 1.0  # seconds that what a server says to a POST may take


class SseTransport:
    """HTTP with SSE, single use.

    Not the client of the SDK: that one forgets a message whose POST fails, so that its caller
    waits in vain, and sends one message at a time.

    Args:
        spec: where the stream of events is.
        longest: bytes of the largest message that the server may send.
        timeline: where it is kept what HTTP says to each request.

    Source: MCP 2024-11-05, basic/transports, HTTP with SSE.
    """

    def __init__(self, spec: HttpServer, longest: int, timeline: Timeline) -> None:
        self._spec, self._longest, self._timeline = spec, longest, timeline

    @asynccontextmanager
    async def connect(self) -> AsyncGenerator[tuple[ReadEnd, WriteEnd], None]:
        """Open the stream and learn where messages go; leaving ends the stream.

        Raises:
            ConfigInvalid: a header cannot be sent.
            MCPError: there is no such stream, or it wants messages sent elsewhere.
        """
        async with http_client(
            self._spec, self._longest, EventsTransport, self._timeline
        ) as client:
            response = await _opened(client, self._spec.url)
            try:
                async with anyio.create_task_group() as tasks:
                    exchange = _Exchange(client, response, tasks, self._longest)
                    tasks.start_soon(exchange.read)
                    await exchange.endpoint_known()
                    yield exchange.from_server, WriteEnd(exchange.send)
                    tasks.cancel_scope.cancel()
            finally:
                await response.aclose()


class EventsTransport(FaultTolerantTransport):
    """Answers with a JSON-RPC error also where the stream of events cannot be had."""

    answered = ("GET", "POST")

    def __init__(self, inner: httpx2.AsyncBaseTransport, longest: int) -> None:
        super().__init__(inner, longest)
        self._is_known = False  # whether it has taken a message of this session

    def _is_in_session(self, request: httpx2.Request) -> bool:
        return self._is_known and request.method == "POST"

    async def _judged(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
        if request.method == "GET" or not response.is_success:
            return await super()._judged(request, response)
        self._is_known = True
        # a message is answered on the stream; what stands here is of no account, but where it is
        # short, reading it lets the next message have the same connection
        with anyio.move_on_after(BRIEF):
            await beginning(response)
        await response.aclose()
        return httpx2.Response(response.status_code, request=request)


async def _opened(client: httpx2.AsyncClient, url: str) -> httpx2.Response:
    """The stream of events, its headers read.

    Raises:
        MCPError: there is none.
    """
    request = client.build_request("GET", url, headers={"accept": EVENTS})
    response = await client.send(request, stream=True, follow_redirects=True)
    if response.headers.get("content-type", "").lower().startswith(EVENTS):
        return response
    body = response.content if response.is_closed else await beginning(response)
    raise MCPError.from_jsonrpc_error(
        _error_in(body) or error_response("content_type", "it answered with no stream of events")
    )


def _error_in(body: bytes) -> JSONRPCError | None:
    """The JSON-RPC error that `body` is, where it is one."""
    try:
        return JSONRPCError.model_validate(json.loads(body))
    except (ValueError, RecursionError):
        return None


class _Exchange:
    """What comes on the stream, and what is sent beside it.

    Args:
        client: what sends.
        stream: the answer whose body is the stream of events.
        tasks: where the POST of a request goes on while others are sent.
        longest: bytes of the largest message.
    """

    def __init__(
        self,
        client: httpx2.AsyncClient,
        stream: httpx2.Response,
        tasks: TaskGroup,
        longest: int,
    ) -> None:
        self._client, self._stream, self._tasks = client, stream, tasks
        self._longest = longest
        self.from_server = ReadEnd(self._hold)
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._endpoint: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._url = ""

    def _hold(self, full: bool) -> None:
        if full:
            self._may_read.clear()
        else:
            self._may_read.set()

    async def endpoint_known(self) -> None:
        """Wait until the server has said where messages go.

        Raises:
            MCPError: it wants them on another origin, or the stream ended before.
        """
        self._url = await self._endpoint

    async def read(self) -> None:
        """Take what comes on the stream, to its end."""
        fault: MCPError | None = None
        try:
            async for event in events_of(self._stream, self._longest):
                await self._take(event)
                await self._may_read.wait()
        except httpx2.TransportError as error:
            fault = self._broken(error)
        if not self._endpoint.done():
            early = error_response("network", "its stream of events ended before it began")
            self._endpoint.set_exception(fault or MCPError.from_jsonrpc_error(early))
        self.from_server.end(fault)

    def _broken(self, error: httpx2.TransportError) -> MCPError:
        if TOO_LARGE in str(error):
            return MCPError.from_jsonrpc_error(error_response("too_large", too_much(self._longest)))
        text = f"its stream of events broke: {error or type(error).__name__}"
        return MCPError.from_jsonrpc_error(error_response("network", text))

    async def _take(self, event: httpx2.ServerSentEvent) -> None:
        if event.event == "endpoint" and not self._endpoint.done():
            self._learn(event.data)
        elif event.event == "message" and event.data:
            data = event.data.encode("utf-8", "replace")
            for found in await messages_of(data, self._longest):
                self._receive(found)

    def _learn(self, place: str) -> None:
        here = self._stream.url
        try:
            there = here.join(place.strip())
        except httpx2.InvalidURL:
            there = None
        if there is not None and _origin(there) == _origin(here):
            self._endpoint.set_result(str(there))
            return
        elsewhere = there and f"to {_bare(there)}, which is another origin"
        told = elsewhere or "to an address that cannot be read"
        refused = error_response("redirect", f"it wants messages sent {told}")
        self._endpoint.set_exception(MCPError.from_jsonrpc_error(refused))

    def _receive(self, found: Any) -> None:
        if not isinstance(found, NoMessage):
            self.from_server.put(SessionMessage(found))
        elif found.request is not None:
            self._answer(error_response(found.reason, NO_MESSAGE, found.request))

    def _answer(self, error: JSONRPCError) -> None:
        self.from_server.put(SessionMessage(error))

    async def send(self, item: Any) -> None:
        """Post a message; a request is waited for on the stream, so its POST may take its time.

        Raises:
            anyio.ClosedResourceError: the stream has ended.
        """
        if self.from_server.ended:
            raise anyio.ClosedResourceError
        if getattr(item.message, "method", None) is None or not hasattr(item.message, "id"):
            await self._post(item.message)  # in order, as what follows may build on it
        else:
            self._tasks.start_soon(self._post, item.message)

    async def _post(self, message: Any) -> None:
        request = getattr(message, "id", None)
        fault = await self._fault_of_posting(message)
        if fault is not None and request is not None:
            self._answer(fault.model_copy(update={"id": request}))

    async def _fault_of_posting(self, message: Any) -> JSONRPCError | None:
        """Post `message`; what is answered in the server's place where that failed."""
        try:
            response = await self._client.post(
                self._url,
                content=message.model_dump_json(by_alias=True, exclude_unset=True).encode(),
                headers={"content-type": "application/json"},
                follow_redirects=True,  # only within the origin, as the transport sees to
            )
        except httpx2.TooManyRedirects as fault:
            return error_response("redirect", str(fault))
        except httpx2.HTTPError as fault:
            return error_response("network", str(fault) or type(fault).__name__)
        if response.is_success:
            return None
        text = f"HTTP {response.status_code} {response.reason_phrase}"
        return _error_in(response.content) or error_response(f"http_{response.status_code}", text)


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _bare(url: httpx2.URL) -> str:
    return str(url.copy_with(userinfo=b"", query=None, fragment=None))
