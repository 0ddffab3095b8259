"""The usual names of labels, classes, scores, tracks and sizes, looked up over whole lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..document import Group
from ..shapes import Row, is_list, is_object
from .reading import Found, Page

LABELS = (
    "label", "class_name", "className", "name", "class", "category", "category_name", "tagName",
    "object", "text", "text_label", "title",
)  # fmt: skip
CLASSES = ("class_id", "classId", "category_id", "cls_id", "label_id", "class", "label", "category")
SCORES = ("score", "confidence", "conf", "probability", "prob", "det_score", "similarity")
TRACKS = ("track_id", "tracker_id", "trackId", "tracking_id")
NAMES = ("names", "class_names")
SIZE_PAIRS = (("width", "height"), ("w", "h"))
SIZE_FIELDS = ("image_width", "image_height"), ("imageWidth", "imageHeight"), ("width", "height")
# objects that hold the size of the picture, and lists: OpenCV's and NumPy's shape is rows first
SIZE_HOLDERS = ("image", "image_size", "imageSize", "image_metadata", "metadata", "info")
SIZE_LISTS = {"image_size": False, "imageSize": False, "image_shape": True, "orig_shape": True}
WORDS = re.compile(r"format|convention|coordinate|order|scale|model|space|unit", re.IGNORECASE)


def keys_of(rows: Iterable[Row]) -> set[str]:
    """Every key that any row has."""
    return set[str]().union(*rows)


def column(
    rows: Sequence[Row], names: Sequence[str], kinds: tuple[type, ...], keys: set[str] | None = None
) -> list[Any]:
    """A value a row: the first of `names` that holds one of `kinds` (exact types), else None.

    >>> column([{"name": "cat"}, {"class": 3, "label": "dog"}], LABELS, (str,))
    ['cat', 'dog']
    """
    keys = keys_of(rows) if keys is None else keys
    used = [name for name in names if name in keys]
    if not used:
        return [None] * len(rows)
    if len(used) == 1:
        found = [row.get(used[0]) for row in rows]
        if set(map(type, found)) <= {*kinds}:
            return found
        return [value if type(value) in kinds else None for value in found]
    return [
        next((row[name] for name in used if type(row.get(name)) in kinds), None) for row in rows
    ]


def has_any(rows: Iterable[Row], names: Sequence[str]) -> bool:
    """Whether any row has any of these keys."""
    return not keys_of(rows).isdisjoint(names)


def names_table(around: Iterable[Row]) -> Mapping[int, str] | None:
    """The names of classes that stand beside the rows: a list, or an object by number.

    >>> names_table([{"names": {"16": "dog"}}])
    {16: 'dog'}
    """
    for place in around:
        for key in NAMES:
            table = _by_number(place.get(key))
            if table:
                return table
    return None


def _by_number(value: Any) -> dict[int, str] | None:
    if is_list(value):
        return dict(enumerate(value)) if _all_text(value) else None
    if not is_object(value) or not _all_text(value.values()):
        return None
    keyed = all(str(key).isdecimal() for key in value)
    return {int(key): name for key, name in value.items()} if keyed else None


def _all_text(values: Iterable[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def words_around(group: Group) -> str:
    """Texts beside the rows whose keys speak of formats or models, as `key: text`.

    >>> words_around(Group([], "", ({"bbox_format": "xyxy", "file": "a.jpg"},)))
    'bbox_format: xyxy'
    """
    told: list[str] = []
    for place in reversed(group.around):
        holders = [place, *filter(is_object, place.values())]
        for holder in holders:
            for key, value in holder.items():
                if WORDS.search(key) and isinstance(value, str | int):
                    told.append(f"{key}: {str(value)[:200]}")
    return "; ".join(told[:20])


def declared_size(places: Iterable[Row]) -> tuple[int, int] | None:
    """The size of the picture that the payload says its coordinates refer to.

    Sizes of zero and empty texts, which some services send for pictures they fetched, are none.

    >>> declared_size([{"image": {"width": "640", "height": "480"}}])
    (640, 480)
    >>> declared_size([{"image_shape": [480, 640]}])
    (640, 480)
    """
    for place in places:
        for across, down in SIZE_FIELDS:
            if size := _size(place.get(across), place.get(down)):
                return size
        for key in SIZE_HOLDERS:
            if size := _held(place.get(key)):
                return size
        for key, rows_first in SIZE_LISTS.items():
            value = place.get(key)
            if is_list(value) and len(value) in (2, 3):
                first, second = value[:2]
                if size := _size(second, first) if rows_first else _size(first, second):
                    return size
    return None


def _held(value: Any) -> tuple[int, int] | None:
    if isinstance(value, str):
        match = re.fullmatch(r"\s*(\d+)\s*[x×]\s*(\d+)\s*", value)
        return _size(match[1], match[2]) if match else None
    if not is_object(value):
        return None
    holder = value
    for across, down in SIZE_PAIRS:
        if size := _size(holder.get(across), holder.get(down)):
            return size
    inner = holder.get("image_size")
    return _held(inner) if isinstance(inner, str | dict) else None


def _size(width: Any, height: Any) -> tuple[int, int] | None:
    return (w, h) if (w := _pixels(width)) and (h := _pixels(height)) else None


def _pixels(value: Any) -> int:
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 9:
        return int(value)
    if type(value) is int or (type(value) is float and value.is_integer()):
        return int(value) if 0 < value < 1_000_000 else 0
    return 0


def found_rows(
    rows: Sequence[Row], numbers: Sequence[tuple[Any, ...]], polygons: Sequence[Any] = ()
) -> list[Found]:
    """Rows under their usual names, with numbers that a reader has found.

    Args:
        rows: the payload's objects.
        numbers: four a row.
        polygons: outlines a row, or nothing at all.

    >>> found_rows([{"name": "cat", "confidence": 0.5}], [(1, 2, 3, 4)])[0].label
    'cat'
    """
    keys = keys_of(rows)
    tracks = column(rows, TRACKS, (int, str), keys)
    return [
        # supervision writes an empty text for no track
        Found(four, label, number, score, None if track == "" else track, outline)
        for four, label, number, score, track, outline in zip(
            numbers,
            column(rows, LABELS, (str,), keys),
            column(rows, CLASSES, (int,), keys),
            column(rows, SCORES, (float, int, str), keys),
            tracks,
            polygons or [()] * len(rows),
            strict=True,
        )
    ]


def page(group: Group, rows: list[Found]) -> Page:
    """The page of a group: with the size and the names that stand around its rows.

    >>> page(Group([], "", ({"image_size": [64, 48]},)), []).size
    (64, 48)
    """
    inner_first = group.around[::-1]
    return Page(rows, declared_size(inner_first), None, names_table(inner_first))
