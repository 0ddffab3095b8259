"""Rows whose corners have names: `xmin`, `x1`, `x_min`, `left`…, in pixels or parts.

Hugging Face pipelines (https://huggingface.co/docs/transformers/main_classes/pipelines),
Ultralytics `Results.summary` (https://docs.ultralytics.com/reference/engine/results/),
supervision's `JSONSink`, DeepStack, Moondream (https://docs.moondream.ai/skills/detect/), DINO-X,
OpenVINO.
"""

from __future__ import annotations

from ..document import Document, Table
from ..shapes import Row, as_object
from .fields import CLASSES, LABELS, SCORES, found_rows, has_any, page, words_around
from .outlines import outlines
from .places import BOXES, Place, evident, numbers_at, place_of, sizes_at
from .reading import Found, Reading

FAMILIES = (
    ("xmin", "ymin", "xmax", "ymax"),
    ("x_min", "y_min", "x_max", "y_max"),
    ("xMin", "yMin", "xMax", "yMax"),
    ("x1", "y1", "x2", "y2"),
    ("x0", "y0", "x1", "y1"),
    ("left", "top", "right", "bottom"),
)
# names that nothing but a box uses; the others also name lines, axes and windows
PLAIN = FAMILIES[:3]
CONVENTIONS = ("xyxy.px", "xyxy.01")


def named(document: Document) -> Reading | None:
    """`{box: {xmin, ymin, xmax, ymax}, label, score}` and the like, nested or flat."""
    for table in document.tables:
        place = place_of(table.rows, FAMILIES, ("", *BOXES))
        if place is None or not _is_box(table, place, document):
            continue
        pages = tuple(page(group, _rows(group.rows, place, document)) for group in table.groups)
        words = words_around(table.groups[0])
        return Reading(_name(table, place), pages, CONVENTIONS, words=words)
    return None


def _is_box(table: Table, place: Place, document: Document) -> bool:
    if place.key and "x3" in as_object(table.rows[0].get(place.key)):
        return False
    scored, classed = has_any(table.rows, SCORES), _classed(table)
    if not document.context.image_linked:
        return bool(place.key) and scored and classed
    if place.names == FAMILIES[-1] or not table.listed:
        # windows have these names too, and one object alone is little evidence
        return scored and (classed or bool(place.key))
    if not place.key and place.names in PLAIN and _nothing_else(table, place):
        return True
    return evident(table, named=bool(place.key) or place.names in PLAIN)


def _classed(table: Table) -> bool:
    return has_any(table.rows, LABELS) or has_any(table.rows, CLASSES)


def _nothing_else(table: Table, place: Place) -> bool:
    """Moondream's rows: four corners, and not a word more."""
    return all(set(row) == set(place.names) for row in table.rows)


def _rows(rows: list[Row], place: Place, document: Document) -> list[Found]:
    if not rows:
        return []
    found = found_rows(rows, numbers_at(rows, place), outlines(rows))
    sizes = sizes_at(rows, place)
    if sizes is not None:
        found = [each._replace(size=size) for each, size in zip(found, sizes, strict=True)]
    if place == Place("", FAMILIES[1]) and not _any_label(found):
        # Moondream finds what it is asked for, and leaves the word out of its answer
        asked = document.context.arguments.get("object")
        found = [each._replace(label=asked) for each in found]
    if any(_is_mixed(row, each) for row, each in zip(rows, found, strict=True)):
        return [
            each._replace(code="mixed_geometry") if _is_mixed(row, each) else each
            for row, each in zip(rows, found, strict=True)
        ]
    return found


def _any_label(found: list[Found]) -> bool:
    return any(each.label is not None or each.class_id is not None for each in found)


def _is_mixed(row: Row, found: Found) -> bool:
    """Whether a row without these names has its box in another form."""
    return all(
        type(v) not in (int, float, str, bool) and v is not None for v in found.numbers
    ) and (any(isinstance(row.get(key), list | dict) for key in BOXES))


def _name(table: Table, place: Place) -> str:
    keys = set(table.rows[0])
    if place == Place("box", FAMILIES[0]) and {"score", "label"} <= keys:
        return "hf.object_detection"
    if place == Place("box", FAMILIES[3]) and {"name", "class", "confidence"} <= keys:
        return "ultralytics.summary"
    if place == Place("", FAMILIES[1]):
        if "tracker_id" in keys:
            return "supervision.json_sink"
        if table.groups[0].container == "objects":
            return "moondream"
        if table.groups[0].container == "predictions" and "confidence" in keys:
            return "deepstack"
    return "corners.named"
