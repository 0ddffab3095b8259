"""Boxes of vision language models: Gemini's `box_2d`, Qwen's `bbox_2d`.

`box_2d` is y, x, y, x in thousandths: https://ai.google.dev/gemini-api/docs/image-understanding.
`bbox_2d` is x, y, x, y; Qwen2.5-VL means pixels of its own resized input, Qwen3-VL thousandths, and
the key is the same: https://github.com/QwenLM/Qwen3-VL (cookbooks/2d_grounding).
"""

from __future__ import annotations

from typing import Any

from ..document import Document
from ..shapes import Row, is_list
from .fields import found_rows, page, words_around
from .outlines import pairs
from .reading import Found, Reading


def box_2d(document: Document) -> Reading | None:
    """A list of `{box_2d, label}`; a `mask` of points is x, y, although the box is y, x."""
    table = next((t for t in document.tables if _all_have(t.rows, "box_2d")), None)
    if table is None:
        return None
    pages = tuple(
        page(group, _rows(group.rows, "box_2d"))._replace(size=None) for group in table.groups
    )
    return Reading("gemini.box_2d", pages, ("yxyx.1000",), points="1000")


def bbox_2d(document: Document) -> Reading | None:
    """A list of `{bbox_2d, label}`, whose scale depends on the model."""
    table = next((t for t in document.tables if _all_have(t.rows, "bbox_2d")), None)
    if table is None:
        return None
    pages = tuple(page(group, _rows(group.rows, "bbox_2d")) for group in table.groups)
    words = words_around(table.groups[0])
    return Reading("qwen.bbox_2d", pages, ("xyxy.px", "xyxy.1000"), words=words)


def _all_have(rows: list[Row], key: str) -> bool:
    return bool(rows) and all(isinstance(row.get(key), list | str) for row in rows)


def _rows(rows: list[Row], key: str) -> list[Found]:
    numbers = [tuple(row[key]) if is_list(row[key]) else () for row in rows]
    found = found_rows(rows, numbers)
    return [
        each._replace(
            polygons=_points(row.get("mask")),
            code="stringified_array" if isinstance(row[key], str) else None,
        )
        for each, row in zip(found, rows, strict=True)
    ]


def _points(mask: Any) -> tuple[Any, ...]:
    """The outline that newer models give; older ones give a picture of the box's size."""
    return (pairs(mask),) if is_list(mask) and mask else ()
