"""JSON that a text is, or holds in a fence or in prose; Python literals where JSON does not fit."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

from .nesting import too_deep
from .shapes import is_object, is_series

FENCE = re.compile(r"```[a-zA-Z]*[ \t]*\n?(.*?)```", re.DOTALL)
# a quote opens a string only where a value or a key may stand, so that prose may hold apostrophes
TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|(?<=[\[{,:(\s])\'[^\'\\]*(?:\\.[^\'\\]*)*\'|[\[\]{}]')
OPENER = re.compile(r"[\[{]")
BEGINS = re.compile(r"""\[\s*[\[{"'\d.-]|\{\s*["']""")
MAX_LITERAL = 2_000_000
# how often a bracket in prose is tried, and how much text all tries together may read again
MAX_TRIES = 32
MAX_REREAD = 4_000_000
_CLOSER = {"[": "]", "{": "}"}


class Whole(NamedTuple):
    """A value that was read completely."""

    value: Any


class Cut(NamedTuple):
    """A value whose text ends too early; `value` holds its complete parts."""

    value: Any


class Deep(NamedTuple):
    """A value that is nested too deeply to be read."""


Fragment = Whole | Cut | Deep


def fragments(text: str) -> Iterator[Fragment]:
    """What `text` holds, in the order of trust: all of it, what is fenced, what stands in prose.

    >>> [found.value for found in fragments("found: [{'label': 'cat'}].")]
    [[{'label': 'cat'}]]
    """
    if too_deep(text):
        # a program or a table may nest its brackets as it likes
        if looks_like_json(text):
            yield Deep()
        return
    whole = _json(text)
    if whole is not None:
        yield whole
        return
    for part in FENCE.findall(text):
        found = _json(part) or _literal(part)
        if found is not None:
            yield found
    yield from _in_prose(text)


def looks_like_json(text: str) -> bool:
    """Whether a text begins as JSON does.

    >>> looks_like_json('  {"a": 1'), looks_like_json("say [1]")
    (True, False)
    """
    return text[:1000].lstrip()[:1] in ("[", "{")


def _in_prose(text: str) -> Iterator[Fragment]:
    start = tries = read = 0
    while tries < MAX_TRIES and read < MAX_REREAD and (opener := OPENER.search(text, start)):
        begin = opener.start()
        if not BEGINS.match(text, begin):
            start = begin + 1
            continue
        tries += 1
        end, complete = _extent(text, begin)
        if end is None:
            if complete:
                yield from _cut(text[begin : complete[0]] + complete[1])
            return
        part = text[begin:end]
        read += len(part)
        found = _json(part) or _literal(part)
        if found is not None:
            yield found
        start = end if found is not None else begin + 1


def _extent(text: str, begin: int) -> tuple[int | None, tuple[int, str] | None]:
    """Where the bracket at `begin` closes; else where its last complete part does, and the rest."""
    open_: list[str] = []
    complete: tuple[int, str] | None = None
    for token in TOKEN.finditer(text, begin):
        mark = token.group()
        if mark in "[{":
            open_.append(_CLOSER[mark])
        elif mark in "]}":
            if mark != open_[-1]:
                return token.end(), None
            open_.pop()
            if not open_:
                return token.end(), None
            complete = token.end(), "".join(reversed(open_))
    return None, complete


def _cut(text: str) -> Iterator[Fragment]:
    found = _json(text) or _literal(text)
    if found is not None:
        yield Cut(found.value)


def _json(text: str) -> Whole | None:
    text = text.strip()
    if not text or text[0] not in '[{"':
        return None
    try:
        value = json.loads(text)
        # a text that was encoded twice
        if isinstance(value, str):
            inner = value.strip()
            value = json.loads(inner) if inner[:1] in ("[", "{") and not too_deep(inner) else None
    except (ValueError, RecursionError):
        return None
    return Whole(value) if isinstance(value, dict | list) else None


def _literal(text: str) -> Whole | None:
    if len(text) > MAX_LITERAL:
        return None
    try:
        with warnings.catch_warnings():
            # an escape such as "\d" in someone's text is not for the user to hear of
            warnings.simplefilter("ignore")
            value = ast.literal_eval(text.strip())
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None
    return Whole(_plain(value)) if isinstance(value, dict | list | tuple) else None


def _plain(value: Any) -> Any:
    """Python's tuples as the lists that JSON would have; the parser has bounded the depth."""
    if is_object(value):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if is_series(value):
        return [_plain(inner) for inner in value]
    return value
