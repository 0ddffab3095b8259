"""What Pillow makes of the bytes of an image: its header without its pixels, and its pixels."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from .png import mended

if TYPE_CHECKING:
    from PIL import Image, ImageFile

_T = TypeVar("_T")
_ORIENTATION = 0x0112  # Exif 2.32, table 4
_MAGIC = (
    (rb"\x89PNG\r\n\x1a\n", "image/png"),
    (rb"\xff\xd8\xff", "image/jpeg"),
    (rb"GIF8[79]a", "image/gif"),
    (rb"RIFF....WEBP", "image/webp"),
    (rb"BM.{12}[\x0c-\xff]\0\0\0", "image/bmp"),
    (rb"II\*\0|MM\0\*|II\+\0|MM\0\+", "image/tiff"),
    (rb"....ftypavi[fs]", "image/avif"),
)
_PILLOW = {
    "image/png": "PNG",
    "image/jpeg": "JPEG",
    "image/gif": "GIF",
    "image/webp": "WEBP",
    "image/bmp": "BMP",
    "image/tiff": "TIFF",
    "image/avif": "AVIF",
}


def sniffed(data: bytes) -> str | None:
    """The MIME type of an image by its first bytes (WHATWG MIME Sniffing, 6.1); None if none.

    >>> sniffed(b"GIF89a..."), sniffed(b"hello")
    ('image/gif', None)
    """
    for pattern, mime in _MAGIC:
        if re.match(pattern, data[:32], re.DOTALL):
            return mime
    return None


@dataclass(frozen=True)
class Header:
    """What an image file says before its pixels; `fault` is why it cannot be opened."""

    size: tuple[int, int] | None = None
    raw_size: tuple[int, int] | None = None
    orientation: int = 1
    mode: str = ""
    several: bool = False
    fault: str = ""


def header(data: bytes, declared: str = "") -> Header:
    """Size as displayed, EXIF orientation and mode, without decoding a pixel.

    >>> header(b"").fault
    'it is empty'
    """
    found = _opened(data, declared, _header)
    return Header(fault=found) if isinstance(found, str) else found


def pixels(data: bytes, within: int | None = None) -> Image.Image | str:
    """The image as displayed, RGB or RGBA; or why there is none.

    Args:
        data: the bytes of the file.
        within: a JPEG may come with half, a quarter or an eighth of its pixels along each side,
            as long as both keep this many; that takes a fraction of the time.

    >>> pixels(b"hello")
    'these 5 bytes are no image that is known here'
    """
    return _opened(data, "", lambda opened: _pixels(opened, within))


def _opened(data: bytes, declared: str, read: Callable[[ImageFile.ImageFile], _T]) -> _T | str:
    kind = sniffed(data)
    if kind is None:
        return _unknown(data, declared)
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            # Pillow warns of files that are odd but readable, and of those that fill the memory
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            # only the kind that was sniffed: other readers of Pillow start programs (EPS)
            with Image.open(io.BytesIO(mended(data)), formats=[_PILLOW[kind]]) as opened:
                return read(opened)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        limit = (Image.MAX_IMAGE_PIXELS or 0) // 1_000_000
        return f"it has more than {limit} million pixels and is not opened"
    except UnidentifiedImageError:
        return f"it starts as {kind} and cannot be read as that"
    except Exception as error:  # noqa: BLE001  Pillow's decoders raise anything on a broken file
        return f"it is a broken {kind}: {error}"


def _unknown(data: bytes, declared: str) -> str:
    if not data:
        return "it is empty"
    if re.match(rb"\s*(<\?xml|<svg|<!DOCTYPE svg)", data[:200], re.IGNORECASE):
        return "SVG is not drawn, because it can hold programs"
    start = f"declared as {declared}, but these" if declared else "these"
    return f"{start} {len(data):,} bytes are no image that is known here"


def _header(opened: ImageFile.ImageFile) -> Header:
    orientation = _orientation(opened)
    width, height = opened.size
    turned = (height, width) if orientation > 4 else opened.size
    # of a TIFF, Pillow gives the size as displayed
    size, raw = (opened.size, turned) if opened.format == "TIFF" else (turned, opened.size)
    # a JPEG's further frames are the camera's own previews. The number of frames is never asked
    # for: to count them takes time that grows with their square (TIFF)
    several = opened.format not in ("JPEG", "MPO") and bool(getattr(opened, "is_animated", False))
    return Header(size, raw, orientation, opened.mode, several)


def _pixels(opened: ImageFile.ImageFile, within: int | None) -> Image.Image:
    from ..detections.pixels import displayable

    if within is not None:
        opened.draft(None, (within, within))
    # of a TIFF, Pillow turns the pixels itself
    orientation = 1 if opened.format == "TIFF" else _orientation(opened)
    opened.load()
    return displayable(_upright(opened, orientation))


def _orientation(image: ImageFile.ImageFile) -> int:
    from PIL.Image import Image

    try:
        # that of a PNG would decode the pixels first
        value = Image.getexif(image).get(_ORIENTATION, 1)
    except Exception:  # noqa: BLE001  broken EXIF data are no reason to refuse the picture
        return 1
    return value if value in range(1, 9) else 1


def _upright(image: Image.Image, orientation: int) -> Image.Image:
    from PIL.Image import Transpose

    # what turns the stored pixels upright, for orientation 2 to 8 (Exif 2.32, 4.6.4)
    turns = (
        Transpose.FLIP_LEFT_RIGHT,
        Transpose.ROTATE_180,
        Transpose.FLIP_TOP_BOTTOM,
        Transpose.TRANSPOSE,
        Transpose.ROTATE_270,
        Transpose.TRANSVERSE,
        Transpose.ROTATE_90,
    )
    upright = image.copy() if orientation == 1 else image.transpose(turns[orientation - 2])
    # whoever gets the image must not turn it a second time
    for key in ("exif", "Raw profile type exif", "xmp", "XML:com.adobe.xmp"):
        upright.info.pop(key, None)
    return upright
