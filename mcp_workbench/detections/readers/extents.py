"""Rows with a corner or centre and a size under names: `left, top, width, height` and the like.

MediaPipe (https://ai.google.dev/edge/mediapipe/solutions/vision/object_detector), Azure Face and
Custom Vision (https://learn.microsoft.com/rest/api/customvision/), OpenCV servers. `x, y` beside a
`width` may be the corner or the centre: inside an object of its own the corner is the custom, and
the reading says that it is assumed; in the row itself only the geometry can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..document import Document, Table
from ..shapes import Row, as_object, is_list
from .fields import SCORES, column, found_rows, has_any, page, words_around
from .outlines import outlines
from .places import BOXES, Place, evident, numbers_at, place_of
from .reading import Found, Reading

CERTAIN = (
    ("left", "top", "width", "height"),
    ("originX", "originY", "width", "height"),
    ("origin_x", "origin_y", "width", "height"),
    ("x_min", "y_min", "width", "height"),
    ("xmin", "ymin", "width", "height"),
)
EITHER = (("x", "y", "width", "height"), ("x", "y", "w", "h"))
CORNER = ("xywh.px", "xywh.01")
OPEN = ("xywh.px", "cxcywh.px", "xywh.01", "cxcywh.01")


def corner_and_size(document: Document) -> Reading | None:
    """`{boundingBox: {left, top, width, height}}` and the like: where the corner is certain."""
    for table in document.tables:
        place = place_of(table.rows, CERTAIN, ("", *BOXES))
        if place is not None and _is_box(table, place, document):
            return _reading("extents.corner", table, place, CORNER)
    return None


def point_and_size(document: Document) -> Reading | None:
    """`{bbox: {x, y, width, height}}` or the same names in the row itself."""
    for table in document.tables:
        place = place_of(table.rows, EITHER, ("", *BOXES))
        if place is None or not _is_box(table, place, document):
            continue
        if _from_opencv(table, place):
            return _reading("mcp.opencv", table, place, CORNER)
        reading = _reading("extents.point", table, place, CORNER if place.key else OPEN)
        return reading if not place.key else _assumed(reading)
    return None


def _is_box(table: Table, place: Place, document: Document) -> bool:
    if place.key == "faceRectangle":
        return True
    if not document.context.image_linked:
        return False
    if not place.key or not table.listed:
        return has_any(table.rows, SCORES)
    return evident(table) or has_any(table.rows, ("categories",))


def _from_opencv(table: Table, place: Place) -> bool:
    """OpenCV's detectors give the corner: `{face_count, faces: [{x, y, width, height}]}`."""
    around = table.groups[0].around
    counted = any("face_count" in each or "object_count" in each for each in around)
    return not place.key and counted and place.names == EITHER[0]


def _assumed(reading: Reading) -> Reading:
    return Reading(
        reading.name, reading.pages, reading.conventions, "assumed",
        points=reading.points, words=reading.words,
    )  # fmt: skip


def _reading(name: str, table: Table, place: Place, conventions: tuple[str, ...]) -> Reading:
    pages = tuple(page(group, _rows(group.rows, place)) for group in table.groups)
    return Reading(name, pages, conventions, words=words_around(table.groups[0]))


def _rows(rows: Sequence[Row], place: Place) -> list[Found]:
    found = found_rows(rows, numbers_at(rows, place), outlines(rows))
    if not has_any(rows, ("categories",)):
        return found
    return [
        each._replace(**_category(tops)) for each, tops in zip(found, map(_tops, rows), strict=True)
    ]


def _tops(row: Row) -> Row:
    """MediaPipe's best category of a row."""
    categories = row.get("categories")
    return as_object(categories[0]) if is_list(categories) and categories else {}


def _category(category: Row) -> dict[str, Any]:
    names = ("category_name", "categoryName", "display_name", "displayName", "name", "label")
    label = next(
        (category[n] for n in names if isinstance(category.get(n), str) and category[n]), None
    )
    number = column([category], ("index", "class_id"), (int,))[0]
    return {
        "label": label,
        "class_id": None if number is not None and number < 0 else number,
        "score": category.get("score"),
    }
