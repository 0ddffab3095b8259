"""Values in writing, no more of them than is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, cast

from ..results import Picture
from .images import Image

BRACKETS: dict[type[object], tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
}


def shown(value: Any, limit: int) -> str:
    r"""`repr(value)`, of which no more is made than is shown.

    >>> shown([1, ("a",), {2}], 100), shown("x" * 1000, 10)
    ("[1, ('a',), {2}]", "'xxxxxxxxx\n[… cut off here; ask for less of it]")
    """
    parts: list[str] = []
    room = limit
    for piece in _pieces(value, limit):
        parts.append(piece)
        room -= len(piece)
        if room < 0:
            break
    return cut("".join(parts), limit)


def cut(text: str, limit: int) -> str:
    """The first `limit` characters, and whether there were more.

    >>> print(cut("abcdef", 3))
    abc
    [… cut off here; ask for less of it]
    """
    return text if len(text) <= limit else f"{text[:limit]}\n[… cut off here; ask for less of it]"


def _pieces(value: Any, limit: int) -> Iterator[str]:
    kind = cast("type[object]", type(value))
    if kind is dict:
        items = cast("dict[Any, Any]", value).items()
        pairs = (chain(_pieces(key, limit), [": "], _pieces(one, limit)) for key, one in items)
        yield from _joined("{", pairs, "}")
    elif kind in BRACKETS and (value or kind in (list, tuple)):
        opening, closing = BRACKETS[kind]
        members = (_pieces(one, limit) for one in cast("Iterable[Any]", value))
        yield from _joined(opening, members, f",{closing}" if _is_single(value) else closing)
    elif kind in (str, bytes):
        yield repr(value[: limit + 1])
    else:
        yield _word(value)


def _is_single(value: Any) -> bool:
    return isinstance(value, tuple) and len(cast("tuple[Any, ...]", value)) == 1


def _joined(opening: str, parts: Iterable[Iterable[str]], closing: str) -> Iterator[str]:
    yield opening
    for number, part in enumerate(parts):
        yield ", " if number else ""
        yield from part
    yield closing


def _word(value: Any) -> str:
    if isinstance(value, Picture):
        # as code in the sandbox prints it
        image = Image.of(value)
        size = f"width={image.width}, height={image.height}"
        return f"Image({size}, mime_type={image.mime_type!r})"
    try:
        return repr(value)
    except ValueError:
        # Python refuses to write integers of thousands of digits
        return f"<an integer of {value.bit_length():,} bits>"
