"""What the SDK and the libraries below it raise, as errors of the workbench."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, cast

from ..errors import (
    ArgumentsInvalid,
    AuthorizationRequired,
    CallTimeout,
    ConnectionFailed,
    ProtocolError,
    WorkbenchError,
)
from ..visible import visible
from .revisions import only_unknown, unknown
from .substitutes import MARK

LONGEST = 600  # characters of a text that came from outside
CLOSED, TIMED_OUT = -32000, -32001
STREAM = "SSE stream "  # how the SDK begins to tell that the stream of one answer broke
# how the SDK tells that it followed redirects as often as it does; other hosts it never sees
REDIRECT = "Redirect to "
NOT_FOLLOWED = "not followed; use that URL as the endpoint if it is the intended server"
TOO_LARGE = "byte limit"  # how httpx2 tells that an event of a stream is too large
SIGN_IN = (
    "give credentials, as in --bearer '${secret:NAME}' or --header 'Authorization: Bearer …',"
    " in Python auth=Bearer(…)"
)
HINTS = {
    401: SIGN_IN,
    403: f"it knows you but refuses; {SIGN_IN}",
    404: "correct the path of the URL; many servers listen at /mcp",
    405: "it takes no POST there; correct the path of the URL, often /mcp",
    429: "it asks for fewer calls; wait, then call again",
    502: "what stands before the server cannot reach it; is it running?",
    503: "the server is busy or not running; try again later",
}
REASONS = {
    "unreachable": "is it running, and are host and port right?",
    "timeout": "is it running, and are host and port right?",
    "certificate": "if it is right, let `verify` of the server, or SSL_CERT_FILE, name the file of"
    " the authority that signed it; verify=False trusts anybody",
    "tls": "if it speaks plain HTTP, give its address with http://",
    "proxy": "the proxy refuses; `proxy` of the server, HTTPS_PROXY or HTTP_PROXY names it, and"
    " NO_PROXY what is reached without it",
    "network": "the connection broke; call again",
    "redirect": "use that address, if it is the one you mean",
    "nowhere": "correct the URL; often it ends in /mcp",
    "html": "that is a web page, perhaps a sign-in; correct the URL, often it ends in /mcp",
    "content_type": "that is not the protocol; correct the URL, often it ends in /mcp",
    "encoding": "have it, or the proxy before it, send answers as they are, uncompressed",
    "too_large": "ask for less, or in parts; Settings(largest_message=…) sets the limit",
    "no_answer": "that is a fault of the server, or of a proxy; its log may tell more",
    "malformed": "that is a fault of the server; its log may tell more",
    "version": "a newer release of the server, or of mcp-workbench, may know more; or give `era`",
    "session_lost": "the server forgot this session; call again, which makes a new one",
}
# what stands between the client and a server, rather than what the server said
OUTAGES = frozenset(
    (
        *("unreachable", "timeout", "certificate", "tls", "proxy", "network"),
        *("redirect", "nowhere", "html", "content_type", "session_lost"),
    )
)


class Words(NamedTuple):
    """How one kind of fault is told, and whether the server's last words are the better hint."""

    kind: type[WorkbenchError]
    what: str
    hint: str
    asks_server: bool = False


WORDS = {
    "system": Words(
        ConnectionFailed,
        "server {name!r} cannot be started: {fault}",
        "check its command, `cwd` and `env`",
        asks_server=True,
    ),
    "bad_url": Words(
        ConnectionFailed,
        "the address of server {name!r} cannot be used: {fault}",
        "as in http://127.0.0.1:8000/mcp",
    ),
    "sign_in_failed": Words(
        AuthorizationRequired, "signing in to server {name!r} failed: {fault}", SIGN_IN
    ),
    "not_json": Words(
        ArgumentsInvalid,
        "the arguments for server {name!r} are no JSON: {fault}",
        "give text, numbers, booleans, None, lists and dicts of those",
    ),
    "malformed": Words(
        ProtocolError,
        "server {name!r} answered with something that is not the protocol: {fault}",
        "is it an MCP server, and of a known version?",
        asks_server=True,
    ),
    "rounds": Words(
        ProtocolError,
        "server {name!r} asks for input again and again, and does not answer",
        "that is a fault of the server, or what was told it does not do",
        asks_server=True,
    ),
    "refused": Words(
        ProtocolError,
        "server {name!r}: {fault}",
        "another `era` may help: legacy, or 2026-07-28",
        asks_server=True,
    ),
    "unexpected": Words(
        ProtocolError,
        "server {name!r}: {kind}: {fault}",
        "the next use connects again",
        asks_server=True,
    ),
}


class Party(NamedTuple):
    """Whose fault it is, for the words: the server's name and what else is known of it."""

    name: str
    hint: str = ""
    ended: bool = False  # whether its messages ended, so that its code for that is to be believed


Maker = Callable[[BaseException, Party], WorkbenchError]


def translated(fault: BaseException, party: Party) -> WorkbenchError:
    """The one cause of `fault` as an error of the workbench; `fault` stays its `__cause__`."""
    leaf = leaf_of(fault)
    if isinstance(leaf, WorkbenchError):
        return leaf
    make = maker_of(type(leaf)) or _in_words("unexpected")
    error = make(leaf, party)
    error.__cause__ = leaf
    return error


def leaf_of(fault: BaseException) -> BaseException:
    """The first real cause in nested groups.

    >>> leaf_of(ExceptionGroup("outer", [ExceptionGroup("inner", [OSError("it")])]))
    OSError('it')
    """
    while isinstance(fault, BaseExceptionGroup):
        causes = cast("tuple[BaseException, ...]", fault.exceptions)
        real = [cause for cause in causes if isinstance(cause, Exception)]
        fault = (real or list(causes))[0]
    return fault


