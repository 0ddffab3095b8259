"""Options of a line: `--name value` or `--name=value`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping

from ..errors import UsageInvalid, near
from ..visible import one_line
from .quoting import unquoted
from .words import SHOWN

SECONDS = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def read_options(
    words: Iterable[str], known: Mapping[str, str]
) -> tuple[list[str], dict[str, str]]:
    """The words of a line that belong to no option, as they were typed, and what each option says.

    Args:
        words: of the line.
        known: each option with the name of its value; a flag has none.

    Returns:
        The words, and the values without quotes; that of a flag is empty.

    Raises:
        UsageInvalid: there is no such option, it is given twice, or has no value where it needs
            one.

    >>> read_options(["time", "--last", "3", "--raw"], {"--last": "NUMBER", "--raw": ""})
    (['time'], {'--last': '3', '--raw': ''})
    """
    plain: list[str] = []
    given: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if not word.startswith("--"):
            plain.append(word)
            continue
        option, value = take_option(word, rest, known)
        if option in given:
            raise option_given_twice(option)
        given[option] = unquoted(value)
    return plain, given


def option_given_twice(what: str) -> UsageInvalid:
    """The error for an option that is there twice.

    >>> option_given_twice("--cwd").what
    '--cwd is given twice'
    """
    return UsageInvalid(f"{one_line(what, SHOWN)} is given twice", hint="keep one", reason="twice")


def take_option(word: str, rest: Iterator[str], known: Mapping[str, str]) -> tuple[str, str]:
    """The option that `word` is, and its value, which may be the next word of `rest`.

    Args:
        word: begins with `--`.
        rest: the words behind it.
        known: each option with the name of its value; a flag has none, and one in brackets, which
            follows `=`, may be left out.

    Returns:
        The option, and its value as it was typed, with quotes.

    Raises:
        UsageInvalid: there is no such option, or it has no value, or one that it does not take.

    >>> take_option("--cwd", iter(["my", "words"]), {"--cwd": "DIRECTORY"})
    ('--cwd', 'my')
    >>> take_option("--cwd=my", iter(["words"]), {"--cwd": "DIRECTORY"})
    ('--cwd', 'my')
    """
    option, equals, value = word.partition("=")
    if option not in known:
        raise UsageInvalid(
            f"there is no option {one_line(option, SHOWN)}",
            hint=near(option, known, empty="this takes none"),
            reason="unknown-option",
        )
    if not known[option] and equals:
        raise UsageInvalid(f"{option} takes no value", hint=option, reason="bad-value")
    if not known[option] or (known[option].startswith("[") and not equals):
        return option, ""
    given = value if equals else next(rest, "--")
    if given.startswith("--"):
        raise UsageInvalid(
            f"{option} has no value", hint=f"as in {option} {known[option]}", reason="missing"
        )
    return option, given


def seconds(text: str, option: str = "--timeout") -> float:
    """The value of `option`.

    Raises:
        UsageInvalid: it is not a number of seconds above 0.

    >>> seconds("2.5")
    2.5
    """
    number = float(text) if SECONDS.fullmatch(text) else math.nan
    if not 0 < number < math.inf:
        raise UsageInvalid(
            f"{option} {one_line(text, SHOWN)!r} is not a number of seconds above 0",
            hint=f"as in {option} 30",
            reason="bad-value",
        )
    return number
