"""Values on their way into the sandbox and out of it, and how they are written."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import (
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    Sequence,
    ValuesView,
)
from datetime import date, time, timedelta, tzinfo
from decimal import Decimal
from enum import Enum
from itertools import chain, islice
from pathlib import PurePath
from typing import Any, cast

from ..errors import LimitReached, ToolFailed
from ..results import Picture
from .images import Image, Images

DEEPEST = 100  # lists inside lists
LOOKED_INTO = 6  # lists inside lists in which pictures are looked for
OVERHEAD = 16  # bytes of a value beside its letters
SERIES = (Sequence, KeysView, ValuesView, ItemsView, deque)
BRACKETS: dict[type[object], tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
}
AS_THEY_ARE = (type(None), bool, int, float, Decimal, date, time, timedelta, tzinfo, PurePath)


@dataclasses.dataclass(frozen=True)
class Opaque:
    """Something of the sandbox that has no form outside: a class of its own, a function, a module.

    >>> Opaque("<function area>")
    <function area>
    """

    text: str

    def __repr__(self) -> str:
        return self.text


class Packing:
    """Turns what a tool returned into what can enter the sandbox.

    Args:
        images: keeps the pictures.
        room: bytes that the value may take.
    """

    def __init__(self, images: Images, room: int) -> None:
        self._images, self._room, self._left = images, room, room

    def packed(self, value: Any, depth: int = DEEPEST) -> Any:
        """`value` for the sandbox; pictures become handles.

        Raises:
            LimitReached: it is larger than there is room.
            ToolFailed: there is no form for it.
        """
        self._spend(OVERHEAD)
        if isinstance(value, str):
            self._spend(len(value))
            text = str.__str__(value)
            # half of a pair has no form outside Python
            return text if text.isascii() else text.encode("utf-8", "replace").decode()
        if isinstance(value, bytes | bytearray):
            self._spend(len(value))
            return bytes(value)
        if isinstance(value, Enum):
            return self.packed(value.value, depth)
        if isinstance(value, AS_THEY_ARE):
            return _bare(value)
        if isinstance(value, Picture):
            return self._images.sent(value)
        if depth == 0:
            raise _unfit("lists or dicts that are nested too deep")
        return self._container(value, depth - 1)

    def _container(self, value: Any, depth: int) -> Any:
        if isinstance(value, Mapping):
            items = cast("Mapping[Any, Any]", value).items()
            return {self.packed(key, depth): self.packed(one, depth) for key, one in items}
        if isinstance(value, list | tuple | set | frozenset):
            members = [self.packed(one, depth) for one in cast("Iterable[Any]", value)]
            return _collected(cast("object", value), members)
        if isinstance(value, SERIES):
            return [self.packed(one, depth) for one in cast("Iterable[Any]", value)]
        plain = _plain(value)
        if plain is value:
            raise _unfit(f"an object of the type {type(value).__name__}")
        return self.packed(plain, depth)

    def _spend(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise LimitReached(
                f"it returned more than {self._room:,} bytes",
                hint="ask the tool for less",
                reason="result-size",
            )


def _bare(value: Any) -> Any:
    """A number of a library's own class as one of Python's."""
    if type(value) in (type(None), bool, int, float):
        return value
    return next((kind(value) for kind in (int, float) if isinstance(value, kind)), value)


def _plain(value: Any) -> Any:
    """What an object of a library says it is, in plain values; the object itself if nothing."""
    if isinstance(value, type):
        return cast("Any", value)
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    # numbers and arrays of numpy, models of pydantic
    for name in ("tolist", "model_dump"):
        method = getattr(value, name, None)
        if callable(method):
            return method()
    return value


def _unfit(held: str) -> ToolFailed:
    return ToolFailed(
        f"it returned {held}",
        hint="let it return texts, numbers, lists, dicts or images",
        reason="no-plain-value",
    )


def unpacked(value: Any, images: Images, depth: int = DEEPEST) -> Any:
    """What left the sandbox, with pictures in the place of their handles."""
    from pydantic_monty import MontyClassProxy, MontyClassTypeProxy, MontyStdTypeProxy

    if isinstance(value, Image):
        return value.picture
    if isinstance(value, MontyClassProxy):
        picture = images.found(value.id)
        return Opaque(_call_like(value.name, value.attributes)) if picture is None else picture
    if isinstance(value, MontyClassTypeProxy | MontyStdTypeProxy):
        return Opaque(f"<{value.name}>")
    if not isinstance(value, dict | list | tuple | set | frozenset):
        return value
    if depth == 0:
        return Opaque("…")
    if isinstance(value, dict):
        items = cast("dict[Any, Any]", value).items()
        return {
            unpacked(key, images, depth - 1): unpacked(one, images, depth - 1) for key, one in items
        }
    members = [unpacked(one, images, depth - 1) for one in cast("Iterable[Any]", value)]
    return _collected(cast("object", value), members)


def _collected(value: object, members: list[Any]) -> Any:
    """`members` in a collection of the kind that `value` is."""
    for kind in (tuple, set, frozenset):
        if isinstance(value, kind):
            return cast("Any", kind)(members)
    return members


def _call_like(name: str, attributes: Mapping[str, Any]) -> str:
    told = (f"{key}={shown(one, 200)}" for key, one in islice(attributes.items(), 20))
    return f"{name}({', '.join(told)})"


def pictures_in(value: Any, most: int) -> list[Picture]:
    """The first pictures that a value holds, each once."""
    found = {id(one): one for one in islice(_pictures(value, LOOKED_INTO), 10 * most)}
    return list(found.values())[:most]


def _pictures(value: Any, depth: int) -> Iterator[Picture]:
    if isinstance(value, Picture):
        yield value
    elif depth and isinstance(value, Mapping):
        for one in cast("Mapping[Any, Any]", value).values():
            yield from _pictures(one, depth - 1)
    elif depth and isinstance(value, list | tuple | set | frozenset):
        for one in cast("Iterable[Any]", value):
            yield from _pictures(one, depth - 1)


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
