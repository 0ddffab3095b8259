"""A line that is being typed: the words that are complete, and the one at the cursor."""

from __future__ import annotations

import re

from ..errors import UsageInvalid
from .quoting import quoted, unquoted
from .words import GAP, end_of_word, skipped, split_words

QUOTE = re.compile(r"[\"']")


def typed_so_far(line: str) -> tuple[list[str], str] | None:
    """The complete words of `line`, and the beginning of one that ends it; None inside brackets.

    The last may be a text whose quote is not closed yet. Inside brackets stands Python, or JSON.

    >>> typed_so_far('call t.f a=1 b="New Yo')
    (['call', 't.f', 'a=1'], 'b="New Yo')
    >>> typed_so_far("call t.f "), typed_so_far("call t.f a={x + ")
    ((['call', 't.f'], ''), None)
    """
    words: list[str] = []
    at = skipped(GAP, line, 0)
    while at < len(line):
        try:
            end = end_of_word(line, at)
        except UsageInvalid:
            return (words, line[at:]) if _is_open_text(line, at) else None
        if end == len(line):
            return words, line[at:]
        words.append(line[at:end])
        if words[-1] == "--":
            return _command(words, line[end:])
        at = skipped(GAP, line, end)
    return words, ""


def _is_open_text(line: str, at: int) -> bool:
    """Whether all that the word at `at` lacks is a quote."""
    for quote in "\"'":
        try:
            if end_of_word(line + quote, at) > len(line):
                return True
        except UsageInvalid:
            continue
    return False


def _command(words: list[str], command: str) -> tuple[list[str], str] | None:
    """Behind a bare `--` a shell's rules hold."""
    fragment = "" if command[-1].isspace() else command.split()[-1]
    try:
        split = split_words(f"-- {command[: len(command) - len(fragment)]}")
    except UsageInvalid:
        return None
    return [*words, *split[1:]], fragment


def fits(word: str, fragment: str) -> bool:
    """Whether `fragment` may be the beginning of `word`, whatever its case and its quotes.

    >>> fits('unit="Kelvin"', "unit=ke"), fits('"odd tool"', "odd"), fits("unit=kelvin", "level=")
    (True, True, False)
    """
    quote = QUOTE.search(word)
    plain = word[: quote.start()] + unquoted(word[quote.start() :]) if quote else word
    begun = fragment.casefold()
    return any(one.casefold().startswith(begun) for one in (word, plain))


def spelt_as(word: str, fragment: str) -> str:
    """`word`, such as `key=value`, with its value in the quotes in which `fragment` has begun it.

    >>> spelt_as("unit=kelvin", 'unit="kel'), spelt_as("unit=kelvin", "unit=kel")
    ('unit="kelvin"', 'unit=kelvin')
    """
    quote = QUOTE.search(fragment)
    begun = fragment[: quote.start()] if quote else ""
    if quote is None or not word.startswith(begun):
        return word
    text = unquoted(word[len(begun) :])
    if quote[0] == '"':
        return begun + quoted(text)
    escaped = text.replace("'", r"\'")
    return f"{begun}'{escaped}'"
