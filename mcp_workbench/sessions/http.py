"""The HTTP transport: what goes wrong with one request is an error of that request alone."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx2

from ..errors import ConfigInvalid
from ..specs import HttpServer
from .loopback import LoopbackTransport
from .network_transport import EVENTS, is_untrusted, network_transport, time_limits
from .retrying import RetryingTransport
from .substitutes import substitute, too_much
from .timeline import Timeline
from .watching import WatchedTransport

ERROR_BODY = 1 << 20  # bytes read of an answer that tells an error
KINDS = ("application/json", EVENTS)
TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
LINE_BREAK = re.compile(r"[\r\n\0]")
METHOD_UNKNOWN = b"-32601"  # what an answer of 404 tells as well, to a method that is not there
NO_SESSION = re.compile(
    rb"no valid session|session (id )?(is )?(not found|required|unknown|expired|terminated)"
    rb"|(unknown|invalid|missing|expired) (mcp-)?session",
    re.IGNORECASE,
)
PASSED_ON = ("www-authenticate", "retry-after", "content-type")


class HttpTransport:
    """Streamable HTTP, single use.

    Args:
        spec: where the server is.
        longest: bytes of the largest answer, or event of a stream, that it may send.
        timeline: where it is kept what HTTP says to each request.

    Source: MCP 2025-11-25, basic/transports, streamable HTTP.
    """

    def __init__(self, spec: HttpServer, longest: int, timeline: Timeline) -> None:
        self._spec, self._longest, self._timeline = spec, longest, timeline

    @asynccontextmanager
    async def connect(self) -> AsyncGenerator[tuple[Any, Any], None]:
        """Open the client; leaving ends the session.

        Raises:
            ConfigInvalid: a header cannot be sent.
        """
        from mcp.client.streamable_http import streamable_http_client

        async with (
            http_client(
                self._spec, self._longest, FaultTolerantTransport, self._timeline
            ) as client,
            streamable_http_client(
                self._spec.url, http_client=client, max_sse_event_size=self._longest
            ) as streams,
        ):
            yield streams


Wrap = Callable[[httpx2.AsyncBaseTransport, int], httpx2.AsyncBaseTransport]


def http_client(
    spec: HttpServer, longest: int, wrap: Wrap, timeline: Timeline
) -> httpx2.AsyncClient:
    """A client that speaks to the server of `spec` alone.

    Args:
        spec: where the server is, and the headers that go with every request.
        longest: bytes of the largest answer.
        wrap: what stands around the network, given that and `longest`.
        timeline: where it is kept what HTTP says to each request.

    Raises:
        ConfigInvalid: a header cannot be sent.
    """
    network = WatchedTransport(LoopbackTransport(network_transport(spec)), timeline)
    return httpx2.AsyncClient(
        transport=wrap(RetryingTransport(network), longest),
        headers=_sendable(spec.sent_headers),
        timeout=time_limits(spec),
    )


def _sendable(headers: Mapping[str, str]) -> dict[str, str]:
    """`headers` as they are, where HTTP has a form for them.

    Source: RFC 9110, section 5.1 for names; values beyond ASCII have no agreed reading.
    """
    for name, value in headers.items():
        if not TOKEN.fullmatch(name) or not value.isascii() or LINE_BREAK.search(value):
            # the value may be a secret
            raise ConfigInvalid(
                f"the header {name!r} cannot be sent",
                hint="a name takes letters, digits and hyphens; a value takes one line of ASCII",
                reason="bad-header",
            )
    return dict(headers)


class FaultTolerantTransport(httpx2.AsyncBaseTransport):
    """Answers with a JSON-RPC error where the network or the server failed.

    The SDK lets one network fault end the whole connection, and forgets the status of an error.
    Status and `WWW-Authenticate` pass on, since sign-in needs them. A redirect to another origin
    is never followed: what was meant for one server must not reach another. Nothing is
    decompressed, since a small answer could become any size.

    Args:
        inner: what sends.
        longest: bytes of the largest answer that is read.
    """

    answered = ("POST",)  # the methods whose faults are told in an answer

    def __init__(self, inner: httpx2.AsyncBaseTransport, longest: int) -> None:
        self._inner, self._longest = inner, longest

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send `request`, once."""
        request.headers["accept-encoding"] = "identity"
        if request.method not in self.answered:
            return await self._aside(request)
        try:
            return await self._judged(request, await self._inner.handle_async_request(request))
        except httpx2.TransportError as fault:
            return _unreached(request, fault)

    async def _aside(self, request: httpx2.Request) -> httpx2.Response:
        """What answers no message: the stream of the server's own ones, or the session's end."""
        response = await self._inner.handle_async_request(request)
        if response.has_redirect_location:
            return await _to_follow(request, response)
        if request.method == "GET" and not _encoding(response):
            return response
        await response.aclose()
        status = 502 if request.method == "GET" else response.status_code
        return httpx2.Response(status, request=request)

    async def _judged(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
        if response.status_code >= 400:
            return await _error_status(request, response)
        refusal = _refusal(request, response)
        if refusal is not None:
            reason, text = refusal
            if reason in ("html", "content_type"):
                text += f": {_line(await beginning(response))}"
            await response.aclose()
            return _told(request, 502, reason, text, response.status_code)
        if response.has_redirect_location:
            return await _to_follow(request, response)
        if _kind(response).startswith("application/json"):
            return await self._whole(request, response)
        return response

    async def _whole(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
        """`response` with all of its body read, as the SDK would do without a bound."""
        parts: list[bytes] = []
        size = 0
        try:
            async for chunk in response.aiter_raw():
                parts.append(chunk)
                size += len(chunk)
                if size > self._longest:
                    return _told(request, 502, "too_large", too_much(self._longest))
        finally:
            await response.aclose()
        status, body = response.status_code, b"".join(parts)
        if size < ERROR_BODY and b'"error"' in body and _is_rpc_error(body):
            status = 400  # with which the SDK knows whose it is although its `id` may be null
        return httpx2.Response(status, headers=response.headers, content=body, request=request)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._inner.aclose()


async def _to_follow(request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
    """A redirect without its body, which a client would read to its end."""
    await response.aclose()
    location = {"location": response.headers["location"]}
    return httpx2.Response(response.status_code, headers=location, request=request)


def _kind(response: httpx2.Response) -> str:
    return response.headers.get("content-type", "").lower()


def _encoding(response: httpx2.Response) -> str:
    encoding = response.headers.get("content-encoding", "").strip().lower()
    return "" if encoding == "identity" else encoding


def _refusal(request: httpx2.Request, response: httpx2.Response) -> tuple[str, str] | None:
    """Why an answer is not read, as a reason and in words."""
    kind, encoding = _kind(response), _encoding(response)
    if (target := _foreign_target(request, response)) is not None:
        return "redirect", f"it redirects to {target}"
    if encoding and kind.startswith(KINDS):
        return "encoding", f"its answer is encoded as {encoding}, although that was ruled out"
    if response.status_code == 200 and kind and not kind.startswith(KINDS):
        return "html" if "html" in kind else "content_type", f"it answered with {kind}"
    return None


async def _error_status(request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
    """A server's own JSON-RPC error as it is, anything else as one that tells the status."""
    status, body = response.status_code, await beginning(response)
    headers = {k: v for k, v in response.headers.items() if k.lower() in PASSED_ON}
    lost = "mcp-session-id" in request.headers and _forgot_the_session(status, body)
    if not lost and status not in (401, 403) and _is_rpc_error(body):
        return httpx2.Response(status, headers=headers, content=body, request=request)
    reason = "session_lost" if lost else f"http_{status}"
    text = f"HTTP {status} {response.reason_phrase}: {_line(body)}".rstrip(": ")
    return _told(request, status, reason, text, status, headers)


async def beginning(response: httpx2.Response) -> bytes:
    """The start of a body that is not encoded; faults on the way count as its end."""
    parts: list[bytes] = []
    size = 0
    try:
        if _encoding(response):
            return b""
        async for chunk in response.aiter_raw():
            parts.append(chunk)
            size += len(chunk)
            if size >= ERROR_BODY:
                break
    except (httpx2.HTTPError, httpx2.StreamError):
        parts.append(b"")
    finally:
        await response.aclose()
    return b"".join(parts)


def _forgot_the_session(status: int, body: bytes) -> bool:
    """Whether a refusal means the session: 404 in the protocol, 400 of some servers.

    Source: MCP 2025-11-25, basic/transports, session management.
    """
    if status == 404:
        return METHOD_UNKNOWN not in body
    return status == 400 and NO_SESSION.search(body) is not None


def _is_rpc_error(body: bytes) -> bool:
    try:
        message: Any = json.loads(body)
    except (ValueError, RecursionError):
        return False
    error: Any = cast("dict[str, Any]", message).get("error") if isinstance(message, dict) else None
    if not isinstance(error, dict):
        return False
    fields = cast("dict[str, Any]", error)
    return isinstance(fields.get("code"), int) and isinstance(fields.get("message"), str)


def _foreign_target(request: httpx2.Request, response: httpx2.Response) -> str | None:
    """Where a redirect leads that is not followed; without what may be a secret."""
    location = response.headers.get("location")
    if not 300 <= response.status_code < 400 or location is None:
        return None
    try:
        target = request.url.join(location)
    except httpx2.InvalidURL:
        return "an address that cannot be read"
    here = (request.url.scheme, request.url.host, request.url.port)
    if (target.scheme, target.host, target.port) == here and response.status_code in (307, 308):
        return None
    return str(target.copy_with(userinfo=b"", query=None, fragment=None))


def _unreached(request: httpx2.Request, fault: httpx2.TransportError) -> httpx2.Response:
    """An answer that tells of a fault of the network."""
    return _told(request, 503, _network_reason(fault), f"{fault}" or type(fault).__name__)


def _network_reason(fault: httpx2.TransportError) -> str:
    if isinstance(fault, httpx2.ConnectError):
        return "certificate" if is_untrusted(fault) else "unreachable"
    if isinstance(fault, httpx2.ProxyError):
        return "proxy"
    # once it is connected, the server may have what was sent
    before = isinstance(fault, httpx2.ConnectTimeout | httpx2.PoolTimeout)
    return "timeout" if before else "network"


def _told(
    request: httpx2.Request,
    status: int,
    reason: str,
    text: str,
    seen: int = 0,
    headers: dict[str, str] | None = None,
) -> httpx2.Response:
    """An answer that tells in a server's place what happened."""
    # `id` is null because the SDK puts the request's own in its place
    body = json.dumps(substitute(reason, text, status=seen)).encode()
    fields = {**(headers or {}), "content-type": "application/json"}
    return httpx2.Response(status, headers=fields, content=body, request=request)


def _line(body: bytes) -> str:
    return " ".join(body[:400].decode("utf-8", "replace").split())[:160]
