"""What code in the sandbox prints."""

from __future__ import annotations

from collections.abc import Callable

from .limits import Limits

ENDING = 4  # times the characters that are shown; who prints more is stopped


class Printed:
    r"""Collects output, at most four times what is shown of it.

    Args:
        limits: how much is shown.
        end: ends the evaluation, which goes on otherwise until it asks for something.

    >>> printed = Printed(Limits(output=4), print)
    >>> printed("stdout", "abcdef")
    >>> printed.text
    'abcd\n[… 2 more characters were printed]\n'
    """

    def __init__(self, limits: Limits, end: Callable[[], None]) -> None:
        self._end = end
        self._shown, self._most = limits.output, limits.output * ENDING
        self._parts: list[str] = []
        self.length = 0
        self.overflowed = False

    def __call__(self, _stream: str, text: str) -> None:
        """Take one piece of output."""
        self.length += len(text)
        if self.length > self._most:
            self.overflowed = True
            self._end()
        else:
            self._parts.append(text)

    @property
    def text(self) -> str:
        """All of it, or the first of it with how much more there was."""
        text = "".join(self._parts)
        more = self.length - self._shown
        if more <= 0:
            return text
        return f"{text[: self._shown]}\n[… {more:,} more characters were printed]\n"
