"""Values on their way into the sandbox and out of it, each walk within bounds."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Callable, ItemsView, Iterable, KeysView, Mapping, Sequence, ValuesView
from datetime import date, time, timedelta, tzinfo
from decimal import Decimal
from enum import Enum
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, cast

from ..errors import LimitReached, ToolFailed
from ..results import Picture
from .images import Image, Images
from .showing import shown

if TYPE_CHECKING:
    from pydantic_monty import MontyClassProxy

DEEPEST = 100  # lists inside lists
OVERHEAD = 16  # bytes of a value beside its letters
MOST_SHOWN, LONGEST_SHOWN = 20, 200  # attributes of an object, characters of each
SERIES = (Sequence, KeysView, ValuesView, ItemsView, deque)
CONTAINERS = (dict, list, tuple, set, frozenset)
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


class Room:
    """Bytes that a walk may still take; what a value holds twice is counted twice.

    Args:
        total: how many there are.
        taken: what takes them, for the error.
        hint: what to do where they do not suffice.
        reason: of the error.
    """

    def __init__(self, total: int, taken: str, hint: str, reason: str) -> None:
        self._total, self._left = total, total
        self._taken, self._hint, self._reason = taken, hint, reason

    def spend(self, value: object) -> None:
        """Take what `value` needs beside what it contains.

        Raises:
            LimitReached: it is more than is left.
        """
        self._left -= OVERHEAD + _size(value)
        if self._left < 0:
            raise LimitReached(
                f"{self._taken} more than {self._total:,} bytes",
                hint=self._hint,
                reason=self._reason,
            )


def _size(value: object) -> int:
    if isinstance(value, int):
        return value.bit_length() // 8
    if isinstance(value, str):
        return len(value) if value.isascii() else len(value.encode("utf-8", "replace"))
    return len(value) if isinstance(value, bytes | bytearray) else 0


def plain(value: Any) -> Any:
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


class Packing:
    """Turns what a tool returned into what can enter the sandbox.

    Args:
        images: keeps the pictures.
        room: bytes that the value may take.
        plain: what an object is in plain values or as a `Picture`; the object itself if nothing.
    """

    def __init__(self, images: Images, room: int, plain: Callable[[Any], Any] = plain) -> None:
        self._images, self._plain = images, plain
        self._room = Room(room, "it returned", "ask the tool for less", "result-size")

    def packed(self, value: Any, depth: int = DEEPEST) -> Any:
        """`value` for the sandbox; pictures become handles.

        Raises:
            LimitReached: it is larger than there is room.
            ToolFailed: there is no form for it.
        """
        self._room.spend(value)
        if isinstance(value, str):
            text = str.__str__(value)
            # half of a pair has no form outside Python
            return text if text.isascii() else text.encode("utf-8", "replace").decode()
        if isinstance(value, bytes | bytearray):
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
        found = self._plain(value)
        if found is value:
            raise _unfit(f"an object of the type {type(value).__name__}")
        return self.packed(found, depth)


def _bare(value: Any) -> Any:
    """A number of a library's own class as one of Python's."""
    if type(value) in (type(None), bool, int, float):
        return value
    return next((kind(value) for kind in (int, float) if isinstance(value, kind)), value)


def _unfit(held: str) -> ToolFailed:
    return ToolFailed(
        f"it returned {held}",
        hint="let it return texts, numbers, lists, dicts or images",
        reason="no-plain-value",
    )


class Unpacking:
    """Turns what left the sandbox into what it is outside.

    A list that the code put into others many times is one there and here, and yet as large as the
    tree that it is written as; so its size is counted while it is walked.

    Args:
        images: keeps the pictures.
        room: what all values together may take.
    """

    def __init__(self, images: Images, room: Room) -> None:
        from pydantic_monty import MontyClassProxy, MontyClassTypeProxy, MontyStdTypeProxy

        self._objects, self._types = MontyClassProxy, (MontyClassTypeProxy, MontyStdTypeProxy)
        self._images, self._room = images, room
        self._found: dict[int, Picture] = {}

    @property
    def pictures(self) -> list[Picture]:
        """Those that were met, each once."""
        return list(self._found.values())

    def unpacked(self, value: Any, depth: int = DEEPEST) -> Any:
        """`value` with pictures in the place of their handles.

        Raises:
            LimitReached: it is larger than there is room.
        """
        self._room.spend(value)
        if not isinstance(value, CONTAINERS):
            return self._single(value, depth)
        if depth == 0:
            return Opaque("…")
        if isinstance(value, dict):
            items = cast("dict[Any, Any]", value).items()
            below = depth - 1
            return {self.unpacked(key, below): self.unpacked(one, below) for key, one in items}
        members = [self.unpacked(one, depth - 1) for one in cast("Iterable[Any]", value)]
        return _collected(cast("object", value), members)

    def _single(self, value: Any, depth: int) -> Any:
        if isinstance(value, Image):
            return self._met(value.picture)
        if isinstance(value, self._objects):
            picture = self._images.found(value.id)
            return self._object(value, depth) if picture is None else self._met(picture)
        return Opaque(f"<{value.name}>") if isinstance(value, self._types) else value

    def _met(self, picture: Picture) -> Picture:
        return self._found.setdefault(id(picture), picture)

    def _object(self, proxy: MontyClassProxy, depth: int) -> Opaque:
        """An object of a class of the code, as it would be written."""
        if depth == 0:
            return Opaque("…")
        some = islice(proxy.attributes.items(), MOST_SHOWN)
        held = {name: self.unpacked(one, depth - 1) for name, one in some}
        told = (f"{name}={shown(one, LONGEST_SHOWN)}" for name, one in held.items())
        return Opaque(f"{proxy.name}({', '.join(told)})")


def _collected(value: object, members: list[Any]) -> Any:
    """`members` in a collection of the kind that `value` is."""
    for kind in (tuple, set, frozenset):
        if isinstance(value, kind):
            return cast("Any", kind)(members)
    return members
