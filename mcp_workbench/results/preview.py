"""Pictures made small enough for a notebook."""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

    from .picture import Picture

MAX_EDGE = 1600
# together about 330 kB in base64; the PNG is what most people see, so it gets the larger part
MAX_PNG, MAX_WEB = 150_000, 100_000
SMALLEST_EDGE = 48
# what every browser shows, in pixel formats that it shows as Pillow does
_WEB = {"image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/avif"}
_WEB_MODES = {"1", "L", "LA", "P", "RGB", "RGBA"}


def png_within(image: Image.Image, limit: int = MAX_PNG, edge: int = MAX_EDGE) -> bytes:
    """`image` as a PNG of at most `limit` bytes: in full colour, else 256 colours, else smaller.

    >>> from PIL import Image
    >>> len(png_within(Image.effect_noise((500, 500), 90), limit=20_000)) <= 20_000
    True
    """
    small = _scaled(image, edge)
    data = _saved(small, "PNG")
    return data if len(data) <= limit else _within(small, limit, _few_colours)


def jpeg_within(image: Image.Image, limit: int = MAX_WEB, edge: int = MAX_EDGE) -> bytes:
    r"""An opaque `image` as a JPEG of at most `limit` bytes.

    >>> from PIL import Image
    >>> jpeg_within(Image.new("RGB", (9, 9)))[:2]
    b'\xff\xd8'
    """
    return _within(_scaled(image, edge), limit, _jpeg)


def web_preview(picture: Picture, image: Image.Image, limit: int, edge: int) -> tuple[str, bytes]:
    """MIME type and bytes to show in a browser: the file itself where it is small and plain."""
    upright = picture.exif_orientation == 1 or picture.mime == "image/jpeg"
    plain = picture.mime in _WEB and picture.mode in _WEB_MODES and upright
    if plain and len(picture.data) <= limit:
        return picture.mime, picture.data
    if image.mode == "RGBA":
        return "image/png", png_within(image, limit, edge)
    return "image/jpeg", jpeg_within(image, limit, edge)


def base64_text(data: bytes) -> str:
    """Base64 for a MIME bundle.

    >>> base64_text(b"hi")
    'aGk='
    """
    return base64.b64encode(data).decode("ascii")


def _scaled(image: Image.Image, edge: int) -> Image.Image:
    from PIL import Image

    factor = edge / max(image.size)
    if factor >= 1:
        return image
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    if factor < 0.1:
        return image.resize(size, Image.Resampling.BOX)
    # first by whole factors, which nobody sees and takes a fraction of the time
    return image.resize(size, Image.Resampling.LANCZOS, reducing_gap=3)


def _within(image: Image.Image, limit: int, encode: Callable[[Image.Image], bytes]) -> bytes:
    """`image` encoded, scaled down until it fits; bytes go about as pixels do."""
    data, edge = encode(image), max(image.size)
    while len(data) > limit and edge > SMALLEST_EDGE:
        edge = round(edge * min(0.9, 0.95 * math.sqrt(limit / len(data))))
        edge = max(edge, SMALLEST_EDGE)
        data = encode(_scaled(image, edge))
    return data


def _few_colours(image: Image.Image) -> bytes:
    from PIL import Image

    # a hundred times faster than Pillow's other methods, and the one that keeps transparency
    return _saved(image.quantize(256, Image.Quantize.FASTOCTREE), "PNG")


def _jpeg(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.convert("RGB").save(out, "JPEG", quality=82, progressive=True)
    return out.getvalue()


def _saved(image: Image.Image, kind: str) -> bytes:
    out = io.BytesIO()
    image.save(out, kind)
    return out.getvalue()
