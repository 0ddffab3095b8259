"""Rows with a centre and a size: Roboflow and CreateML, both in pixels."""

from __future__ import annotations

from typing import Any

from ..document import Document
from ..shapes import Row, is_list, is_object, objects
from .fields import found_rows, page, words_around
from .outlines import keypoints, outlines
from .places import Place, numbers_at
from .reading import Found, Page, Reading

NAMES = ("x", "y", "width", "height")
_ROW = frozenset((*NAMES, "confidence", "class"))


def roboflow(document: Document) -> Reading | None:
    """`{predictions: [{x, y, width, height, confidence, class}], image: {width, height}}`.

    Source: https://docs.roboflow.com/deploy/legacy-documentation (response object format), and
    `inference/core/entities/responses/inference.py` of https://github.com/roboflow/inference
    """
    for table in document.tables:
        group = table.groups[0]
        if group.container != "predictions" or not table.rows:
            continue
        if not all(row.keys() >= _ROW for row in table.rows):
            continue
        marked = any("class_id" in row or "detection_id" in row for row in table.rows)
        if not marked and not any("image" in place for place in group.around):
            continue
        pages = tuple(page(each, _roboflow_rows(each.rows)) for each in table.groups)
        return Reading("roboflow", pages, ("cxcywh.px",), words=words_around(group))
    return None


def _roboflow_rows(rows: list[Row]) -> list[Found]:
    found = found_rows(rows, numbers_at(rows, Place("", NAMES)), outlines(rows))
    return [
        each._replace(keypoints=keypoints(row.get("keypoints")))
        for each, row in zip(found, rows, strict=True)
    ]


def createml(document: Document) -> Reading | None:
    """`[{image, annotations: [{label, coordinates: {x, y, width, height}}]}]`.

    Source: https://developer.apple.com/documentation/createml/building-an-object-detector-data-source
    """
    pictures = objects(document.value)
    if pictures is None or not all(_is_createml(picture) for picture in pictures):
        return None
    pages = [
        Page(
            found_rows(rows, numbers_at(rows, Place("coordinates", NAMES))),
            None,
            picture.get("image", picture.get("imagefilename")),
        )
        for picture in pictures
        for rows in [picture["annotations"]]
    ]
    return Reading("createml", tuple(pages), ("cxcywh.px",)) if any(p.rows for p in pages) else None


def _is_createml(picture: Row) -> bool:
    name: Any = picture.get("image", picture.get("imagefilename"))
    rows = picture.get("annotations")
    return (
        isinstance(name, str)
        and is_list(rows)
        and all(is_object(row) and is_object(row.get("coordinates")) for row in rows)
    )
