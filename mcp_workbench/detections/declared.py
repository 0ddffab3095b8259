"""What words say about the order and the scale of boxes."""

from __future__ import annotations

import re
from typing import NamedTuple

_GAP = r"['\"`)\]]*\s*[,;/|\s]\s*['\"`(\[]*"


def _sequence(*names: str) -> str:
    return r"(?<![a-z0-9_])" + _GAP.join(names) + r"(?![a-z0-9_])"


_ORDERS = {
    "yxyx": (
        _sequence("y_?min", "x_?min", "y_?max", "x_?max"),
        _sequence("y1", "x1", "y2", "x2"),
        _sequence("y0", "x0", "y1", "x1"),
        _sequence("top", "left", "bottom", "right"),
        r"\byxyx\b",
        r"\btlbr\b",
    ),
    "xyxy": (
        _sequence("x_?min", "y_?min", "x_?max", "y_?max"),
        _sequence("x1", "y1", "x2", "y2"),
        _sequence("x0", "y0", "x1", "y1"),
        _sequence("left", "top", "right", "bottom"),
        r"\bxyxyn?\b",
        r"\bltrb\b",
        r"\bpascal_voc\b",
    ),
    "xywh": (
        _sequence("x", "y", "w(?:idth)?", "h(?:eight)?"),
        _sequence("x_?min", "y_?min", "w(?:idth)?", "h(?:eight)?"),
        _sequence("left", "top", "w(?:idth)?", "h(?:eight)?"),
        r"\bltwh\b",
        r"\bxywh\b(?!\s*\(cent)",
    ),
    "cxcywh": (
        _sequence("c_?x", "c_?y", "w(?:idth)?", "h(?:eight)?"),
        _sequence("x_?c(?:enter|entre)?", "y_?c(?:enter|entre)?", "w(?:idth)?", "h(?:eight)?"),
        _sequence("cent(?:er|re)_x", "cent(?:er|re)_y", "w(?:idth)?", "h(?:eight)?"),
        r"\bcxcywhn?\b",
    ),
    "trbl": (_sequence("top", "right", "bottom", "left"), r"\btrbl\b"),
    "xxyy": (_sequence("x_?min", "x_?max", "y_?min", "y_?max"), r"\bxxyy\b"),
}
_SCALES = {
    "1000": (
        r"\b0(?:\.0)?\s*(?:-|–|to|\.\.|,|and)\s*1,?000\b",
        r"coordinate_?scale\W{1,4}1000\b",
        r"\bper mille\b",
        r"\bqwen[-_ ]?3(?:\.\d)?[-_ ]?vl",
    ),
    "01": (
        r"(?<!un)(?<!not )(?<!non-)\bnormali[sz]ed\b",
        r"\bxyxyn\b|\bcxcywhn\b",
        r"\b(?:coordinates?|box(?:es)?|bbox(?:es)?|values)\b[^.;]{0,40}"
        r"\b0(?:\.0)?\s*(?:-|–|to|\.\.|and)\s*1(?:\.0)?\b(?!\d)",
        r"\brelative to (?:the )?(?:image|picture)",
        r"\bfractions? of (?:the )?(?:image|picture)",
    ),
    "px": (r"\bpixels?\b", r"\bpx\b", r"\babsolute coordinates\b"),
}


class Declared(NamedTuple):
    """An order and a scale, each `None` where the words do not say it, or say two things."""

    order: str | None = None
    scale: str | None = None


def declared(words: str) -> Declared:
    """What `words` say: a tool's description, a field beside the boxes, or a key.

    >>> declared("boxes as [ymin, xmin, ymax, xmax], normalized to 0-1000")
    Declared(order='yxyx', scale='1000')
    >>> declared("takes [x, y, width, height] or [x1, y1, x2, y2]").order is None
    True
    """
    text = words.lower()
    orders = [order for order, patterns in _ORDERS.items() if _says(text, patterns)]
    scales = [scale for scale, patterns in _SCALES.items() if _says(text, patterns)]
    if "1000" in scales:
        # "normalized to 0-1000" speaks of one scale, not of two
        scales = [scale for scale in scales if scale != "01"]
    return Declared(
        orders[0] if len(orders) == 1 else None, scales[0] if len(scales) == 1 else None
    )


def _says(text: str, patterns: tuple[str, ...]) -> bool:
    return any(re.search(pattern, text) for pattern in patterns)
