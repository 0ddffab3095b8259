"""Four numbers as corners, by the order in which they come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import lt

from .detection import Box, Point

Corners = tuple[float, float, float, float]

# x right, y down; `xywh` is COCO's (left, top), `cxcywh` YOLO's, `trbl` that of CSS, `xxyy` that of
# Vertex AI: https://cocodataset.org/#format-data, https://docs.ultralytics.com/datasets/detect/
CORNERS: dict[str, Callable[[float, float, float, float], Corners]] = {
    "xyxy": lambda a, b, c, d: (a, b, c, d),
    "xywh": lambda a, b, c, d: (a, b, a + c, b + d),
    "cxcywh": lambda a, b, c, d: (a - c / 2, b - d / 2, a + c / 2, b + d / 2),
    "yxyx": lambda a, b, c, d: (b, a, d, c),
    "trbl": lambda a, b, c, d: (d, a, b, c),
    "xxyy": lambda a, b, c, d: (a, c, b, d),
}


def enclosing(points: Iterable[Point]) -> Box:
    """The box around points.

    >>> enclosing([(3, 1), (0, 5)])
    (0, 1, 3, 5)
    """
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


def around_all(boxes: Sequence[Corners]) -> Corners | None:
    """The box around boxes; `None` where one of them is inverted.

    >>> around_all([(0, 0, 2, 2), (1, 1, 5, 3)])
    (0, 0, 5, 3)
    """
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    left, top, right, bottom = zip(*boxes, strict=True)
    if any(map(lt, right, left)) or any(map(lt, bottom, top)):
        return None
    return min(left), min(top), max(right), max(bottom)


def agree(one: Box, other: Box) -> bool:
    """Whether two boxes are the same within 2 pixels plus 2 % of their size.

    >>> agree((0, 0, 100, 100), (0, 0, 103, 100)), agree((0, 0, 100, 100), (0, 0, 50, 100))
    (True, False)
    """
    reach_x = 2 + 0.02 * max(one[2] - one[0], other[2] - other[0])
    reach_y = 2 + 0.02 * max(one[3] - one[1], other[3] - other[1])
    reaches = (reach_x, reach_y, reach_x, reach_y)
    return all(abs(a - b) <= reach for a, b, reach in zip(one, other, reaches, strict=True))
