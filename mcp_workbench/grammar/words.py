"""A magic line in words: quotes and balanced brackets hold together."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field

from ..errors import UsageInvalid

PAIRS = {"{": "}", "[": "]", "(": ")"}
QUOTES = "\"'"
SHOWN = 60  # characters of a line in an error


def split_words(line: str) -> list[str]:
    """Words of `line`; a space inside quotes or brackets does not split.

    Brackets inside quotes do not count; quotes inside brackets do, as in Python and JSON. Words
    keep their quotes, since `a="3"` and `a=3` differ. What follows a bare `--` is a command line,
    so it is split, and its quotes are taken off, as a POSIX shell would.

    Raises:
        UsageInvalid: a quote or bracket does not close; the message says which.

    >>> split_words('call t.f a={1 + 2} b="x y" c:=[1, 2]')
    ['call', 't.f', 'a={1 + 2}', 'b="x y"', 'c:=[1, 2]']
    >>> split_words("connect x -- sh -c 'echo (hi'")
    ['connect', 'x', '--', 'sh', '-c', 'echo (hi']
    """
    scan = _Scan(line)
    for at, char in enumerate(line):
        if not char.isspace() or scan.inside:
            scan.take(char, at)
            continue
        scan.end_word(at)
        if scan.words[-1:] == ["--"]:
            return scan.words + _command(line[at:])
    if scan.inside:
        raise _unclosed(line, *scan.inside)
    scan.end_word(len(line))
    return scan.words


@dataclass
class _Scan:
    """Words so far, where the one being read began, and what is open in it."""

    line: str
    words: list[str] = field(default_factory=list[str])
    begun: int | None = None
    brackets: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    quote: tuple[str, int] | None = None
    escaped: bool = False

    @property
    def inside(self) -> tuple[str, int] | None:
        """What holds the word together, and where it was opened."""
        return self.quote or (self.brackets[-1] if self.brackets else None)

    def take(self, char: str, at: int) -> None:
        self.begun = at if self.begun is None else self.begun
        if self.quote is not None:
            self._in_quotes(char, self.quote[0])
        elif char in QUOTES:
            self.quote = (char, at)
        elif char in PAIRS:
            self.brackets.append((char, at))
        elif self.brackets and char == PAIRS[self.brackets[-1][0]]:
            self.brackets.pop()

    def _in_quotes(self, char: str, quote: str) -> None:
        if self.escaped:
            self.escaped = False
        elif char == "\\":
            self.escaped = True
        elif char == quote:
            self.quote = None

    def end_word(self, at: int) -> None:
        if self.begun is not None:
            self.words.append(self.line[self.begun : at])
            self.begun = None


def _unclosed(line: str, opened: str, at: int) -> UsageInvalid:
    rest = line[at : at + SHOWN] + ("…" if len(line) > at + SHOWN else "")
    if opened in QUOTES:
        return UsageInvalid(
            f"the quote {opened} does not close: {rest}",
            hint="close it, or put the text into the other kind of quotes",
            reason="unclosed-quote",
        )
    return UsageInvalid(
        f"the bracket {opened} does not close, {PAIRS[opened]} is missing: {rest}",
        hint=f"close it, or put the text into quotes where {opened} is meant as it stands",
        reason="unclosed-bracket",
    )


def _command(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise UsageInvalid(
            f"the command after -- cannot be split: {str(error).lower()}: {text.strip()[:SHOWN]}",
            hint="close the quotes as in a shell",
            reason="unclosed-quote",
        ) from None
