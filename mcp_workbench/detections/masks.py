"""Masks as run lengths, column by column, as COCO writes them.

Source: `cocoapi/common/maskApi.c` (`rleFrString`, `rleArea`), https://github.com/cocodataset/cocoapi
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .codes import Code
from .shapes import is_list

# a mask may be larger than its picture (models work at their own size), within reason
MAX_TIMES_IMAGE = 16
MAX_PIXELS = 200_000_000


@dataclass(frozen=True, slots=True)
class RleMask:
    """A mask of `height` × `width` pixels.

    Args:
        height: rows.
        width: columns.
        counts: lengths of runs down the columns, in turn outside and inside the mask.

    >>> RleMask(2, 2, (1, 2, 1)).area
    2
    """

    height: int
    width: int
    counts: tuple[int, ...]

    @property
    def area(self) -> int:
        """How many pixels belong to the mask."""
        return sum(self.counts[1::2])

    def columns(self, inside: int = 255) -> bytes:
        r"""The mask as bytes, column after column: `inside` where it is set, 0 elsewhere.

        >>> RleMask(2, 2, (1, 2, 1)).columns(1)
        b'\x00\x01\x01\x00'
        """
        ink = (b"\0", bytes([inside]))
        return b"".join(ink[at % 2] * count for at, count in enumerate(self.counts))


def read_rle(value: Any, image_size: tuple[int, int] | None) -> RleMask | Code:
    """The mask that `{size: [h, w], counts}` describes, or the code of what is wrong with it.

    `counts` is a list of lengths or COCO's compressed text. Nothing is unpacked here, so that a
    few bytes cannot ask for gigabytes.

    >>> read_rle({"size": [2, 2], "counts": [1, 2, 1]}, (2, 2))
    RleMask(height=2, width=2, counts=(1, 2, 1))
    >>> read_rle({"size": [2, 2], "counts": [1, 2]}, (2, 2))
    'bad_mask'
    """
    size, counts = value.get("size"), value.get("counts")
    if not (is_list(size) and len(size) == 2 and all(_natural(v) for v in size)):
        return "bad_mask"
    height, width = size
    limit = MAX_PIXELS
    if image_size is not None:
        limit = min(limit, MAX_TIMES_IMAGE * image_size[0] * image_size[1])
    if height * width > limit:
        return "mask_too_large"
    lengths = _lengths(counts) if isinstance(counts, str) else counts
    if not is_list(lengths) or not all(_natural(v) for v in lengths):
        return "bad_mask"
    if sum(lengths) != height * width:
        return "bad_mask"
    return RleMask(height, width, tuple(lengths))


def _natural(value: Any) -> bool:
    return type(value) is int and value >= 0


def _lengths(text: str) -> list[int] | None:
    """Run lengths of COCO's text: groups of five bits, each from the third on a difference."""
    lengths: list[int] = []
    number = shift = 0
    for character in text:
        bits = ord(character) - 48
        if not 0 <= bits < 64 or shift > 60:
            return None
        number |= (bits & 0x1F) << shift
        shift += 5
        if bits & 0x20:
            continue
        if bits & 0x10:
            number -= 1 << shift
        if len(lengths) > 2:
            number += lengths[-2]
        lengths.append(number)
        number = shift = 0
    return None if shift else lengths
