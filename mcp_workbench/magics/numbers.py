"""Numbers: behind options of a line, and in tables."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import UsageInvalid
from ..grammar import seconds

DIGITS = 9
TIMEOUT, LAST = "--timeout", "--last"


def timeout_of(given: Mapping[str, str]) -> float | None:
    """The seconds behind `--timeout` among the options that are given.

    Raises:
        UsageInvalid: it is not a number above 0.

    >>> timeout_of({"--timeout": "2.5"}), timeout_of({})
    (2.5, None)
    """
    return seconds(given[TIMEOUT], TIMEOUT) if TIMEOUT in given else None


def last_of(given: Mapping[str, str]) -> int | None:
    """How many are wanted, behind `--last` among the options that are given.

    Raises:
        UsageInvalid: it is not a number above 0.

    >>> last_of({"--last": "20"}), last_of({})
    (20, None)
    """
    if LAST not in given:
        return None
    text = given[LAST]
    if not text.isascii() or not text.isdigit() or int(text[:DIGITS]) < 1:
        raise UsageInvalid(
            f"{LAST} {text[:20]!r} is not a number above 0",
            hint=f"as in {LAST} 20",
            reason="bad-value",
        )
    return int(text[:DIGITS])


def duration(seconds: float) -> str:
    """A time as a table shows it.

    >>> duration(0.0123), duration(12.34)
    ('12 ms', '12.3 s')
    """
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
