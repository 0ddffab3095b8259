"""COCO data sets and results: `bbox` is x, y, width, height in pixels.

Source: https://cocodataset.org/#format-data and https://cocodataset.org/#format-results
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from ..document import Context, Document
from ..masks import read_rle
from ..shapes import Row, is_list, is_object, objects
from .fields import declared_size, found_rows
from .outlines import flat_pairs
from .reading import Found, Page, Reading


def dataset(document: Document) -> Reading | None:
    """`{images, annotations, categories}`; the picture at hand is found by its file name."""
    top = document.top
    rows, images = objects(top.get("annotations")), objects(top.get("images"))
    categories = objects(top.get("categories"))
    if rows is None or images is None or categories is None:
        return None
    if not all({"image_id", "category_id"} <= row.keys() for row in rows):
        return None
    names = {c["id"]: c["name"] for c in categories if type(c.get("id")) is int and "name" in c}
    by_image: dict[Any, list[Row]] = {}
    for row in rows:
        by_image.setdefault(_key(row["image_id"]), []).append(row)
    pages = [
        _page(by_image.get(_key(image.get("id")), []), image, names, document.context)
        for image in images
    ]
    wanted = document.context.image_name
    chosen = [page for page in pages if wanted and page.name and _same(page.name, wanted)]
    return Reading("coco.dataset", tuple(chosen or pages), ("xywh.px",))


def results(document: Document) -> Reading | None:
    """A list of `{image_id, category_id, bbox, score}`, one picture an `image_id`."""
    rows = objects(document.value)
    keys = {"image_id", "category_id", "bbox", "score"}
    if rows is None or not all(keys <= row.keys() for row in rows):
        return None
    by_image: dict[Any, list[Row]] = {}
    for row in rows:
        by_image.setdefault(_key(row["image_id"]), []).append(row)
    pages = tuple(
        Page(_rows(part, document.context), None, str(image)) for image, part in by_image.items()
    )
    return Reading("coco.results", pages, ("xywh.px",))


def _key(value: Any) -> int | str:
    """What can be looked up, whatever a server has put in place of an id."""
    return value if type(value) is int else str(value)


def _same(name: str, wanted: str) -> bool:
    return PurePath(name).name == PurePath(wanted).name


def _page(rows: list[Row], image: Row, names: Mapping[int, str], context: Context) -> Page:
    name = image.get("file_name")
    return Page(
        _rows(rows, context), declared_size([image]), name if isinstance(name, str) else None, names
    )


def _rows(rows: list[Row], context: Context) -> list[Found]:
    numbers = [tuple(row["bbox"]) if is_list(row.get("bbox")) else () for row in rows]
    return [
        _with_shape(found, row, context)
        for found, row in zip(found_rows(rows, numbers), rows, strict=True)
    ]


def _with_shape(found: Found, row: Row, context: Context) -> Found:
    segmentation = row.get("segmentation")
    if is_list(segmentation) and segmentation:
        polygons = [flat_pairs(part) for part in segmentation]
        found = found._replace(polygons=tuple(polygons))
    elif is_object(segmentation):
        found = found._replace(mask=read_rle(segmentation, context.image_size))
    if row.get("iscrowd") == 1:
        found = found._replace(attributes={"iscrowd": 1})
    return found
