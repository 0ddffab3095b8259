"""Bar codes read by zxing-cpp, as detections."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import zxingcpp
    from PIL import Image

    from .codes import Code


def read(picture: Image.Image) -> list[Code]:
    """All bar codes of an RGB picture, from top to bottom, left to right; boxes in its pixels."""
    import zxingcpp

    found = [_code(each, picture) for each in zxingcpp.read_barcodes(picture)]
    return sorted(found, key=lambda code: (round(code["box"][1] / 100), code["box"][0]))


def _code(code: zxingcpp.Barcode, picture: Image.Image) -> Code:
    place = code.position
    ends = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
    xs, ys = [float(end.x) for end in ends], [float(end.y) for end in ends]
    box = (min(xs), min(ys), max(xs), max(ys))
    return {
        "label": code.text,
        "format": code.format.name,
        "score": _contrast(picture, box),
        "box": list(box),
        "polygon": [list(end) for end in zip(xs, ys, strict=True)],
    }


def _contrast(picture: Image.Image, box: tuple[float, float, float, float]) -> float:
    """Distance between the 5th and the 95th percentile of luminance, 0 to 1."""
    left, top, right, bottom = (round(edge) for edge in box)
    part = picture.crop((left, top, max(right, left + 1), max(bottom, top + 1)))
    shares = list(accumulate(part.convert("L").histogram()))
    dark = next(level for level, share in enumerate(shares) if share > 0.05 * shares[-1])
    light = next(level for level, share in enumerate(shares) if share >= 0.95 * shares[-1])
    return round((light - dark) / 255, 2)
