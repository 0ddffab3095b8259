"""Text as the value that a property of a tool's schema wants."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, cast

from .json_text import read_json

DEEPEST = 8  # unions inside unions that are looked into
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
WORDS: dict[str, bool | None] = {"True": True, "False": False, "None": None}


def typed(text: str, schema: object = None, *, quoted: bool = False) -> Any:
    """`text` as the value that `schema`, one property of a tool's input schema, wants.

    A string stays the text it is, `007` too. Where the schema leaves the type open, the text is
    JSON where it can be read as JSON, and a string otherwise. Text that does not fit stays text,
    so that validation can say why.

    Args:
        text: as it was typed, without quotes.
        schema: a JSON Schema; anything else says nothing about the type.
        quoted: whether the text stood in quotes, so that a string is meant where one may be.

    >>> typed("007", {"type": "string"}), typed("007", {"type": "integer"}), typed("7", {})
    ('007', 7, 7)
    >>> typed("7", {"anyOf": [{"type": "string"}, {"type": "null"}]})
    '7'
    """
    leaves = list(_leaves(schema, DEEPEST))
    choices = [choice for leaf in leaves for choice in _choices(leaf)]
    kinds = {kind for leaf in leaves for kind in _kinds(leaf)}
    may_be_text = not kinds or "string" in kinds
    if text in choices or kinds == {"string"} or (quoted and may_be_text):
        return text
    for value in _json(text) if may_be_text else _readings(text):
        if not kinds or _fits(value, kinds):
            return int(value) if _whole(value, kinds) else value
    return text


def _leaves(schema: object, depth: int) -> Iterator[Mapping[str, Any]]:
    """The branches of unions inside `schema`, or `schema` itself."""
    if not isinstance(schema, Mapping):
        return
    known = cast("Mapping[str, Any]", schema)
    branches = [
        branch
        for word in ("anyOf", "oneOf", "allOf")
        if isinstance(known.get(word), list)
        for branch in cast("list[Any]", known[word])
    ]
    if not branches or depth == 0 or "type" in known:
        yield known
        return
    for branch in branches:
        yield from _leaves(branch, depth - 1)


def _kinds(leaf: Mapping[str, Any]) -> list[str]:
    """The types that `leaf` allows; none where it leaves them open."""
    kind = leaf.get("type")
    if isinstance(kind, str):
        return [kind]
    if isinstance(kind, list):
        return [one for one in cast("list[Any]", kind) if isinstance(one, str)]
    return [_kind_of(choice) for choice in _choices(leaf)]


def _choices(leaf: Mapping[str, Any]) -> list[Any]:
    if "const" in leaf:
        return [leaf["const"]]
    enum = leaf.get("enum")
    return cast("list[Any]", enum) if isinstance(enum, list) else []


def _json(text: str) -> Iterator[Any]:
    with suppress(ValueError):
        yield read_json(text)


def _readings(text: str) -> Iterator[Any]:
    """What `text` can be read as where it is no string: JSON, then what Python people write."""
    yield from _json(text)
    if text in WORDS:
        yield WORDS[text]
    if NUMBER.fullmatch(text):
        number = float(text)
        if "." not in text and "e" not in text.lower():
            with suppress(ValueError):  # Python reads no whole number of more than 4,300 digits
                yield int(text)
        elif math.isfinite(number):
            yield number


def _fits(value: Any, kinds: set[str]) -> bool:
    kind = _kind_of(value)
    return kind in kinds or (kind == "integer" and "number" in kinds) or _whole(value, kinds)


def _whole(value: Any, kinds: set[str]) -> bool:
    """Whether `value` is a number such as 3.0 where only a whole one is wanted."""
    whole = isinstance(value, float) and value.is_integer()
    return whole and "integer" in kinds and "number" not in kinds


def _kind_of(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    kinds: tuple[tuple[type, str], ...] = (
        (int, "integer"),
        (float, "number"),
        (str, "string"),
        (list, "array"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), "object")
