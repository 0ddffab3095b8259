"""A magic line in words: quotes and balanced brackets hold together."""

from __future__ import annotations

import re
import shlex

from ..errors import UsageInvalid
from ..visible import one_line

PAIRS = {"{": "}", "[": "]", "(": ")"}
# what is passed over in one step; possessive, so that a long value takes no memory for going back
GAP = re.compile(r"\s*+")
OUTSIDE = re.compile(r"""[^\s"'{\[(]*+""")
INSIDE = re.compile(r"""[^"'{}\[\]()]*+""")
QUOTED = {
    quote: re.compile(rf"[^{quote}\\]*+(?:\\.[^{quote}\\]*+)*+", re.DOTALL) for quote in "\"'"
}
SHOWN = 60  # characters of what was typed, in an error
LONGEST = 128 << 10  # characters of a command line; splitting takes time by the square of it


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
    words: list[str] = []
    at = skipped(GAP, line, 0)
    while at < len(line):
        end = end_of_word(line, at)
        words.append(line[at:end])
        if words[-1] == "--":
            return words + _command(line[end:])
        at = skipped(GAP, line, end)
    return words


def end_of_word(line: str, at: int) -> int:
    """Where the word that begins at `at` ends."""
    opened: list[int] = []  # where the brackets are that do not close yet
    while True:
        at = skipped(INSIDE if opened else OUTSIDE, line, at)
        char = line[at : at + 1]
        if not char or (char.isspace() and not opened):
            break
        if char in QUOTED:
            at = _end_of_quote(line, at)
        elif char in PAIRS:
            opened.append(at)
        elif char == PAIRS[line[opened[-1]]]:
            opened.pop()
        at += 1
    if opened:
        raise _unclosed(line, opened[-1])
    return at


def _end_of_quote(line: str, at: int) -> int:
    end = skipped(QUOTED[line[at]], line, at + 1)
    if line[end : end + 1] != line[at]:
        raise _unclosed(line, at)
    return end


def skipped(what: re.Pattern[str], line: str, at: int) -> int:
    """Where `what` ends that begins at `at`; `at` where it does not."""
    found = what.match(line, at)
    return found.end() if found else at


def _unclosed(line: str, at: int) -> UsageInvalid:
    opened, rest = line[at], one_line(line[at : at + 5 * SHOWN], SHOWN)
    if opened in QUOTED:
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


def split_command(text: str) -> list[str]:
    """The words of a command line, as a POSIX shell would split it.

    Raises:
        ValueError: a quote does not close, or it is too long to be one.

    >>> split_command("sh -c 'echo hi'")
    ['sh', '-c', 'echo hi']
    """
    if len(text) > LONGEST:
        raise ValueError(f"it has {len(text):,} characters, and {LONGEST:,} are the most")
    return shlex.split(text)


def _command(text: str) -> list[str]:
    try:
        return split_command(text)
    except ValueError as error:
        raise UsageInvalid(
            f"the command after -- cannot be split: {str(error).lower()}: {one_line(text, SHOWN)}",
            hint="close the quotes as in a shell; a long text goes into a file",
            reason="unclosed-quote",
        ) from None
