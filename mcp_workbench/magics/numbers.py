"""Numbers: behind options of a line, and in tables."""

from __future__ import annotations

from ..errors import UsageInvalid

DIGITS = 9


def count(option: str, text: str) -> int:
    """How many are wanted, as behind `--last`.

    Raises:
        UsageInvalid: it is not a number above 0.

    >>> count("--last", "20")
    20
    """
    if not text.isascii() or not text.isdigit() or int(text[:DIGITS]) < 1:
        raise UsageInvalid(
            f"{option} {text[:20]!r} is not a number above 0",
            hint=f"as in {option} 20",
            reason="bad-value",
        )
    return int(text[:DIGITS])


def duration(seconds: float) -> str:
    """A time as a table shows it.

    >>> duration(0.0123), duration(12.34)
    ('12 ms', '12.3 s')
    """
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
