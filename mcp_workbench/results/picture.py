"""An image that was sent or received: its bytes, its true kind, and what Pillow makes of it."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .encoding import decoded
from .raster import Header, header, pixels, sniffed

if TYPE_CHECKING:
    from PIL import Image


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
        self._seen: str | None = None

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

    def __bytes__(self) -> bytes:
        """The bytes of the file; so it can be an argument of a call."""
        return self.data

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
        return self.decoded()

    def decoded(self, within: int | None = None) -> Image.Image | None:
        """`image`, or one of fewer pixels: see `raster.pixels`."""
        found = self._header.fault or pixels(self.data, within)
        self._seen = found if isinstance(found, str) else ""
        return None if isinstance(found, str) else found

    def cost(self, within: int | None = None) -> int:
        """How many pixels `decoded` decodes; 0 where it is no image."""
        width, height = self.size or (0, 0)
        if within is None or self.mime != "image/jpeg":
            return width * height
        part = next((n for n in (8, 4, 2) if min(width, height) // within >= n), 1)
        return math.ceil(width / part) * math.ceil(height / part)

    @cached_property
    def _header(self) -> Header:
        return Header(fault=self._fault) if self._fault else header(self.data, self.declared)

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height in pixels as displayed, by the header; None where it is no image."""
        return self._header.size

    @property
    def raw_size(self) -> tuple[int, int] | None:
        """Width and height in pixels as stored, before EXIF orientation."""
        return self._header.raw_size

    @property
    def exif_orientation(self) -> int:
        """The EXIF orientation, 1 to 8; 1 is upright."""
        return self._header.orientation

    @property
    def mode(self) -> str:
        """Pillow's name of the pixel format as stored; empty where it is no image."""
        return self._header.mode

    @property
    def note(self) -> str:
        """What is wrong or remarkable, in words; empty when all is well.

        Only whoever decodes all pixels knows that they are whole, so that is done once.
        """
        if self._seen is None:
            self.decoded()
        if self._seen:
            return self._seen
        said = self.declared.partition(";")[0].strip().lower().replace("image/jpg", "image/jpeg")
        notes = [f"declared as {said}, is {self.mime}"] if said and said != self.mime else []
        if self._header.several:
            notes.append("the first of several frames")
        return "; ".join(notes)

    def __repr__(self) -> str:
        size = " × ".join(map(str, self.size)) if self.size else "not shown"
        return f"<Picture {self.source}: {self.mime}, {size}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        from .gallery import Gallery
        from .preview import base64_text, png_within

        gallery = Gallery()
        image = gallery.image(self, exact=False)
        note = gallery.left_out(self) or self.note
        shown = {"image/png": base64_text(png_within(image))} if image else {}
        return {"text/plain": "\n".join(filter(None, (repr(self), note))), **shown}