def maker_of(kind: type[BaseException]) -> Maker | None:
    """How an exception of this class is told; `None` where nobody thought of it."""
    return next((make for known, make in _makers() if issubclass(kind, known)), None)


@cache
def _makers() -> tuple[tuple[type[BaseException], Maker], ...]:
    import anyio
    import httpx2
    from mcp import InputRequiredRoundsExceededError, MCPError
    from mcp.client.auth import OAuthFlowError
    from mcp.client.streamable_http import StreamableHTTPError
    from mcp.shared.auth import InvalidRedirectUriError, InvalidScopeError
    from pydantic import ValidationError
    from pydantic_core import PydanticSerializationError

    return (
        (MCPError, _rpc_error),
        (PydanticSerializationError, _in_words("not_json")),
        (ValidationError, _in_words("malformed")),
        (OAuthFlowError, _in_words("sign_in_failed")),
        (InvalidRedirectUriError, _in_words("sign_in_failed")),
        (InvalidScopeError, _in_words("sign_in_failed")),
        (httpx2.HTTPStatusError, _status),
        (httpx2.UnsupportedProtocol, _in_words("bad_url")),
        (httpx2.InvalidURL, _in_words("bad_url")),
        (httpx2.TimeoutException, _in_words("timeout")),
        (httpx2.ConnectError, _in_words("unreachable")),
        (httpx2.TooManyRedirects, _redirects),
        (httpx2.HTTPError, _in_words("network")),
        (httpx2.StreamError, _in_words("network")),
        (httpx2.CookieConflict, _in_words("network")),
        (StreamableHTTPError, _in_words("network")),
        (anyio.EndOfStream, _closed),
        (anyio.ClosedResourceError, _closed),
        (anyio.BrokenResourceError, _closed),
        (OSError, _in_words("system")),
        (InputRequiredRoundsExceededError, _in_words("rounds")),
        # the SDK's own refusals: a version, a result shape
        (RuntimeError, _in_words("refused")),
        (ValueError, _in_words("refused")),
    )


def shown(text: object) -> str:
    r"""Text from outside in one bounded piece, its control characters made visible.

    >>> shown("\x1b[31mred\n")
    '␛[31mred'
    """
    return visible(str(text)[:LONGEST]).strip() or "nothing"


def _rpc_error(fault: BaseException, party: Party) -> WorkbenchError:
    error = cast("Any", fault)
    data: Any = error.data
    mark = cast("dict[str, Any]", data).get(MARK) if isinstance(data, dict) else None
    if isinstance(mark, dict):
        return _marked(cast("dict[str, Any]", mark), error.message, party)
    if error.code == CLOSED and error.message.startswith(STREAM):
        return _stream(error.message, party)
    if error.message.startswith(REDIRECT) and error.message.endswith(NOT_FOLLOWED):
        return _redirects(fault, party)
    if error.code == CLOSED and party.ended:
        return _closed(fault, party)
    if (spoken := only_unknown(error.error)) is not None:
        return _marked({"reason": "version"}, unknown(spoken), party)
    if error.code == TIMED_OUT:
        return CallTimeout(f"server {party.name!r} gave no answer in time", hint=party.hint)
    return ProtocolError(
        f"server {party.name!r} answered {error.code}: {shown(error.message)}",
        hint=party.hint or "the server's documentation may tell more",
        reason=f"rpc_{error.code}",
    )


def _redirects(_: BaseException, party: Party) -> WorkbenchError:
    return ConnectionFailed(
        f"server {party.name!r}: it redirects to one address after the other without end",
        hint="correct the URL; what `curl -L` says to it tells where it leads",
        reason="redirect",
    )


def _stream(text: str, party: Party) -> WorkbenchError:
    if TOO_LARGE in text:
        return _marked({"reason": "too_large"}, "an event of its answer is too large", party)
    return _marked({"reason": "network"}, text, party)


def _marked(mark: Mapping[str, Any], text: str, party: Party) -> WorkbenchError:
    status, reason = mark.get("status"), str(mark.get("reason"))
    if status in (401, 403):
        word = "wants a sign-in" if status == 401 else "refuses access"
        return AuthorizationRequired(
            f"server {party.name!r} {word}: {shown(text)}", hint=HINTS[status], reason=reason
        )
    hint = REASONS.get(reason) or HINTS.get(cast("int", status)) or "look at the server's own log"
    kind = ConnectionFailed if reason in OUTAGES else ProtocolError
    return kind(f"server {party.name!r}: {shown(text)}", hint=hint, reason=reason)


def _status(fault: BaseException, party: Party) -> WorkbenchError:
    status = cast("Any", fault).response.status_code
    return _marked({"status": status, "reason": f"http_{status}"}, f"HTTP {status}", party)


def _in_words(reason: str) -> Maker:
    words = WORDS.get(reason) or Words(
        ConnectionFailed, "server {name!r}: {fault}", REASONS[reason]
    )

    def make(fault: BaseException, party: Party) -> WorkbenchError:
        kind = type(fault).__name__
        what = words.what.format(name=party.name, kind=kind, fault=shown(str(fault) or kind))
        hint = party.hint if words.asks_server else ""
        return words.kind(what, hint=hint or words.hint, reason=reason)

    return make


def _closed(fault: BaseException, party: Party) -> WorkbenchError:
    text = shown(getattr(fault, "message", "") or "Connection closed")
    return ConnectionFailed(
        f"server {party.name!r} ended the connection ({text})",
        hint=party.hint or "the next use connects again",
        reason="closed",
    )
