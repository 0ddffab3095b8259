"""Rows with four bare numbers: `bbox: [a, b, c, d]`, whose order and scale the solver settles.

Some keys name them. Ultralytics calls centre and size `xywh`, others the corner and size:
https://docs.ultralytics.com/reference/engine/results/ (`Boxes`)
"""

from __future__ import annotations

from typing import Any

from ..document import Document, Table
from ..shapes import Row, is_list
from .fields import SCORES, found_rows, has_any, keys_of, page, words_around
from .outlines import outlines
from .places import evident
from .reading import Found, Reading, Refusal

# keys that leave everything open
OPEN = (
    "bbox", "box", "bounding_box", "boundingBox", "coordinates", "coords", "rect",
    "box_coordinates", "normalized_box", "bbox_normalized",
)  # fmt: skip
# keys that name the convention themselves
TOLD: dict[str, tuple[str, ...]] = {
    "xyxy": ("xyxy.px", "xyxy.01"),
    "bbox_xyxy": ("xyxy.px", "xyxy.01"),
    "box_xyxy": ("xyxy.px", "xyxy.01"),
    "ltrb": ("xyxy.px", "xyxy.01"),
    "xyxyn": ("xyxy.01",),
    "xywh": ("xywh.px", "cxcywh.px", "xywh.01", "cxcywh.01"),
    "bbox_xywh": ("xywh.px", "xywh.01"),
    "ltwh": ("xywh.px", "xywh.01"),
    "xywhn": ("cxcywh.01",),
    "cxcywh": ("cxcywh.px", "cxcywh.01"),
    "normalized_box_2d": ("yxyx.1000",),
}
# places on the earth are no places in a picture
_EARTH = ("lat", "latitude", "geometry", "stac_version", "place_id", "osm_id")


def bare(document: Document) -> Reading | Refusal | None:
    """Rows of four numbers, of which a score or a class says that they are detections."""
    if not document.context.image_linked:
        return None
    for table in document.tables:
        key = _key(table)
        if key is None or not _is_detections(table):
            continue
        if all(isinstance(row.get(key), str) for row in table.rows):
            return Refusal("numbers", "stringified_array")
        pages = tuple(page(group, _rows(group.rows, key)) for group in table.groups)
        words = words_around(table.groups[0])
        return Reading("numbers", pages, TOLD.get(key, ()), "declared", words=words)
    return None


def _key(table: Table) -> str | None:
    keys = keys_of(table.rows)
    told = (key for key in (*TOLD, *OPEN) if key in keys)
    return next((key for key in told if _holds_boxes(table.rows, key)), None)


def _holds_boxes(rows: list[Row], key: str) -> bool:
    """Whether every row has the key, and one of them four numbers below it, or a text of them."""
    if not all(key in row for row in rows):
        return False
    return any(_four(row[key]) or _four_as_text(row[key]) for row in rows)


def _four(value: Any) -> bool:
    return is_list(value) and len(value) == 4 and not any(isinstance(v, list | dict) for v in value)


def _four_as_text(value: Any) -> bool:
    """`"[1, 2, 3, 4]"`, or NumPy's `"[1. 2. 3. 4.]"`."""
    if not isinstance(value, str) or not value.startswith("[") or len(value) > 200:
        return False
    return len(value.strip("[] \n").replace(",", " ").split()) == 4


def _is_detections(table: Table) -> bool:
    if has_any(table.rows, _EARTH):
        return False
    return evident(table) if table.listed else has_any(table.rows, SCORES)


def _rows(rows: list[Row], key: str) -> list[Found]:
    values: list[Any] = [row.get(key) for row in rows]
    numbers = [tuple(v) if is_list(v) else () for v in values]
    return [
        found._replace(code="mixed_geometry") if isinstance(value, dict | str) else found
        for found, value in zip(found_rows(rows, numbers, outlines(rows)), values, strict=True)
    ]
