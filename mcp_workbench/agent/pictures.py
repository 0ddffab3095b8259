"""Pictures as models take them: upright, of a common kind, no larger than they look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..results.preview import jpeg_within, png_within

if TYPE_CHECKING:
    from ..results import Picture

EDGE = 1568  # pixels; Anthropic's documentation says that what is larger is scaled down anyway
LARGEST = 3_500_000  # bytes; as base64 below the 5 MB of Anthropic's API
TAKEN = {"image/png", "image/jpeg", "image/gif", "image/webp"}  # by every provider


def for_model(picture: Picture) -> tuple[str, bytes] | None:
    """MIME type and bytes of `picture` for a model; None where it is no image.

    >>> from PIL import Image
    >>> from mcp_workbench.results import Picture
    >>> data = png_within(Image.new("RGB", (3000, 30)), edge=3000)
    >>> mime, small = for_model(Picture(data, "result"))
    >>> mime, Picture(small, "result").size
    ('image/png', (1568, 16))
    """
    if picture.size is None:
        return None
    fits = max(picture.size) <= EDGE and len(picture.data) <= LARGEST
    if fits and picture.mime in TAKEN and picture.exif_orientation == 1:
        return picture.mime, picture.data
    image = picture.decoded(EDGE)
    if image is None:
        return None
    if picture.mime == "image/jpeg" and image.mode != "RGBA":
        return "image/jpeg", jpeg_within(image, LARGEST, EDGE)
    return "image/png", png_within(image, LARGEST, EDGE)
