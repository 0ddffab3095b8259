"""Where labels go: beside their boxes, inside the picture, not over each other."""

from __future__ import annotations

from collections.abc import Iterator

Place = tuple[int, int]
Edges = tuple[int, int, int, int]
CELL = 8


class Occupancy:
    """Which parts of a picture are taken, in cells of 8 × 8 pixels; a row of cells is one number.

    Args:
        width: of the picture in pixels.
        height: of the picture in pixels.

    >>> taken = Occupancy(100, 100)
    >>> taken.take(0, 0, 20, 10), taken.take(10, 0, 20, 10), taken.take(0, 16, 20, 10)
    (True, False, True)
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._rows = [0] * (-(-height // CELL) + 1)

    def take(self, x: int, y: int, width: int, height: int) -> bool:
        """Take a rectangle if all of it is free."""
        first, last = x // CELL, (x + width - 1) // CELL
        mask = ((1 << (last - first + 1)) - 1) << first
        top, bottom = y // CELL, (y + height - 1) // CELL + 1
        rows = self._rows
        for row in range(top, bottom):
            if rows[row] & mask:
                return False
        for row in range(top, bottom):
            rows[row] |= mask
        return True

    def place(self, box: Edges, width: int, height: int) -> Place | None:
        """The first free place for a label of a box, and `None` where there is none.

        >>> Occupancy(100, 100).place((20, 40, 60, 80), 30, 12)
        (20, 28)
        """
        for x, y in places(box, width, height):
            left = min(max(x, 0), self.width - width)
            top = min(max(y, 0), self.height - height)
            if left >= 0 and top >= 0 and self.take(left, top, width, height):
                return left, top
        return None


def places(box: Edges, width: int, height: int) -> Iterator[Place]:
    """Upper left corners for a label, best first: above, below, then within the box."""
    left, top, right, bottom = box
    yield left, top - height
    yield right - width, top - height
    yield left, bottom
    yield right - width, bottom
    yield left, top
    yield right - width, top
    yield left, bottom - height
    yield right - width, bottom - height
