"""Options of a line: `--name value` or `--name=value`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping

from ..errors import UsageInvalid, near
from ..visible import one_line

SHOWN = 60  # characters of a word in an error
SECONDS = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def take_option(word: str, rest: Iterator[str], known: Mapping[str, str]) -> tuple[str, str]:
    """The option that `word` is, and its value, which may be the next word of `rest`.

    Args:
        word: begins with `--`.
        rest: the words behind it.
        known: each option with the name of its value.

    Returns:
        The option, and its value as it was typed, with quotes.

    Raises:
        UsageInvalid: there is no such option, or it has no value.

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
    given = value if equals else next(rest, "--")
    if given.startswith("--"):
        raise UsageInvalid(
            f"{option} has no value", hint=f"as in {option} {known[option]}", reason="missing"
        )
    return option, given


def seconds(text: str) -> float:
    """The value of `--timeout`.

    Raises:
        UsageInvalid: it is not a number of seconds above 0.

    >>> seconds("2.5")
    2.5
    """
    number = float(text) if SECONDS.fullmatch(text) else math.nan
    if not 0 < number < math.inf:
        raise UsageInvalid(
            f"--timeout {one_line(text, SHOWN)!r} is not a number of seconds above 0",
            hint="as in --timeout 30",
            reason="bad-value",
        )
    return number
