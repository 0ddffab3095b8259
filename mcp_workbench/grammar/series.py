"""All arguments of a line, and what was probably meant where one of them cannot be read."""

from __future__ import annotations

from itertools import takewhile

from ..errors import UsageInvalid
from ..visible import one_line
from .arguments import ARGUMENT, Argument, parse_argument
from .quoting import is_quoted, quoted
from .words import SHOWN


def parse_arguments(words: list[str]) -> list[Argument]:
    """Each of `words` as an argument.

    Raises:
        UsageInvalid: one cannot be read, or is given twice; the hint looks at its neighbours too.

    >>> [argument.name for argument in parse_arguments(["a=1", "b=2"])]
    ['a', 'b']
    """
    found: dict[str, Argument] = {}
    for at, word in enumerate(words):
        try:
            argument = parse_argument(word)
        except UsageInvalid as error:
            hint = _meant(words, at) or error.hint
            raise UsageInvalid(error.what, hint=hint, reason=error.reason) from None
        if argument.name in found:
            raise given_twice(argument.name)
        found[argument.name] = argument
    return list(found.values())


def given_twice(name: str) -> UsageInvalid:
    """The error for an argument that is there twice.

    >>> given_twice("a").what
    "the argument 'a' is given twice"
    """
    what = f"the argument {one_line(name, SHOWN)!r} is given twice"
    return UsageInvalid(what, hint="keep one", reason="twice")


def _meant(words: list[str], at: int) -> str:
    """What to write where the word at `at` cannot be read; empty where nobody can tell."""
    word = words[at]
    before = words[at - 1] if at else ""
    behind = "".join(words[at + 1 : at + 3])
    if behind.startswith(("=", ":=")) and not ARGUMENT.fullmatch(word):
        return f"no spaces around =: {one_line(word + behind, SHOWN)}"
    if before.endswith("="):
        return f"no spaces around =: {one_line(before + word, SHOWN)}"
    if word.endswith(","):
        return f"no comma between arguments: {one_line(word.rstrip(',') or before, SHOWN)} …"
    match = ARGUMENT.fullmatch(before)
    if ARGUMENT.fullmatch(word) or match is None or match[2] == ":=" or is_quoted(match[3]):
        return ""
    rest = takewhile(lambda one: not ARGUMENT.fullmatch(one), words[at:])
    text = one_line(" ".join((match[3], *rest)), SHOWN)
    return f"put spaces in quotes: {one_line(match[1], SHOWN)}={quoted(text)}"
