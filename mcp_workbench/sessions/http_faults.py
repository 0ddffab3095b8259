"""Around the network of a server: what goes wrong with one request is an error of it alone."""

from __future__ import annotations

import json
import re

import httpx2
from mcp_types import JSONRPCError

from .lines import message_in
from .network_transport import EVENTS, is_untrusted, is_without_tls
from .substitutes import substitute

ERROR_BODY = 1 << 20  # bytes read of an answer that tells an error
EMPTY = (202, 204, 205)  # the statuses that come without an answer
KINDS = ("application/json", EVENTS)
METHOD_UNKNOWN = b"-32601"  # what an answer of 404 tells as well, to a method that is not there
NO_SESSION = re.compile(
    rb"no valid session|session (id )?(is )?(not found|required|unknown|expired|terminated)"
    rb"|(unknown|invalid|missing|expired) (mcp-)?session",
    re.IGNORECASE,
)
PASSED_ON = (b"www-authenticate", b"retry-after")


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
            response.request = request
            return await self._read(response)
        await response.aclose()
        status = 502 if request.method == "GET" else response.status_code
        return httpx2.Response(status, request=request)

    async def _judged(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
        if response.status_code >= 400:
            return await _error_status(request, response, self._is_in_session(request))
        refusal = _refusal(request, response)
        if refusal is not None:
            reason, text = refusal
            if reason in ("html", "content_type"):
                text += f": {start_of(await beginning(response))}"
            await response.aclose()
            return told(request, 502, reason, text, response.status_code)
        if response.has_redirect_location:
            return await _to_follow(request, response)
        response.request = request
        return await self._read(response)

    async def _read(self, response: httpx2.Response) -> httpx2.Response:
        """What is made of an answer that is none of a fault."""
        return response

    def _is_in_session(self, request: httpx2.Request) -> bool:
        """Whether the server is to know the sender."""
        return "mcp-session-id" in request.headers

    async def aclose(self) -> None:
        """Close all connections."""
        await self._inner.aclose()


async def _to_follow(request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
    """A redirect without its body, which a client would read to its end."""
    await response.aclose()
    location = _only((b"location",), response)
    return httpx2.Response(response.status_code, headers=location, request=request)


def _only(names: tuple[bytes, ...], response: httpx2.Response) -> list[tuple[bytes, bytes]]:
    """Some headers as they came: letters beyond ASCII can be taken, but not be written again."""
    return [(name, value) for name, value in response.headers.raw if name.lower() in names]


def kind_of(response: httpx2.Response) -> str:
    """Its media type in small letters; empty where it names none."""
    return response.headers.get("content-type", "").lower()


def _encoding(response: httpx2.Response) -> str:
    encoding = response.headers.get("content-encoding", "").strip().lower()
    return "" if encoding == "identity" else encoding


def _refusal(request: httpx2.Request, response: httpx2.Response) -> tuple[str, str] | None:
    """Why an answer is not read, as a reason and in words."""
    status, kind, encoding = response.status_code, kind_of(response), _encoding(response)
    if (target := _foreign_target(request, response)) is not None:
        return "redirect", f"it redirects to {target}"
    if encoding and kind.startswith(KINDS):
        return "encoding", f"its answer is encoded as {encoding}, although that was ruled out"
    if status >= 300 and not response.has_redirect_location:
        return "nowhere", f"it answered with HTTP {status}, which leads nowhere"
    if status in EMPTY:  # what is no request has its answer in that; nobody reads this one
        return "no_answer", f"it answered the request with HTTP {status}, and nothing else"
    if kind and not kind.startswith(KINDS):
        return "html" if "html" in kind else "content_type", f"it answered with {kind}"
    return None


async def _error_status(
    request: httpx2.Request, response: httpx2.Response, in_session: bool
) -> httpx2.Response:
    """A server's own JSON-RPC error, anything else as one that tells the status."""
    status, body = response.status_code, await beginning(response)
    headers = _only(PASSED_ON, response)
    lost = in_session and _forgot_the_session(status, body)
    own = None if lost or status in (401, 403) else message_in(body, 2 * ERROR_BODY)
    if isinstance(own, JSONRPCError):
        return _json(request, status, own.model_dump_json(exclude_unset=True).encode(), headers)
    reason = "session_lost" if lost else f"http_{status}"
    text = f"HTTP {status} {response.reason_phrase}: {start_of(body)}".rstrip(": ")
    return told(request, status, reason, text, status, headers)


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
    reason = _network_reason(fault)
    text = f"no encrypted connection came about: {fault}" if reason == "tls" else str(fault)
    return told(request, 503, reason, text.rstrip(": ") or type(fault).__name__)


def _network_reason(fault: httpx2.TransportError) -> str:
    if isinstance(fault, httpx2.ConnectError):
        if is_untrusted(fault):
            return "certificate"
        return "tls" if is_without_tls(fault) else "unreachable"
    if isinstance(fault, httpx2.ProxyError):
        return "proxy"
    # once it is connected, the server may have what was sent
    before = isinstance(fault, httpx2.ConnectTimeout | httpx2.PoolTimeout)
    return "timeout" if before else "network"


def told(
    request: httpx2.Request,
    status: int,
    reason: str,
    text: str,
    seen: int = 0,
    headers: list[tuple[bytes, bytes]] | None = None,
) -> httpx2.Response:
    """An answer that tells in a server's place what happened."""
    # `id` is null because the SDK puts the request's own in its place
    return _json(
        request, status, json.dumps(substitute(reason, text, status=seen)).encode(), headers
    )


def _json(
    request: httpx2.Request,
    status: int,
    body: bytes,
    headers: list[tuple[bytes, bytes]] | None,
) -> httpx2.Response:
    fields = [*(headers or []), (b"content-type", b"application/json")]
    return httpx2.Response(status, headers=fields, content=body, request=request)


def start_of(body: bytes) -> str:
    """As much of a body as an error can show, on one line."""
    return " ".join(body[:400].decode("utf-8", "replace").split())[:160]
