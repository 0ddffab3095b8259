"""Shapes as grey pictures through which a colour is pasted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from .detection import Point, Size
from .geometry import enclosing
from .masks import RleMask

if TYPE_CHECKING:
    from PIL import Image

# fine stencils are drawn so many times larger, up to so many pixels
TIMES = 4
MAX_FINE = 4_000_000


class Stencil(NamedTuple):
    """Where a colour goes: `image` is 0 where not at all, 255 where fully."""

    image: Image.Image
    place: tuple[int, int]


def area(points: Sequence[Point], size: Size, strength: int) -> Stencil | None:
    """The inside of an outline; `None` where it lies outside a picture of `size`.

    >>> area([(0, 0), (8, 0), (8, 8), (0, 8)], (64, 64), 128).image.getpixel((4, 4))
    128
    """
    from PIL import Image, ImageDraw

    part = _part(points, size, 0)
    if part is None:
        return None
    left, top, right, bottom = part
    image = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(image).polygon([(x - left, y - top) for x, y in points], fill=strength)
    return Stencil(image, (left, top))


def ring(points: Sequence[Point], size: Size, line: int, *, fine: bool) -> Stencil | None:
    """A closed line along an outline; `None` where it lies outside a picture of `size`.

    >>> ring([(4, 4), (40, 4), (40, 40)], (64, 64), 4, fine=True).image.getpixel((20, 4))
    255
    """
    from PIL import Image, ImageDraw

    part = _part(points, size, line)
    if part is None:
        return None
    left, top, right, bottom = part
    width, height = right - left, bottom - top
    times = TIMES if fine and width * height * TIMES**2 <= MAX_FINE else 1
    image = Image.new("L", (width * times, height * times))
    shifted = [((x - left) * times, (y - top) * times) for x, y in points]
    # the second point again, so that the last corner is joined like the others
    closed = [*shifted, *shifted[:2]]
    ImageDraw.Draw(image).line(closed, fill=255, width=line * times, joint="curve")
    return Stencil(image if times == 1 else image.reduce(times), (left, top))


def mask(rle: RleMask, size: Size, strength: int) -> Stencil | None:
    """A mask, scaled to a picture of `size`.

    >>> mask(RleMask(2, 2, (1, 2, 1)), (2, 2), 64).image.getpixel((0, 1))
    64
    """
    from PIL import Image

    if not rle.height * rle.width:
        return None
    columns = Image.frombytes("L", (rle.height, rle.width), rle.columns(strength))
    image = columns.transpose(Image.Transpose.TRANSPOSE)
    if image.size != size:
        image = image.resize(size, Image.Resampling.NEAREST)
    return Stencil(image, (0, 0))


def _part(points: Sequence[Point], size: Size, line: int) -> tuple[int, int, int, int] | None:
    """The part of a picture that a line along points touches."""
    x1, y1, x2, y2 = enclosing(points)
    left, top = max(math.floor(x1) - line, 0), max(math.floor(y1) - line, 0)
    right, bottom = min(math.ceil(x2) + line, size[0]), min(math.ceil(y2) + line, size[1])
    return (left, top, right, bottom) if left < right and top < bottom else None
