"""How four numbers say where a box is: the order, the scale, and the frame they refer to.

A convention is written `order.scale` or `order.scale.frame`, as in `xyxy.px`, `yxyx.1000` and
`xyxy.px.raw`.
"""

from __future__ import annotations

from typing import NamedTuple

from ..errors import UsageInvalid

ORDERS = {
    "xyxy": "xyxy",
    "xywh": "xywh",
    "cxcywh": "centre, width, height",
    "yxyx": "yxyx",
    "trbl": "top, right, bottom, left",
    "xxyy": "xxyy",
    "points": "points",
}
SCALES = {"px": "pixels", "01": "0–1", "1000": "0–1000"}
FRAMES = {
    "": "",
    "raw": "of the picture before its EXIF orientation",
    "stretch": "of a picture stretched to the declared size",
    "letterbox": "of a picture padded to the declared size",
    "original": "of the picture itself",
}
# what a coordinate is divided by before it is multiplied by the picture's width or height
DIVISORS = {"01": 1.0, "1000": 1000.0}


class Convention(NamedTuple):
    """A convention in its parts.

    Args:
        order: a key of `ORDERS`.
        scale: a key of `SCALES`.
        frame: a key of `FRAMES`; empty for the displayed picture or the declared size.
    """

    order: str
    scale: str
    frame: str = ""

    def __str__(self) -> str:
        return ".".join(filter(None, self))


def parse(text: str) -> Convention:
    """The convention that `text` names.

    Raises:
        UsageInvalid: there is no such convention.

    >>> parse("yxyx.1000").scale
    '1000'
    """
    parts = text.split(".")
    known = (ORDERS, SCALES, FRAMES)
    if 2 <= len(parts) <= 3 and all(p in k for p, k in zip(parts, known, strict=False)):
        return Convention(*parts)
    raise UsageInvalid(
        f"{text!r} is no convention for boxes",
        hint="an order and a scale, as in xyxy.px; orders are "
        f"{', '.join(ORDERS)}, scales are {', '.join(SCALES)}",
        reason="bad-convention",
    )


def in_words(text: str) -> str:
    """A convention for people.

    >>> in_words("xyxy.px")
    'xyxy, pixels'
    """
    order, scale, frame = parse(text)
    return f"{ORDERS[order]}, {SCALES[scale]} {FRAMES[frame]}".rstrip()
