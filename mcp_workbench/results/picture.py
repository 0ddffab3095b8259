"""An image that was sent or received: its bytes, its true kind, and what Pillow makes of it."""

from __future__ import annotations

import io
import re
import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .encoding import decoded
from .png import mended

if TYPE_CHECKING:
    from PIL import Image

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
class _Facts:
    """What opening an image told."""

    size: tuple[int, int] | None = None
    raw_size: tuple[int, int] | None = None
    orientation: int = 1
    mode: str = ""
    frames: int = 1
    fault: str = ""


class Picture:
    """An image with where it came from; it can be made of any bytes, and then says what is wrong.

    Args:
        data: the bytes of the file.
        source: where they come from, such as `content[1]` or `argument image`.
        declared: the MIME type that came with them.
        name: a file name, where there is one.
        fault: what is already known to be wrong.

    >>> Picture(b"hello", "content[0]", declared="image/png").note
    'declared as image/png, but these 5 bytes are no image that is known here'
    """

    def __init__(
        self,
        data: bytes,
        source: str,
        *,
        declared: str = "",
        name: str | None = None,
        fault: str = "",
    ) -> None:
        self.data, self.source, self.declared, self.name = data, source, declared, name
        self._fault = fault

    @classmethod
    def from_base64(
        cls, text: str, source: str, *, declared: str = "", name: str | None = None
    ) -> Picture:
        """The image in a base64 text; one that cannot be read keeps the text as its bytes.

        >>> Picture.from_base64("&&", "content[0]").data
        b'&&'
        """
        data = decoded(text)
        if data is None:
            kept = text.encode("utf-8", "replace")
            return cls(kept, source, declared=declared, name=name, fault="its base64 is broken")
        return cls(data, source, declared=declared, name=name)

    @cached_property
    def mime(self) -> str:
        """The true MIME type; the declared one where the bytes are of no known kind."""
        return sniffed(self.data) or self.declared or "application/octet-stream"

    @property
    def image(self) -> Image.Image | None:
        """A PIL image as displayed: EXIF orientation applied, mode RGB or RGBA; None if none.

        It is decoded anew each time, so that a kept result does not keep its pixels. Of an
        animation it is the first frame.
        """
        image, facts = _opened(self.data, self._fault, self.declared)
        self.__dict__["_facts"] = facts
        return image

    @cached_property
    def _facts(self) -> _Facts:
        return _opened(self.data, self._fault, self.declared)[1]

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height in pixels as displayed; None where it is no image."""
        return self._facts.size

    @property
    def raw_size(self) -> tuple[int, int] | None:
        """Width and height in pixels as stored, before EXIF orientation."""
        return self._facts.raw_size

    @property
    def exif_orientation(self) -> int:
        """The EXIF orientation, 1 to 8; 1 is upright."""
        return self._facts.orientation

    @property
    def mode(self) -> str:
        """Pillow's name of the pixel format as stored; empty where it is no image."""
        return self._facts.mode

    @property
    def note(self) -> str:
        """What is wrong or remarkable, in words; empty when all is well."""
        if self._facts.fault:
            return self._facts.fault
        said = self.declared.partition(";")[0].strip().lower().replace("image/jpg", "image/jpeg")
        notes = [f"declared as {said}, is {self.mime}"] if said and said != self.mime else []
        if self._facts.frames > 1:
            notes.append(f"frame 1 of {self._facts.frames}")
        return "; ".join(notes)

    def __repr__(self) -> str:
        size = " × ".join(map(str, self.size)) if self.size else "not shown"
        return f"<Picture {self.source}: {self.mime}, {size}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        from .preview import base64_text, png_within

        image = self.image
        shown = {"image/png": base64_text(png_within(image))} if image else {}
        return {"text/plain": "\n".join(filter(None, (repr(self), self.note))), **shown}


def _opened(data: bytes, fault: str, declared: str) -> tuple[Image.Image | None, _Facts]:
    kind = sniffed(data)
    if fault:
        return None, _Facts(fault=fault)
    if kind is None:
        return None, _Facts(fault=_unknown(data, declared))
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            # Pillow warns of files that are odd but readable, and of those that fill the memory
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return _decoded(mended(data), _PILLOW[kind])
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        limit = (Image.MAX_IMAGE_PIXELS or 0) // 1_000_000
        return None, _Facts(fault=f"it has more than {limit} million pixels and is not opened")
    except UnidentifiedImageError:
        return None, _Facts(fault=f"it starts as {kind} and cannot be read as that")
    except Exception as error:  # noqa: BLE001  Pillow's decoders raise anything on a broken file
        return None, _Facts(fault=f"it is a broken {kind}: {error}")


def _unknown(data: bytes, declared: str) -> str:
    if not data:
        return "it is empty"
    if re.match(rb"\s*(<\?xml|<svg|<!DOCTYPE svg)", data[:200], re.IGNORECASE):
        return "SVG is not drawn, because it can hold programs"
    start = f"declared as {declared}, but these" if declared else "these"
    return f"{start} {len(data):,} bytes are no image that is known here"


def _decoded(data: bytes, kind: str) -> tuple[Image.Image, _Facts]:
    from PIL import Image

    from ..detections.pixels import displayable

    # only the kind that was sniffed: other readers of Pillow start programs (EPS)
    with Image.open(io.BytesIO(data), formats=[kind]) as opened:
        raw_size, mode = opened.size, opened.mode
        # a JPEG's further frames are the camera's own previews
        frames = 1 if kind == "JPEG" else getattr(opened, "n_frames", 1)
        orientation = _orientation(opened)
        opened.load()
        image = displayable(_upright(opened, orientation))
    return image, _Facts(image.size, raw_size, orientation, mode, frames)


def _orientation(image: Image.Image) -> int:
    try:
        value = image.getexif().get(_ORIENTATION, 1)
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
