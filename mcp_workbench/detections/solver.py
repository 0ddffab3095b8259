"""Which conventions a list of boxes may follow, decided over the whole list.

What is declared comes first, then the values as such (all of them within 0…1.5 and not all whole
means parts of the picture), then whether the boxes lie inside the picture. What is left after that
is given back: one convention is an inference, several are an ambiguity, none is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .codes import Code
from .conventions import Convention, parse
from .declared import Declared, declared
from .detection import Box, Certainty, Size
from .frames import Frame
from .geometry import CORNERS, Corners, agree, around_all
from .sheets import Sheet

# how far past the right and lower edge a detector's box may reach, and past the left and upper one
OVER, UNDER = 0.02, 0.10
FRACTION = 1.5
# the most that a coordinate in thousandths may be
THOUSAND = 1020
OPEN = {
    "px": ("xyxy", "xywh"),
    "01": ("xyxy", "xywh", "cxcywh", "yxyx"),
    "1000": ("xyxy", "yxyx"),
}


class Options(NamedTuple):
    """Conventions that are left, how sure one alone would be, and what excludes them all."""

    conventions: list[Convention]
    certainty: Certainty
    code: Code | None = None


def options(
    allowed: Sequence[str], certainty: Certainty, words: Sequence[str], values: Sequence[float],
    *, scored: bool,
) -> Options:  # fmt: skip
    """The conventions that declaration and values leave open.

    Args:
        allowed: what the format allows; empty where it fixes nothing.
        certainty: how sure the format is where it allows one order.
        words: texts that may declare a convention, best first.
        values: all numbers of all rows of all pictures.
        scored: whether rows have scores; whole numbers without any look like a language model's.
    """
    fraction = is_fraction(values)
    if len(allowed) == 1:
        only = parse(allowed[0])
        return Options([only], certainty, out_of_range(only.scale, values))
    told = _told(words)
    fixed = tuple(map(parse, allowed))
    if fixed:
        # names of keys fix the order better than any description
        told = told._replace(order=None)
    if told.scale is not None and (code := out_of_range(told.scale, values)):
        return Options([], "declared", code)
    named = len({each.order for each in fixed}) == 1
    found = _by_scale(fixed or _open(told, values, scored), told, fraction)
    if told.scale == "px" and fraction:
        # a claim of pixels for boxes smaller than one is not believed, and not overruled either
        found += [each._replace(scale="01") for each in found]
    if told.order is not None or (named and told.scale is not None):
        sure: Certainty = "declared"
    elif named and not (fraction and certainty == "signature"):
        sure = certainty
    else:
        sure = "inferred"
    return Options(found, sure)


def _told(words: Sequence[str]) -> Declared:
    told = [declared(text) for text in words if text]
    return Declared(
        next((each.order for each in told if each.order), None),
        next((each.scale for each in told if each.scale), None),
    )


def _open(told: Declared, values: Sequence[float], scored: bool) -> tuple[Convention, ...]:
    """What four bare numbers may be."""
    whole = not scored and _like_a_model(values)
    scales = [scale for scale in OPEN if scale != "1000" or whole or told.scale == "1000"]
    return tuple(
        Convention(order, scale)
        for scale in scales
        for order in ([told.order] if told.order else OPEN[scale])
    )


def _by_scale(found: Sequence[Convention], told: Declared, fraction: bool) -> list[Convention]:
    if told.scale is not None:
        orders = dict.fromkeys(each.order for each in found if each.scale == told.scale)
        return [Convention(order, told.scale) for order in orders or {e.order: 0 for e in found}]
    kept = [each for each in found if (each.scale == "01") == fraction]
    return kept or list(found)


def _like_a_model(values: Sequence[float]) -> bool:
    """Whole numbers up to a thousand, as language models write them."""
    return set(map(type, values)) == {int} and min(values) >= 0 and max(values) <= 1000


def is_fraction(values: Sequence[float]) -> bool:
    """Whether values look like parts of the picture: within 1.5, and not all whole numbers.

    >>> is_fraction([0, 0.5, 1]), is_fraction([0, 1]), is_fraction([0.5, 200])
    (True, False, False)
    """
    if not values or max(values) > FRACTION or min(values) < -FRACTION:
        return False
    return not all(float(value).is_integer() for value in values)


def out_of_range(scale: str, values: Sequence[float]) -> Code | None:
    """The code for values that cannot be of `scale`.

    >>> out_of_range("01", [129.3, 20.5])
    'out_of_declared_range'
    """
    limit = {"01": FRACTION, "1000": THOUSAND}.get(scale)
    return "out_of_declared_range" if limit and values and max(values) > limit else None


def fits(order: str, frame: Frame, sheet: Sheet) -> bool:
    """Whether all boxes of a page are boxes, lie in the picture, and agree with their outlines."""
    turn = CORNERS.get(order)
    if turn is None:
        around, outlined = around_all(corners("xyxy", sheet)), []
    else:
        around, outlined = around_all(corners(order, sheet)), sheet.outlined()
    if around is None:
        return False
    if sheet.target.size is not None and not _inside(frame.box(around), sheet.target.size):
        return False
    return turn is None or all(
        agree(frame.box(turn(*four)), frame.box(outline))  # pyright: ignore[reportCallIssue]  rows have four
        for four, outline in outlined
    )


def corners(order: str, sheet: Sheet) -> list[Corners]:
    """The rows of a page as corners, in their own scale."""
    turn = CORNERS.get(order, CORNERS["xyxy"])
    return [turn(*row) for row in sheet.boxes()]  # pyright: ignore[reportCallIssue]  rows have four


def drawable(order: str, frame: Frame, sheet: Sheet) -> bool:
    """Whether at least half of a page's boxes are boxes that touch the picture."""
    size = sheet.target.size
    boxes = [frame.box(box) for box in corners(order, sheet)]
    good = sum(
        x1 <= x2
        and y1 <= y2
        and (size is None or (x2 > 0 and y2 > 0 and x1 < size[0] and y1 < size[1]))
        for x1, y1, x2, y2 in boxes
    )
    return 2 * good >= len(boxes)


def _inside(box: Box, size: Size) -> bool:
    width, height = size
    x1, y1, x2, y2 = box
    return (
        x1 >= -UNDER * width
        and y1 >= -UNDER * height
        and x2 <= (1 + OVER) * width
        and y2 <= (1 + OVER) * height
    )
