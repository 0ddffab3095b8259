"""Python values as text and pictures that a model can read, by what they can do, not by imports."""

from __future__ import annotations

import dataclasses
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..visible import printed

if TYPE_CHECKING:
    from ..results import Picture

ROWS = 50  # of a table
MOST_NUMBERS = 1000  # of an array; beyond, its shape and its ends are told
DEEPEST = 20  # lists inside lists
MOST = 60_000  # characters of all that a value holds, roughly; a model is told 20,000 of them
MOST_PICTURES = 20  # of one value
PICTURE = "(a picture)"
IMAGE = ("save", "convert", "getbbox")  # of Pillow
FIGURE = ("savefig", "axes")  # of matplotlib, or of a library that draws with it
_PNG_MODES = {"1", "L", "LA", "P", "RGB", "RGBA", "I;16"}


class Reading(NamedTuple):
    """What a model reads of a value."""

    text: str
    pictures: list[Picture]


def read(value: Any) -> Reading:
    """JSON where `value` has a form as JSON, a table as CSV, else what Python prints; its pictures.

    Whatever the class of a value does, it is read: nothing raises, and what is too large, or
    contains itself, ends in an ellipsis. Pictures are PIL images, figures, `Picture`, and those of
    a `ToolResult`.

    >>> read({"a": (1, 2.5)}).text, read("as it is").text, read(None).text
    ('{"a": [1, 2.5]}', 'as it is', '')
    >>> from PIL import Image
    >>> read({"left": Image.new("RGB", (4, 3))}).pictures
    [<Picture result: image/png, 4 × 3>]
    """
    if value is None or type(value) is str:
        return Reading(value or "", [])
    reader = _Reader()
    found = reader.plain(value)
    if isinstance(found, str):
        return Reading("" if found is PICTURE else found, reader.pictures)
    return Reading(json.dumps(found, ensure_ascii=False), reader.pictures)


def plain(value: Any) -> Any:
    """`value` in dicts, lists, texts, numbers, true, false and null; the rest as it is printed.

    >>> plain({1: {2}, "n": float("nan"), "b": b"hi"})
    {'1': [2], 'n': None, 'b': '2 bytes'}
    """
    return _Reader().plain(value)


def pictures_of(value: Any) -> list[Picture]:
    """The picture that `value` itself is, or those of a `ToolResult`.

    >>> pictures_of("text")
    []
    """
    reader = _Reader()
    with suppress(Exception):  # as for `read`
        reader.picture(value)
    return reader.pictures


class _Reader:
    """One walk through a value, which ends when it has gathered enough."""

    def __init__(self) -> None:
        self.pictures: list[Picture] = []
        self._left = MOST
        self._above: set[int] = set()  # what the walk is inside of

    def plain(self, value: Any, depth: int = DEEPEST) -> Any:
        try:
            if value is None or isinstance(value, bool):
                found = value
            elif isinstance(value, str | int | float | bytes | bytearray):
                found = _scalar(value)
            else:
                found = self._entered(value, depth)
        except Exception:  # noqa: BLE001  the class of a value may raise anything
            found = printed(value)[:MOST]
        self._left -= len(found) if isinstance(found, str) else 2
        return found

    def _entered(self, value: Any, depth: int) -> Any:
        if depth == 0 or id(value) in self._above:
            return "…"
        self._above.add(id(value))
        try:
            return self._whole(value, depth - 1)
        finally:
            self._above.discard(id(value))

    def _whole(self, value: Any, depth: int) -> Any:
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            names = [each.name for each in dataclasses.fields(value)]
            return self._pairs(((name, getattr(value, name)) for name in names), len(names), depth)
        if isinstance(value, Mapping):
            entries = cast("Mapping[Any, Any]", value)
            return self._pairs(((_key(k), v) for k, v in entries.items()), len(entries), depth)
        if isinstance(value, list | tuple | set | frozenset):
            return self._several(cast("list[Any]", value), depth)
        if _has(value, "model_dump"):
            return self.plain(cast("Any", value).model_dump(), depth)
        if _has(value, "to_csv", "head", "shape"):
            return _table(value)
        if _has(value, "tolist", "dtype", "shape"):
            return self._array(value, depth)
        return self.picture(value)

    def picture(self, value: Any) -> str:
        from ..results import Picture, ToolResult

        room = MOST_PICTURES - len(self.pictures)
        if isinstance(value, ToolResult):
            self.pictures += value.images[:room]
            return printed(value)
        if isinstance(value, Picture):
            self.pictures += [value][:room]
            return PICTURE
        if not _has(value, *FIGURE) and not _has(value, *IMAGE):
            return printed(value)
        if room > 0:
            self.pictures.append(Picture(_drawn(value), "result"))
        return PICTURE

    def _several(self, values: Sequence[Any], depth: int) -> list[Any]:
        found: list[Any] = []
        for one in values:
            if self._left <= 0:
                found.append(f"… {len(values) - len(found):,} more")
                break
            found.append(self.plain(one, depth))
        return found

    def _pairs(self, pairs: Iterable[tuple[str, Any]], count: int, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, one in pairs:
            if self._left <= 0:
                found["…"] = f"{count - len(found):,} more"
                break
            self._left -= len(name)
            found[name] = self.plain(one, depth)
        return found

    def _array(self, value: Any, depth: int) -> Any:
        if math.prod(value.shape) <= MOST_NUMBERS:
            return self.plain(value.tolist(), depth)
        about: dict[str, Any] = {"shape": list(value.shape), "dtype": str(value.dtype)}
        with suppress(Exception):  # of texts there is no least one
            about |= {"min": self.plain(value.min(), 1), "max": self.plain(value.max(), 1)}
        with suppress(Exception):
            flat = value.reshape(-1)
            about |= {"first": flat[:10].tolist(), "last": flat[-10:].tolist()}
        return self.plain(about, depth + 1)


def _scalar(value: Any) -> Any:
    if isinstance(value, str):
        text = str.__str__(value)
        more = len(text) - MOST
        return text if more <= 0 else f"{text[:MOST]}… {more:,} more characters"
    if isinstance(value, int):
        number = int(value)
        try:
            str(number)  # Python writes only so many digits
        except ValueError:
            return f"an integer of {number.bit_length():,} bits"
        return number
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return f"{len(value):,} bytes"


def _key(key: object) -> str:
    several = cast("tuple[object, ...]", key) if isinstance(key, tuple) else (key,)
    return ",".join(printed(one, str) for one in several)


def _has(value: Any, *names: str) -> bool:
    """Whether the class of `value` has all these; objects that stand for others answer to any."""
    kind = cast("type[object]", type(value))
    return all(hasattr(kind, name) for name in names)


def _table(value: Any) -> str:
    """The head of a DataFrame or Series, as CSV, under a line with its size."""
    count = value.shape[0]
    size = f"{count:,} rows" + (f" × {value.shape[1]:,} columns" if len(value.shape) > 1 else "")
    more = f", the first {ROWS} of them" if count > ROWS else ""
    return f"{type(value).__name__} of {size}{more}:\n{value.head(ROWS).to_csv()}"


def _drawn(value: Any) -> bytes:
    out = io.BytesIO()
    if _has(value, *FIGURE):
        value.savefig(out, format="PNG")
    else:
        # a PNG has no form for modes such as CMYK
        (value if value.mode in _PNG_MODES else value.convert("RGB")).save(out, "PNG")
    return out.getvalue()
