"""How long things may take and how large they may be."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field

from .errors import ConfigInvalid


def _call_timeout() -> float:
    text = os.environ.get("MCP_WORKBENCH_CALL_TIMEOUT_S", "120")
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not (0 < seconds < math.inf):
        raise ConfigInvalid(
            f"MCP_WORKBENCH_CALL_TIMEOUT_S is {text!r}",
            hint="set it to a number of seconds above 0, as in 120",
            reason="bad-value",
        )
    return seconds


@dataclass(frozen=True)
class Settings:
    """Limits of a workbench, in seconds where nothing else is said.

    Args:
        connect_timeout: until a server has answered the handshake and listed its tools.
        call_timeout: until a tool has answered; `MCP_WORKBENCH_CALL_TIMEOUT_S` sets the default.
        probe_timeout: until a server that does not answer `server/discover` is taken for one
            that speaks an older revision of the protocol.
        largest_message: bytes of the largest message that a server may send.

    >>> Settings(call_timeout=5).call_timeout
    5
    """

    connect_timeout: float = 30.0
    call_timeout: float = field(default_factory=_call_timeout)
    probe_timeout: float = 2.0
    largest_message: int = 256 << 20
