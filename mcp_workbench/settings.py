"""How long things may take, how large they may be, and where servers are looked for."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field, fields
from functools import lru_cache

from .errors import ConfigInvalid

CALL_TIMEOUT = "MCP_WORKBENCH_CALL_TIMEOUT_S"


def _call_timeout() -> float:
    text = os.environ.get(CALL_TIMEOUT, "120")
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not (0 < seconds < math.inf):
        raise ConfigInvalid(
            f"{CALL_TIMEOUT} is {text!r}",
            hint="set it to a number of seconds above 0, as in 120",
            reason="bad-value",
        )
    return seconds


@dataclass(frozen=True)
class Settings:
    """Limits of a workbench, in seconds where nothing else is said.

    Args:
        connect_timeout: until a server has answered the handshake and listed its tools.
        call_timeout: without an answer of a tool or a word of its progress;
            `MCP_WORKBENCH_CALL_TIMEOUT_S` sets the default.
        max_total_timeout: that a call may take in all, however often it reports progress.
        probe_timeout: until a server that does not answer `server/discover` is taken for one
            that speaks an older revision of the protocol.
        largest_message: bytes of the largest message that a server may send.
        project_servers: whether the `.mcp.json` at or above the notebook is looked into.
        user_servers: whether the servers of the user's own file are looked into.

    Raises:
        ConfigInvalid: a number is not above 0.

    >>> Settings(call_timeout=5).call_timeout
    5
    """

    connect_timeout: float = 30.0
    call_timeout: float = field(default_factory=_call_timeout)
    max_total_timeout: float = 3600.0
    probe_timeout: float = 2.0
    largest_message: int = 256 << 20
    project_servers: bool = True
    user_servers: bool = True

    def __post_init__(self) -> None:
        for one in fields(self):
            value: object = getattr(self, one.name)
            if isinstance(value, int | float) and not isinstance(value, bool) and not value > 0:
                raise ConfigInvalid(
                    f"the setting {one.name} is {value}, which lets nothing work",
                    hint="give a number above 0",
                    reason="bad-value",
                )


_current: Settings | None = None


def current_settings() -> Settings:
    """The settings of every workbench that was given none of its own.

    >>> before = set_current_settings(Settings(call_timeout=5))
    >>> current_settings().call_timeout
    5
    >>> _ = set_current_settings(before)
    """
    if _current is not None:
        return _current
    return _defaults(os.environ.get(CALL_TIMEOUT))


@lru_cache(maxsize=1)
def _defaults(_call_timeout: str | None) -> Settings:
    # asked for by every call, and no other than for another value of the variable
    return Settings()


def set_current_settings(settings: Settings | None) -> Settings | None:
    """Use `settings` from now on, the defaults where it is `None`; the ones before are returned.

    >>> before = set_current_settings(Settings(connect_timeout=60))
    >>> set_current_settings(before).connect_timeout
    60
    """
    global _current
    before, _current = _current, settings
    return before
