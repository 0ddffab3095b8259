"""What a server answered to any request, as it was on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from ..visible import visible
from .pretty import pretty
from .tool_result import as_it_is

SHOWN = 20_000  # characters of an answer that a cell shows
LOOK = "background:none;white-space:pre-wrap;overflow-wrap:anywhere"


class RawAnswer:
    """The result of a request, or the JSON-RPC error that came in its place.

    Args:
        server: its name.
        method: what was asked.
        result: the result as it came; `None` for an error, and for a notification.
        error: the error as it came, with `code`, `message` and perhaps `data`; else `None`.
        elapsed: how long it took, in seconds.
        redact: leaves secrets out of a JSON value that is shown.

    Source: JSON-RPC 2.0, section 5.

    >>> RawAnswer("time", "ping", {}, None, 0.1)
    {}
    >>> RawAnswer("time", "no/such", None, {"code": -32601, "message": "Method not found"}, 0.1)
    error -32601: Method not found
    """

    def __init__(
        self,
        server: str,
        method: str,
        result: Mapping[str, Any] | None,
        error: Mapping[str, Any] | None,
        elapsed: float,
        *,
        redact: Any = as_it_is,
    ) -> None:
        self.server, self.method, self.elapsed = server, method, elapsed
        self.result, self.error, self._redact = result, error, redact

    @property
    def is_error(self) -> bool:
        """Whether the server answered with an error."""
        return self.error is not None

    @property
    def shown(self) -> Any:
        """Result or error as JSON, without secrets."""
        return self._redact(self.result if self.error is None else self.error)

    def __repr__(self) -> str:
        if self.error is not None:
            error = self._redact(dict(self.error))
            data = "" if error.get("data") is None else f"\n{_told(error['data'])}"
            return visible(f"error {error.get('code')}: {error.get('message')}{data}")
        if self.result is None:
            return f"{visible(self.method)} was sent; there is no answer to a notification"
        return visible(_told(self.shown))

    def _repr_html_(self) -> str:
        return f'<pre style="{LOOK}">{escape(repr(self))}</pre>'


def _told(value: Any) -> str:
    text, omitted = pretty(value, SHOWN)
    return f"{text}\n… ({omitted:,} more characters in .result)" if omitted else text
