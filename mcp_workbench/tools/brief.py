"""JSON values that tell themselves in a few characters, however large they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, cast

SHOWN = 60  # characters of a text
ENTRIES = 6  # of a list or object
LEVELS = 2  # lists or objects inside each other


class BriefText(str):
    """A text with a short `repr`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return brief_repr(self)


class BriefList(list[Any]):
    """A list with a short `repr`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return brief_repr(self)


class BriefDict(dict[str, Any]):
    """An object with a short `repr`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return brief_repr(self)


def brief(value: Any) -> Any:
    """A copy of the JSON value whose parts all have a short `repr`.

    jsonschema writes values and schemas into every message, needed or not. One text of some
    megabytes against a union of a thousand types would fill the memory.

    >>> brief({"a": "x" * 1000})
    {'a': 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'}
    """
    if isinstance(value, str):
        return BriefText(value) if len(value) > SHOWN else value
    if isinstance(value, Mapping):
        entries = cast("Mapping[str, Any]", value).items()
        return BriefDict({brief(name): brief(one) for name, one in entries})
    if isinstance(value, list):
        return BriefList(map(brief, cast("list[Any]", value)))
    return value


def brief_repr(value: Any, levels: int = LEVELS) -> str:
    """`repr(value)`, with … for what is left out.

    >>> brief_repr([1, "x", {"a": [2]}, 4, 5, 6, 7])
    "[1, 'x', {'a': […]}, 4, 5, 6, …]"
    """
    if isinstance(value, str):
        text = repr(str.__str__(value[:SHOWN]))
        return text if len(value) <= SHOWN else f"{text[:-1]}…{text[-1]}"
    if isinstance(value, Mapping):
        entries = cast("Mapping[str, Any]", value).items()
        told = (f"{brief_repr(name)}: {brief_repr(one, levels - 1)}" for name, one in entries)
        return "{" + _some(told, len(entries), levels) + "}"
    if isinstance(value, list | tuple):
        entries = cast("list[Any]", value)
        told = (brief_repr(one, levels - 1) for one in entries)
        left, right = "[]" if isinstance(value, list) else "()"
        return left + _some(told, len(entries), levels) + right
    return repr(value)


def _some(told: Iterator[str], count: int, levels: int) -> str:
    if count and levels == 0:
        return "…"
    more = ["…"] if count > ENTRIES else []
    return ", ".join([*islice(told, ENTRIES), *more])
