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
from .substitutes import MARK

LONGEST = 600  # characters of a text that came from outside
CLOSED, TIMED_OUT, PARSE = -32000, -32001, -32700
TOO_LARGE = "byte limit"  # how httpx2 tells that an event of a stream is too large
SIGN_IN = "give credentials, as in --header 'Authorization: Bearer …' or headers={…}"
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
    "network": "the connection broke; call again",
    "redirect": "use that address, if it is the one you mean",
    "html": "that is a web page, perhaps a sign-in; correct the URL, often it ends in /mcp",
    "content_type": "that is not the protocol; correct the URL, often it ends in /mcp",
    "encoding": "have it, or the proxy before it, send answers as they are, uncompressed",
    "too_large": "ask for less, or in parts; Settings(largest_message=…) sets the limit",
    "malformed": "that is a fault of the server; its log may tell more",
    "session_lost": "the server forgot this session; call again, which makes a new one",
}
# what stands between the client and a server, rather than what the server said
OUTAGES = ("unreachable", "timeout", "network", "redirect", "html", "content_type", "session_lost")


class Party(NamedTuple):
    """Whose fault it is, for the words: the server's name and what else is known of it."""

    name: str
    hint: str = ""


Maker = Callable[[BaseException, Party], WorkbenchError]


def translated(fault: BaseException, party: Party) -> WorkbenchError:
    """The one cause of `fault` as an error of the workbench; `fault` stays its `__cause__`."""
    leaf = leaf_of(fault)
    if isinstance(leaf, WorkbenchError):
        return leaf
    make = maker_of(type(leaf)) or _unexpected
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
    from mcp import MCPError
    from mcp.client.auth import OAuthFlowError
    from mcp.client.streamable_http import StreamableHTTPError
    from mcp.shared.auth import InvalidRedirectUriError, InvalidScopeError
    from pydantic import ValidationError
    from pydantic_core import PydanticSerializationError

    return (
        (MCPError, _rpc_error),
        (PydanticSerializationError, _not_json),
        (ValidationError, _malformed),
        (OAuthFlowError, _sign_in),
        (InvalidRedirectUriError, _sign_in),
        (InvalidScopeError, _sign_in),
        (httpx2.HTTPStatusError, _status),
        (httpx2.UnsupportedProtocol, _bad_url),
        (httpx2.InvalidURL, _bad_url),
        (httpx2.TimeoutException, _outage("timeout")),
        (httpx2.ConnectError, _outage("unreachable")),
        (httpx2.HTTPError, _outage("network")),
        (httpx2.StreamError, _outage("network")),
        (httpx2.CookieConflict, _outage("network")),
        (StreamableHTTPError, _outage("network")),
        (anyio.EndOfStream, _closed),
        (anyio.ClosedResourceError, _closed),
        (anyio.BrokenResourceError, _closed),
        (OSError, _system),
        # the SDK's own refusals: a version, a result shape, a round of questions too many
        (RuntimeError, _refused),
        (ValueError, _refused),
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
    if error.code == CLOSED and TOO_LARGE in error.message:
        return _marked({"reason": "too_large"}, "an event of its answer is too large", party)
    if error.code == CLOSED:
        return _closed(fault, party)
    if error.code == TIMED_OUT:
        return CallTimeout(f"server {party.name!r} gave no answer in time", hint=party.hint)
    return ProtocolError(
        f"server {party.name!r} answered {error.code}: {shown(error.message)}",
        hint=party.hint or "the server's documentation may tell more",
        reason="bad_json" if error.code == PARSE else f"rpc_{error.code}",
    )


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


def _outage(reason: str) -> Maker:
    def make(fault: BaseException, party: Party) -> WorkbenchError:
        what = f"server {party.name!r}: {shown(fault or type(fault).__name__)}"
        return ConnectionFailed(what, hint=REASONS[reason], reason=reason)

    return make


def _closed(fault: BaseException, party: Party) -> WorkbenchError:
    text = shown(getattr(fault, "message", "") or "Connection closed")
    return ConnectionFailed(
        f"server {party.name!r} ended the connection ({text})",
        hint=party.hint or "the next use connects again",
        reason="closed",
    )


def _system(fault: BaseException, party: Party) -> WorkbenchError:
    return ConnectionFailed(
        f"server {party.name!r} cannot be started: {shown(fault)}",
        hint=party.hint or "check its command, `cwd` and `env`",
        reason="system",
    )


def _bad_url(fault: BaseException, party: Party) -> WorkbenchError:
    what = f"the address of server {party.name!r} cannot be used: {shown(fault)}"
    return ConnectionFailed(what, hint="as in http://127.0.0.1:8000/mcp", reason="bad_url")


def _sign_in(fault: BaseException, party: Party) -> WorkbenchError:
    what = f"signing in to server {party.name!r} failed: {shown(fault)}"
    return AuthorizationRequired(what, hint=SIGN_IN, reason="sign_in_failed")


def _not_json(fault: BaseException, party: Party) -> WorkbenchError:
    return ArgumentsInvalid(
        f"the arguments for server {party.name!r} are no JSON: {shown(fault)}",
        hint="give text, numbers, booleans, None, lists and dicts of those",
        reason="not_json",
    )


def _malformed(fault: BaseException, party: Party) -> WorkbenchError:
    return ProtocolError(
        f"server {party.name!r} answered with something that is not the protocol: {shown(fault)}",
        hint=party.hint or "is it an MCP server, and of a known version?",
        reason="malformed",
    )


def _refused(fault: BaseException, party: Party) -> WorkbenchError:
    return ProtocolError(
        f"server {party.name!r}: {shown(fault)}",
        hint=party.hint or "another `era` may help: legacy, or 2026-07-28",
        reason="refused",
    )


def _unexpected(fault: BaseException, party: Party) -> WorkbenchError:
    return ProtocolError(
        f"server {party.name!r}: {type(fault).__name__}: {shown(fault)}",
        hint=party.hint or "the next use connects again",
        reason="unexpected",
    )
