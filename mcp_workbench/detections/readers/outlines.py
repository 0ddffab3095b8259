"""Outlines and keypoints beside the box of a row, as several libraries write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..coordinates import MISSING
from ..shapes import Row, is_list, is_object
from .fields import keys_of

# keys that hold an outline: pairs, or objects with x and y
KEYS = ("polygon", "points", "contour")


def outlines(rows: Sequence[Row]) -> list[tuple[Any, ...]]:
    """The outlines of every row; nothing at all where no row has any.

    Ultralytics writes `segments: {x: […], y: […]}`
    (https://docs.ultralytics.com/reference/engine/results/, `Results.summary`), Roboflow
    `points: [{x, y}]`, others a list of pairs.

    >>> outlines([{"segments": {"x": [0, 4, 4], "y": [0, 0, 3]}}])
    [([(0, 0), (4, 0), (4, 3)],)]
    """
    if keys_of(rows).isdisjoint(("segments", *KEYS)):
        return []
    return [_outline(row) for row in rows]


def _outline(row: Row) -> tuple[Any, ...]:
    segments = row.get("segments")
    if is_object(segments):
        across = segments.get("x")
        down = segments.get("y")
        if not is_list(across) or not is_list(down):
            return ()
        xs, ys = across, down
        # an outline that lost points is reported as bad, never cut to the shorter column
        return (list(zip(xs, ys, strict=True)) if len(xs) == len(ys) else [],)
    for key in KEYS:
        points = row.get(key)
        if is_list(points) and points:
            return (pairs(points),)
    return ()


def pairs(points: Sequence[Any], across: str = "x", down: str = "y") -> list[Any]:
    """Points as pairs where they are objects; others are left for the check that follows.

    >>> pairs([{"x": 1, "y": 2}, [3, 4]])
    [(1, 2), [3, 4]]
    """
    return [
        (point.get(across, MISSING), point.get(down, MISSING)) if is_object(point) else point
        for point in points
    ]


def flat_pairs(numbers: Any) -> list[Any]:
    """`[x, y, x, y]` as pairs; an odd count is no outline.

    >>> flat_pairs([1, 2, 3, 4]), flat_pairs([1, 2, 3])
    ([(1, 2), (3, 4)], [])
    """
    if not is_list(numbers) or len(numbers) % 2:
        return []
    listed = numbers
    return list(zip(listed[::2], listed[1::2], strict=True))


def keypoints(value: Any) -> tuple[Any, ...]:
    """`[{x, y, confidence, class}]` as x, y, score, name.

    >>> keypoints([{"x": 1, "y": 2, "confidence": 0.5, "class": "nose"}])
    ((1, 2, 0.5, 'nose'),)
    """
    if not is_list(value):
        return ()
    points = [each for each in value if is_object(each)]
    return tuple(
        (
            point.get("x", MISSING),
            point.get("y", MISSING),
            point.get("confidence", point.get("score")),
            point.get("class", point.get("label")),
        )
        for point in points
    )
