"""JSON-RPC errors in a server's place, where no answer of its own can be had."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp_types import JSONRPCError

# where an error that was made here says what happened; no server can know it
MARK = secrets.token_hex(16)
INTERNAL = -32603  # the code of JSON-RPC 2.0 that says least; the mark says more


def substitute(
    reason: str, text: str, *, request: int | str | None = None, status: int = 0
) -> dict[str, Any]:
    """An error response that `faults` tells apart from one of the server.

    Args:
        reason: a key of `faults.REASONS`, or `http_…`.
        text: what happened, after "server 'x': ".
        request: the id of the request that waits; null where the SDK puts it in.
        status: the HTTP status, where there is one.

    Source: JSON-RPC 2.0, section 5.1.

    >>> substitute("too_large", "its answer is too large", request=3)["id"]
    3
    """
    data = {MARK: {"status": status, "reason": reason}}
    error = {"code": INTERNAL, "message": text, "data": data}
    return {"jsonrpc": "2.0", "id": request, "error": error}


def error_response(reason: str, text: str, request: Any = None) -> JSONRPCError:
    """As `substitute`, an object of the SDK."""
    from mcp_types import JSONRPCError

    return JSONRPCError.model_validate(substitute(reason, text, request=request))


def too_much(longest: int) -> str:
    """What is told of an answer of more than `longest` bytes."""
    return f"its answer has more than {longest:,} bytes, which is the most that is read"
