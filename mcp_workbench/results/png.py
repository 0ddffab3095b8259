"""PNG files that browsers show and Pillow refuses."""

from __future__ import annotations

import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TOLD = (b"eXIf", b"tEXt", b"zTXt", b"iTXt")


def mended(data: bytes) -> bytes:
    """`data` without the ancillary chunks whose checksum is wrong, EXIF and text before pixels.

    Pillow refuses the whole file for one of them; browsers ignore the chunk, as the PNG
    specification (third edition, 13.2) allows. Such files exist: the protocol's reference server
    sends one. EXIF data and text may stand behind the pixels (5.6), which then had to be decoded to
    know which side is up. What is no PNG, or breaks off, comes back as it is.

    >>> mended(b"not a PNG")
    b'not a PNG'
    """
    if not data.startswith(SIGNATURE):
        return data
    kept, late, at = [SIGNATURE], list[bytes](), len(SIGNATURE)
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        # bit 5 of the first letter: the chunk may be left out (5.4 of the specification)
        ancillary = bool(data[at + 4] & 0x20)
        sum_ = int.from_bytes(data[end - 4 : end], "big")
        if not ancillary or end > len(data) or zlib.crc32(data[at + 4 : end - 4]) == sum_:
            (late if late or data[at + 4 : at + 8] == b"IDAT" else kept).append(data[at:end])
        at = end
    early = [chunk for chunk in late if chunk[4:8] in _TOLD]
    return b"".join((*kept, *early, *(chunk for chunk in late if chunk[4:8] not in _TOLD)))
