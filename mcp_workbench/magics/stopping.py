"""A stop that lands anywhere in a magic, told in one line."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from ..errors import Interrupted


@contextmanager
def stopped_in_one_line() -> Generator[None]:
    """What is imported on first use takes a while, and a stop there would show our own lines.

    Raises:
        Interrupted: the person stopped the cell.

    >>> try:
    ...     with stopped_in_one_line():
    ...         raise KeyboardInterrupt
    ... except Interrupted as stop:
    ...     print(stop)
    stopped
    """
    try:
        yield
    except Interrupted:
        raise
    except KeyboardInterrupt:
        raise Interrupted("stopped") from None
