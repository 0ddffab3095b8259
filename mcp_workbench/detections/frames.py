"""From the picture that coordinates refer to, to the picture that is displayed.

A payload may declare a size that is not the displayed picture's: a server that scaled its input,
padded it to a square, or ignored the EXIF orientation.
"""

from __future__ import annotations

from dataclasses import dataclass

from .codes import Code
from .conventions import DIVISORS
from .detection import Box, Point, Polygon, Size

SAME_ASPECT = 0.01
# orientations that exchange width and height, which is how a wrong one shows itself
SIDEWAYS = (5, 6, 7, 8)


@dataclass(frozen=True, slots=True)
class Frame:
    """A scale, an offset, and a turn.

    Args:
        fx: factor across.
        fy: factor down.
        dx: added after it, in pixels.
        dy: added after it, in pixels.
        turn: the EXIF orientation that is applied last, 1 for none.
        size: of the picture before that turn.
        warnings: what the move is called where a person should know of it.

    >>> Frame(2.0, 2.0).box((1, 1, 2, 3))
    (2.0, 2.0, 4.0, 6.0)
    """

    fx: float = 1.0
    fy: float = 1.0
    dx: float = 0.0
    dy: float = 0.0
    turn: int = 1
    size: Size = (0, 0)
    warnings: tuple[Code, ...] = ()

    def point(self, x: float, y: float) -> Point:
        """`x`, `y` in pixels of the displayed picture."""
        x, y = x * self.fx + self.dx, y * self.fy + self.dy
        return (x, y) if self.turn == 1 else turned(x, y, self.turn, self.size)

    def polygon(self, points: Polygon) -> Polygon:
        """An outline in pixels of the displayed picture."""
        if self.turn != 1:
            return tuple(self.point(x, y) for x, y in points)
        fx, fy, dx, dy = self.fx, self.fy, self.dx, self.dy
        return tuple([(x * fx + dx, y * fy + dy) for x, y in points])

    def box(self, corners: Box) -> Box:
        """Corners in pixels of the displayed picture, in order again after a turn."""
        x1, y1, x2, y2 = corners
        if self.turn == 1:
            fx, fy, dx, dy = self.fx, self.fy, self.dx, self.dy
            return x1 * fx + dx, y1 * fy + dy, x2 * fx + dx, y2 * fy + dy
        (x1, y1), (x2, y2) = self.point(x1, y1), self.point(x2, y2)
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def turned(x: float, y: float, orientation: int, size: Size) -> Point:
    """Where a point of the stored picture is once the EXIF `orientation` is applied.

    Source: Exif 2.32 (CIPA DC-008), tag 0x0112; the same as Pillow's `ImageOps.exif_transpose`.

    >>> turned(0, 0, 6, (40, 30))
    (30, 0)
    """
    width, height = size
    places = {
        2: (width - x, y),
        3: (width - x, height - y),
        4: (x, height - y),
        5: (y, x),
        6: (height - y, x),
        7: (height - y, width - x),
        8: (y, width - x),
    }
    return places.get(orientation, (x, y))


@dataclass(frozen=True, slots=True)
class Target:
    """The displayed picture, and what is known of its file.

    Args:
        size: width and height as displayed, `None` where there is no picture.
        raw_size: of the file, before its orientation is applied.
        orientation: its EXIF orientation.
    """

    size: Size | None
    raw_size: Size | None = None
    orientation: int = 1

    @property
    def sideways(self) -> bool:
        """Whether file and display differ in width and height."""
        return self.orientation in SIDEWAYS and self.raw_size not in (None, self.size)


def frames(scale: str, declared: Size | None, target: Target) -> dict[str, Frame]:
    """The frames that coordinates of `scale` may refer to, by name; several are an ambiguity.

    Nothing is returned where a relative scale has no picture.

    >>> frames("px", (320, 240), Target((640, 480)))[""].fx
    2.0
    >>> list(frames("px", (640, 640), Target((640, 480))))
    ['stretch', 'letterbox', 'original']
    """
    relative = scale in DIVISORS
    if target.size is None:
        return {} if relative else {"": Frame()}
    if declared is None or declared == target.size:
        options = {"": Frame()}
        if target.sideways and declared is None and not relative:
            options["raw"] = _turned(target)
        base = target.size
    elif target.sideways and declared == target.raw_size:
        options, base = {"": _turned(target)}, declared
    else:
        options, base = _resized(declared, target.size, relative), declared
    if not relative:
        return options
    across, down = (length / DIVISORS[scale] for length in base)
    return {name: _scaled(frame, across, down) for name, frame in options.items()}


def _turned(target: Target) -> Frame:
    return Frame(
        turn=target.orientation, size=target.raw_size or (0, 0), warnings=("exif_rotated",)
    )


def _resized(declared: Size, size: Size, relative: bool) -> dict[str, Frame]:
    fx, fy = size[0] / declared[0], size[1] / declared[1]
    warnings: tuple[Code, ...] = () if relative else ("scaled_from_declared_size",)
    stretch = Frame(fx, fy, warnings=warnings)
    if abs(fx / fy - 1) <= SAME_ASPECT:
        return {"": stretch}
    # what was padded to the declared size was scaled by one factor and centred
    factor = max(fx, fy)
    dx, dy = ((length - inner * factor) / 2 for length, inner in zip(size, declared, strict=True))
    letterbox = Frame(factor, factor, dx, dy, warnings=warnings)
    options = {"stretch": stretch, "letterbox": letterbox}
    # a part of the picture's width is the same in the picture itself as in a stretched one
    return options if relative else {**options, "original": Frame()}


def _scaled(frame: Frame, across: float, down: float) -> Frame:
    return Frame(
        frame.fx * across, frame.fy * down, frame.dx, frame.dy, frame.turn, frame.size,
        frame.warnings,
    )  # fmt: skip
