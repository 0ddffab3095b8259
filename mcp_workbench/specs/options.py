"""What can be said of every server, however it is reached: times, tools, the protocol."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, get_args

from ..errors import ConfigInvalid
from ..visible import one_line, printed

SHOWN = 60  # characters of a value in an error

# `auto` finds out; `legacy` shakes hands as before 2026-07-28; a revision is taken as it is
Era = Literal[
    "auto", "legacy", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"
]
ERAS: tuple[Era, ...] = get_args(Era)


@dataclass(frozen=True, kw_only=True)
class ServerOptions:
    """The part that all definitions share; times are seconds, `None` is the workbench's default.

    Args:
        timeout: that a call may take without an answer or a word of progress.
        max_total_timeout: that a call may take in all, however often it reports progress.
        startup_timeout: until the server has started, answered the handshake, in whichever way, and
            listed its tools; then for each list anew. `None` is four times the default for programs
            such as `npx`, which may fetch the server first. What a person is asked before does not
            count.
        idle_timeout: without a call after which the connection is closed; the next use connects
            again. Never where it is `None`.
        max_concurrency: calls that run at the same time; more wait in order. Any number where it
            is `None`.
        include_tools: the only tools that are used, as names or patterns such as `git_*`; all
            where it is `None`.
        exclude_tools: tools that are not used, as names or patterns; they win over `include_tools`.
        era: which handshake is used; `auto` finds out, a revision is taken as it is.

    >>> ServerOptions(timeout=5).timeout
    5
    """

    timeout: float | None = None
    max_total_timeout: float | None = None
    startup_timeout: float | None = None
    idle_timeout: float | None = None
    max_concurrency: int | None = None
    include_tools: tuple[str, ...] | None = None
    exclude_tools: tuple[str, ...] = ()
    era: Era = "auto"

    def check_options(self) -> None:
        """Refuse what lets nothing work.

        Raises:
            ConfigInvalid: a time or number is not above 0, or there is no such era.
        """
        for limit in (
            self.timeout,
            self.max_total_timeout,
            self.startup_timeout,
            self.idle_timeout,
        ):
            check_timeout(limit)
        if self.max_concurrency is not None and self.max_concurrency < 1:
            raise ConfigInvalid(
                f"max_concurrency {self.max_concurrency} lets nothing run",
                hint="give 1 or more",
                reason="bad-value",
            )
        if self.era not in ERAS:
            raise ConfigInvalid(
                f"{self.era!r} is no era of the protocol",
                hint="one of " + ", ".join(ERAS),
                reason="bad-era",
            )


def check_timeout(timeout: object) -> None:
    """Refuse a limit that lets nothing finish; `None` is none at all.

    Raises:
        ConfigInvalid: it is no number of seconds above 0.

    >>> check_timeout(0.5)
    """
    if timeout is None:
        return
    number = math.nan
    if isinstance(timeout, int | float) and not isinstance(timeout, bool):
        with suppress(OverflowError):
            number = float(timeout)
    if not number > 0:
        raise ConfigInvalid(
            f"a timeout of {one_line(printed(timeout), SHOWN)} lets nothing finish",
            hint="give a number of seconds above 0",
            reason="bad-value",
        )
