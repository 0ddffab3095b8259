"""Pictures of every mode as RGB or RGBA, the two in which colours can be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL import Image

# what 16 bits or floats show: the rest, dead pixels and highlights, is clipped
DARKEST, BRIGHTEST = 0.5, 99.5


def drawable(image: Image.Image) -> Image.Image:
    """A copy of `image`, upright as its EXIF data say, in RGB, or RGBA where it is transparent.

    Pillow refuses colours in some modes and draws wrong ones in others (CMYK, YCbCr, HSV).

    >>> from PIL import Image
    >>> drawable(Image.new("I;16", (4, 4))).mode, drawable(Image.new("LA", (4, 4))).mode
    ('RGB', 'RGBA')
    """
    from PIL import ImageOps

    picture = ImageOps.exif_transpose(image)
    if picture.mode.startswith("I") or picture.mode == "F":
        return _stretched(picture)
    if picture.has_transparency_data:
        return picture.convert("RGBA")
    if picture.mode == "LAB":
        return _from_lab(picture)
    return picture if picture.mode == "RGB" else picture.convert("RGB")


def _stretched(picture: Image.Image) -> Image.Image:
    """Values of more than 8 bits as grey, between the percentiles that matter."""
    import numpy as np
    from PIL import Image

    values = np.asarray(picture, dtype=np.float64)
    finite = values[np.isfinite(values)]
    low, high = np.percentile(finite, (DARKEST, BRIGHTEST)) if finite.size else (0.0, 0.0)
    span = high - low if high > low else 1.0
    grey = np.nan_to_num((values - low) * (255 / span), posinf=255, neginf=0)
    return Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8)).convert("RGB")


def _from_lab(picture: Image.Image) -> Image.Image:
    from PIL import ImageCms

    # its profiles have no types
    cms: Any = ImageCms
    profiles = cms.createProfile("LAB"), cms.createProfile("sRGB")
    return cms.profileToProfile(picture, *profiles, outputMode="RGB")
