"""Rectangles at an angle: as a centre, a size and radians, or as four named corners.

Source: https://docs.ultralytics.com/tasks/obb/ (`xywhr`: radians, clockwise as y points down; the
corners as in `ultralytics/utils/ops.py`, `xywhr2xyxyxyxy`)
"""

from __future__ import annotations

import math
from typing import Any

from ..coordinates import check
from ..document import Document
from ..shapes import Row, as_object, is_list
from .fields import found_rows, page
from .reading import Reading

CORNERS = (("x1", "y1"), ("x2", "y2"), ("x3", "y3"), ("x4", "y4"))


def rotated(document: Document) -> Reading | None:
    """Rows of `{xywhr: [x, y, width, height, radians]}` or `{box: {x1, y1, … x4, y4}}`."""
    for table in document.tables:
        read = next((r for r in (_xywhr, _corners) if table.rows and all(map(r, table.rows))), None)
        if read is None:
            continue
        pages = tuple(
            page(
                group,
                [
                    found._replace(polygons=(read(row),), rotated=True)
                    for found, row in zip(
                        found_rows(group.rows, [()] * len(group.rows)), group.rows, strict=True
                    )
                ],
            )
            for group in table.groups
        )
        return Reading("ultralytics.obb", pages, ("points.px", "points.01"))
    return None


def _xywhr(row: Row) -> list[Any] | None:
    numbers = row.get("xywhr")
    if not is_list(numbers):
        return None
    checked = check(numbers, 5)
    if checked.code is not None:
        # kept as an outline that the check refuses
        return [(None, None)]
    return corners_of(*checked.numbers)


def corners_of(
    x: float, y: float, width: float, height: float, radians: float
) -> list[tuple[float, float]]:
    """The corners of a rectangle that is turned about its centre, clockwise in a picture.

    >>> [(round(a), round(b)) for a, b in corners_of(200, 150, 100, 40, math.pi / 2)]
    [(180, 200), (180, 100), (220, 100), (220, 200)]
    """
    along = width / 2 * math.cos(radians), width / 2 * math.sin(radians)
    aside = -height / 2 * math.sin(radians), height / 2 * math.cos(radians)
    return [
        (x + a * along[0] + b * aside[0], y + a * along[1] + b * aside[1])
        for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    ]


def _corners(row: Row) -> list[Any] | None:
    held = as_object(row.get("box"))
    if not all(x in held and y in held for x, y in CORNERS):
        return None
    return [(held[x], held[y]) for x, y in CORNERS]
