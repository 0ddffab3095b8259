"""The pictures that one display decodes: each once, and no more than there is time for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .picture import Picture
from .preview import MAX_EDGE

if TYPE_CHECKING:
    from PIL import Image

# pixels that one display decodes, of a single picture and of all together. It runs on the kernel's
# main thread, where ten million pixels take up to half a second until they are small
MAX_SHOWN_PIXELS = 50_000_000


class Gallery:
    """What one display has decoded so far, and what it has room for.

    >>> Gallery().image(Picture(b"hello", "content[0]")) is None
    True
    """

    def __init__(self, room: int = MAX_SHOWN_PIXELS) -> None:
        self._room = room
        self._seen: dict[int, Image.Image | None] = {}
        self._refused: set[int] = set()

    def image(self, picture: Picture, *, exact: bool = True) -> Image.Image | None:
        """The picture as displayed; None where it is broken, or has more pixels than there is room.

        Args:
            picture: one that is kept for as long as this gallery.
            exact: with every pixel, so that detections fit; else a JPEG may come smaller.
        """
        if id(picture) not in self._seen:
            self._seen[id(picture)] = self._decoded(picture, exact)
        return self._seen[id(picture)]

    def left_out(self, picture: Picture) -> str:
        """Why a picture that may be whole is not here; empty where it is, or is broken."""
        if picture.size is None or id(picture) not in self._refused:
            return ""
        limit = MAX_SHOWN_PIXELS // 1_000_000
        size = " × ".join(map(str, picture.size))
        return (
            f"{picture.mime}, {size}, not shown: a display decodes {limit} million pixels at most"
        )

    def _decoded(self, picture: Picture, exact: bool) -> Image.Image | None:
        within = None if exact else MAX_EDGE
        cost = picture.cost(within)
        if cost > self._room:
            self._refused.add(id(picture))
            return None
        self._room -= cost
        return picture.decoded(within)
