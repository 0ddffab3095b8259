"""Formats of four numbers under one key whose order their authors state.

InsightFace (`insightface/app/common.py`), PaddleX (https://paddlepaddle.github.io/PaddleX/),
OmniParser (https://github.com/microsoft/OmniParser), FiftyOne
(https://docs.voxel51.com/user_guide/using_datasets.html#object-detection), SageMaker's built-in
detector, and the YOLO MCP server (https://github.com/GongRzhe/YOLO-MCP-Server).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..document import Document, Table
from ..shapes import Row, as_list, is_list
from .fields import found_rows, page
from .outlines import flat_pairs
from .reading import Found, Page, Reading


class Format(NamedTuple):
    """A format by its keys.

    Args:
        name: of the format.
        key: that holds the four numbers.
        beside: keys that every row has too.
        conventions: what the numbers may be.
        finish: what else is taken from a row.
    """

    name: str
    key: str
    beside: frozenset[str]
    conventions: tuple[str, ...]
    finish: Callable[[Found, Row], Found] = lambda found, _: found


def _insightface(found: Found, row: Row) -> Found:
    pairs = [point for point in as_list(row["kps"]) if is_list(point) and len(point) == 2]
    return found._replace(keypoints=tuple((x, y, None, None) for x, y in pairs))


def _omniparser(found: Found, row: Row) -> Found:
    return found._replace(label=row["content"] if isinstance(row["content"], str) else row["type"])


def _fiftyone(found: Found, row: Row) -> Found:
    return found._replace(track_id=row.get("index"))


def _paddlex(found: Found, row: Row) -> Found:
    if len(found.numbers) == 8:
        outline = flat_pairs(row["coordinate"])
        return found._replace(numbers=(), polygons=(outline,), rotated=True)
    return found


FORMATS = (
    Format("insightface", "bbox", frozenset(("kps", "det_score")), ("xyxy.px",), _insightface),
    Format("paddlex.det", "coordinate", frozenset(("cls_id", "score")), ("xyxy.px",), _paddlex),
    Format(
        "omniparser", "bbox", frozenset(("interactivity", "content", "type")),
        ("xyxy.01",), _omniparser,
    ),
    Format("fiftyone", "bounding_box", frozenset(("_cls", "label")), ("xywh.01",), _fiftyone),
)  # fmt: skip


def arrays(document: Document) -> Reading | None:
    """Rows of one of `FORMATS`."""
    for table in document.tables:
        for each in FORMATS:
            if table.rows and all(_has(row, each) for row in table.rows):
                pages = tuple(page(g, _rows(g.rows, each)) for g in table.groups)
                return Reading(each.name, pages, each.conventions)
    return None


def _has(row: Row, each: Format) -> bool:
    return is_list(row.get(each.key)) and each.beside <= row.keys()


def _rows(rows: list[Row], each: Format) -> list[Found]:
    found = found_rows(rows, [tuple(row[each.key]) for row in rows])
    return [each.finish(one, row) for one, row in zip(found, rows, strict=True)]


def yolo_server(document: Document) -> Reading | None:
    """`{results: [{detections: [{box, class_name}], image_shape}], model_used}`: xyxy, pixels."""
    if "model_used" not in document.top:
        return None
    for table in document.tables:
        shaped = all(group.around and "image_shape" in group.around[-1] for group in table.groups)
        if shaped and table.rows and all(is_list(row.get("box")) for row in table.rows):
            return _from_boxes("mcp.yolo", table)
    return None


def _from_boxes(name: str, table: Table) -> Reading:
    pages = tuple(
        page(group, found_rows(group.rows, [tuple(row["box"]) for row in group.rows]))
        for group in table.groups
    )
    return Reading(name, pages, ("xyxy.px",))


def sagemaker(document: Document) -> Reading | None:
    """`{prediction: [[class, score, xmin, ymin, xmax, ymax]]}`.

    Source: https://docs.aws.amazon.com/sagemaker/latest/dg/object-detection-in-formats.html
    """
    rows = document.top.get("prediction")
    if not is_list(rows) or not rows or len(document.top) > 1:
        return None
    if not all(is_list(row) and len(row) == 6 and _is_class(row[0]) for row in rows):
        return None
    found = [Found(tuple(row[2:]), class_id=int(row[0]), score=row[1]) for row in rows]
    return Reading("sagemaker.od", (Page(found),), ("xyxy.01",))


def _is_class(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < 1_000_000 and value == int(value)
