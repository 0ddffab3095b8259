"""How long a request may take: what was asked for, what its server says, what holds for all."""

from __future__ import annotations

from ..settings import Settings
from ..specs import ServerSpec


def silence_limit(asked: float | None, spec: ServerSpec, settings: Settings) -> float:
    """Seconds that a request may be silent: those asked for, else the server's, else those of all.

    >>> from mcp_workbench import StdioServer
    >>> silence_limit(None, StdioServer("x", timeout=9), Settings())
    9
    """
    return asked or spec.timeout or settings.call_timeout


def total_limit(silence: float, spec: ServerSpec, settings: Settings) -> float:
    """Seconds that a call may take in all, if it may be silent for `silence`.

    A `max_total_timeout` of the server is final; that of all servers gives way to a longer limit
    that was asked for.

    >>> from mcp_workbench import StdioServer
    >>> total_limit(7200, StdioServer("x"), Settings())
    7200
    """
    return spec.max_total_timeout or max(silence, settings.max_total_timeout)
