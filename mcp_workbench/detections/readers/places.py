"""Rows whose coordinates have names: which keys they use, and whether they are detections."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from ..coordinates import MISSING
from ..document import Table
from ..shapes import Row, is_object
from .fields import CLASSES, LABELS, SCORES, has_any

BOXES = (
    "box", "bbox", "bounding_box", "boundingBox", "bndbox", "rect", "rectangle", "faceRectangle",
)  # fmt: skip
# how many rows are looked at to find out which keys a list uses
LOOK = 50


class Place(NamedTuple):
    """Where a row has its coordinates.

    Args:
        key: of the object that holds them; empty for the row itself.
        names: of the four coordinates, in the order of the convention.
    """

    key: str
    names: tuple[str, str, str, str]


def place_of(
    rows: Sequence[Row], families: Sequence[tuple[str, str, str, str]], keys: Sequence[str]
) -> Place | None:
    """The place that a list of rows uses: the first that one of them has with three of its names.

    Three, so that a coordinate that is missing is noticed, and not taken for another format.

    >>> place_of([{"box": {"xmin": 1, "ymin": 2, "xmax": 3}}], [("xmin", "ymin", "xmax", "ymax")],
    ...          BOXES).key
    'box'
    """
    for row in rows[:LOOK]:
        for key in keys:
            inner = row.get(key) if key else row
            if is_object(inner):
                for names in families:
                    if sum(name in inner for name in names) >= 3:
                        return Place(key, names)
    return None


def numbers_at(rows: Sequence[Row], place: Place) -> list[tuple[Any, ...]]:
    """The four values of every row; `MISSING` where a key is absent.

    >>> numbers_at([{"x1": 1, "y1": 2, "x2": 3}], Place("", ("x1", "y1", "x2", "y2")))
    [(1, 2, 3, MISSING)]
    """
    four = itemgetter(*place.names)
    found: list[tuple[Any, ...]] = []
    for row in rows:
        inner: Any = row.get(place.key) if place.key else row
        try:
            found.append(four(inner))
        except (KeyError, TypeError):
            held = inner if is_object(inner) else {}
            found.append(tuple(held.get(name, MISSING) for name in place.names))
    return found


def sizes_at(rows: Sequence[Row], place: Place) -> list[tuple[Any, Any]] | None:
    """Width and height that rows repeat beside their corners; `None` where the first has none."""
    first: Any = rows[0].get(place.key) if place.key else rows[0]
    if not is_object(first) or not {"width", "height"} <= set(first):
        return None
    held = [row.get(place.key) if place.key else row for row in rows]
    return [(h.get("width"), h.get("height")) if is_object(h) else (0, 0) for h in held]


def evident(table: Table, *, named: bool = False) -> bool:
    """Whether rows are things found in a picture, and not charts, windows or documents.

    A score says so, or an area; a class does below a key such as `detections`, and also at the top
    where the coordinates have unmistakable names.

    >>> from mcp_workbench.detections.document import Context, Document
    >>> evident(Document({"data": [{"name": "Button"}]}, Context()).tables[0])
    False
    """
    rows = table.rows
    if not rows:
        return False
    if has_any(rows, SCORES):
        return True
    group = table.groups[0]
    if has_any(rows, ("area",)) and group.strong:
        return True
    about = has_any(rows, LABELS) or has_any(rows, CLASSES)
    return about and (group.strong or (named and not group.container))
