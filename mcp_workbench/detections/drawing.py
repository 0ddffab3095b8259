"""Detections drawn on a picture: boxes, outlines, masks, keypoints, and labels that can be read."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import UsageInvalid
from ..visible import one_line
from . import stencils
from .detection import Box, Detection, Polygon
from .palette import HALO, Colour, colours
from .placement import Edges, Occupancy
from .tiles import Tiles

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

DRAW_CAP = 20_000
# below this many pixels a label would hide the picture
SMALLEST_WITH_LABELS = 64
MARKER = 6
THINNEST = 3
FILL = 64
MANY_OUTLINES = 2_000


class HasImage(Protocol):
    """Something that holds a picture, such as those of a result."""

    @property
    def image(self) -> Image.Image | None:
        """The picture as displayed; None where it is broken."""
        ...


def draw(image: Image.Image | HasImage, detections: Iterable[Detection]) -> Image.Image:
    """A copy of `image` with detections drawn on it, the most certain ones on top.

    Lines and letters grow with the picture. One title has one colour. A label is left out where
    it would cover another one, or in pictures of less than 64 pixels.

    Args:
        image: a Pillow image of any mode, or what has one as `.image`, such as a result's
            `images[0]`; it is not changed. Its EXIF orientation is applied, as detections are in
            pixels of the picture as displayed.
        detections: an iterable of `Detection`, such as `Recognition.detections` or one
            `DetectionSet`; the 20,000 highest scores are drawn.

    Returns:
        An RGB image, RGBA where `image` is transparent.

    Raises:
        UsageInvalid: `image` is no picture, or a broken one.

    >>> from PIL import Image
    >>> cup = Detection("box", (8.0, 8.0, 40.0, 40.0), label="cup")
    >>> draw(Image.new("L", (64, 64)), [cup]).getpixel((8, 20))
    (63, 144, 218)
    """
    from .pixels import drawable

    every = list(detections)
    by_title = colours(each.title for each in every)
    shown = heapq.nsmallest(DRAW_CAP, every, key=_uncertainty)
    canvas = _Canvas(
        drawable(_pillow(image)), fine=sum(len(d.polygons) for d in shown) <= MANY_OUTLINES
    )
    for each in reversed(shown):
        canvas.shape(each, by_title[each.title])
    if min(canvas.picture.size) >= SMALLEST_WITH_LABELS:
        canvas.labels(shown, by_title)
    return canvas.picture


def _pillow(image: Any) -> Image.Image:
    from PIL import Image

    held = image if isinstance(image, Image.Image) else getattr(image, "image", None)
    if isinstance(held, Image.Image):
        return held
    raise UsageInvalid(
        f"draw needs a picture to draw on, and {one_line(repr(image), 100)} holds none",
        hint="give a Pillow image, or a result's `images[0]` whose `note` finds no fault",
    )


def _uncertainty(detection: Detection) -> float:
    # what has no score is not less certain than what has one
    return 0.0 if detection.score is None else 1.0 - detection.score


@dataclass
class _Canvas:
    """A picture that is drawn on; `fine` outlines have smooth edges and take ten times as long."""

    picture: Image.Image
    fine: bool = True
    pen: ImageDraw.ImageDraw = field(init=False)
    line: int = field(init=False)

    def __post_init__(self) -> None:
        from PIL import ImageDraw

        self.pen = ImageDraw.Draw(self.picture)
        self.line = min(max(round(min(self.picture.size) / 300), 2), 12)

    def shape(self, detection: Detection, colour: Colour) -> None:
        """All of a detection but its label."""
        if detection.mask is not None:
            self._paste(colour, stencils.mask(detection.mask, self.picture.size, FILL))
        for polygon in detection.polygons:
            self._outline(polygon, colour, filled=len(polygon) > 4)
        if detection.box is not None and not detection.polygons:
            self._box(self._edges(detection.box), colour)
        for point in detection.keypoints:
            # detectors give places to what they have not found, with a low score
            if point.score is None or point.score >= 0.5:
                self._dot(point.x, point.y, colour)

    def labels(self, shown: Sequence[Detection], by_title: dict[str, Colour]) -> None:
        """Labels, the most certain first, as long as there is room for them."""
        width, height = self.picture.size
        room, tiles = Occupancy(width, height), Tiles(self.picture, list(by_title))
        for each in shown:
            if each.box is None or not (each.title or each.score is not None):
                continue
            size = tiles.size(each.title, each.score)
            left, top, right, bottom = self._extent(self._edges(each.box))
            # the dark edges of label and box fall together
            place = room.place((left, top + 1, right, bottom - 1), *size)
            if place is not None:
                self.picture.paste(tiles.tile(each.title, each.score, by_title[each.title]), place)

    def _edges(self, box: Box) -> Edges:
        """The pixels that a box covers, within the picture; the last two are exclusive."""
        width, height = self.picture.size
        left, right = _span(box[0], box[2], width)
        top, bottom = _span(box[1], box[3], height)
        return left, top, right, bottom

    @staticmethod
    def _extent(edges: Edges) -> Edges:
        """What is drawn for a box: its halo too, or the marker that stands for it."""
        left, top, right, bottom = edges
        if max(right - left, bottom - top) > THINNEST:
            return left - 1, top - 1, right + 1, bottom + 1
        x, y, half = (left + right) // 2, (top + bottom) // 2, MARKER // 2 + 1
        return x - half, y - half, x + half, y + half

    def _box(self, edges: Edges, colour: Colour) -> None:
        left, top, right, bottom = edges
        across, down = right - left, bottom - top
        if max(across, down) <= THINNEST:
            left, top, right, bottom = self._extent(edges)
            self.pen.rectangle((left, top, right - 1, bottom - 1), fill=HALO)
            self.pen.rectangle((left + 1, top + 1, right - 2, bottom - 2), fill=colour)
            return
        line = min(self.line, max(1, min(across, down) // 4))
        if min(across, down) > 4 * line:
            self._strips((left - 1, top - 1, right + 1, bottom + 1), line + 2, HALO)
        self._strips(edges, line, colour)

    def _strips(self, edges: Edges, line: int, colour: Colour) -> None:
        """Four filled rectangles, which are many times faster than an outline with a width."""
        left, top, right, bottom = edges
        width, height = self.picture.size
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        paste = self.picture.paste
        paste(colour, (left, top, right, min(top + line, bottom)))
        paste(colour, (left, max(bottom - line, top), right, bottom))
        paste(colour, (left, top, min(left + line, right), bottom))
        paste(colour, (max(right - line, left), top, right, bottom))

    def _dot(self, x: float, y: float, colour: Colour) -> None:
        radius = self.line * 1.5
        for reach, paint in ((radius + 1.5, HALO), (radius, colour)):
            self.pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=paint)

    def _outline(self, polygon: Polygon, colour: Colour, *, filled: bool) -> None:
        reach = 10 * max(self.picture.size)
        points = [(min(max(x, -reach), reach), min(max(y, -reach), reach)) for x, y in polygon]
        if filled:
            self._paste(colour, stencils.area(points, self.picture.size, FILL))
        fine = self.fine
        self._paste(HALO, stencils.ring(points, self.picture.size, self.line + 2, fine=fine))
        self._paste(colour, stencils.ring(points, self.picture.size, self.line, fine=fine))

    def _paste(self, colour: Colour, stencil: stencils.Stencil | None) -> None:
        if stencil is not None:
            self.picture.paste(colour, stencil.place, stencil.image)


def _span(low: float, high: float, limit: int) -> tuple[int, int]:
    """From and to along one side of the picture, at least three pixels where there is room."""
    start = min(max(math.floor(low), 0), limit)
    end = min(max(math.ceil(high), 0), limit)
    if end - start < THINNEST:
        start = max(min((start + end - THINNEST) // 2, limit - THINNEST), 0)
        end = min(start + THINNEST, limit)
    return start, end
