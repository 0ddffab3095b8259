"""PNG files that browsers show and Pillow refuses."""

from __future__ import annotations

import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def mended(data: bytes) -> bytes:
    """`data` without the ancillary chunks whose checksum is wrong.

    Pillow refuses the whole file for one of them; browsers ignore the chunk, as the PNG
    specification (third edition, 13.2) allows. Such files exist: the protocol's reference server
    sends one. What is no PNG, or breaks off, comes back as it is.

    >>> mended(b"not a PNG")
    b'not a PNG'
    """
    if not data.startswith(SIGNATURE):
        return data
    kept, at = [SIGNATURE], len(SIGNATURE)
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        # bit 5 of the first letter: the chunk may be left out (5.4 of the specification)
        ancillary = bool(data[at + 4] & 0x20)
        sum_ = int.from_bytes(data[end - 4 : end], "big")
        if not ancillary or end > len(data) or zlib.crc32(data[at + 4 : end - 4]) == sum_:
            kept.append(data[at:end])
        at = end
    return b"".join(kept)
