"""Pictures of every mode as RGB or RGBA, the two in which colours can be drawn and shown."""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

# what 16 bits or floats show: the rest, dead pixels and highlights, is clipped
DARKEST, BRIGHTEST = 0.005, 0.995
# so many values along each side tell where these lie, however large the picture
SAMPLED = 256


def drawable(image: Image.Image) -> Image.Image:
    """A copy of `image`, upright as its EXIF data say, in RGB, or RGBA where it is transparent.

    >>> from PIL import Image
    >>> drawable(Image.new("I;16", (4, 4))).mode, drawable(Image.new("LA", (4, 4))).mode
    ('RGB', 'RGBA')
    """
    from PIL import ImageOps

    return displayable(ImageOps.exif_transpose(image))


def displayable(image: Image.Image) -> Image.Image:
    """`image` in RGB, or RGBA where it is transparent; the same one where it is so already.

    Pillow refuses colours in some modes and draws wrong ones in others (CMYK, YCbCr, HSV).

    >>> from PIL import Image
    >>> displayable(Image.new("CMYK", (2, 2))).mode
    'RGB'
    """
    if image.mode in ("RGB", "RGBA") and "transparency" not in image.info:
        return image
    if image.mode.startswith("I") or image.mode == "F":
        return _stretched(image).convert("RGB")
    if image.mode == "La":
        # the only mode that Pillow takes it to
        image = image.convert("LA")
    return image.convert("RGBA" if image.has_transparency_data else "RGB")


def _stretched(image: Image.Image) -> Image.Image:
    """A grey image of many levels in 256, between the percentiles that matter."""
    from PIL import Image

    numbers = image.convert("F")
    small = (min(numbers.width, SAMPLED), min(numbers.height, SAMPLED))
    sample = array("f", numbers.resize(small, Image.Resampling.NEAREST).tobytes())
    values = sorted(value for value in sample if math.isfinite(value))
    if not values:
        return Image.new("L", image.size)
    low, high = (values[round(part * (len(values) - 1))] for part in (DARKEST, BRIGHTEST))
    scale = 255 / (high - low) if high > low else 1.0
    return numbers.point(lambda v: v * scale - low * scale).convert("L")
