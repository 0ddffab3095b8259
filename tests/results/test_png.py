"""PNG files with a wrong checksum."""

import io
import zlib

import pytest
from PIL import Image, UnidentifiedImageError

from mcp_workbench.results import Picture
from mcp_workbench.results.png import SIGNATURE, mended


def chunk(kind: bytes, body: bytes, *, wrong: bool = False) -> bytes:
    checksum = zlib.crc32(kind + body) ^ (1 if wrong else 0)
    return len(body).to_bytes(4, "big") + kind + body + checksum.to_bytes(4, "big")


def png() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (4, 3), "red").save(out, "PNG")
    return out.getvalue()


def with_chunk(extra: bytes) -> bytes:
    head_end = len(SIGNATURE) + 25
    return png()[:head_end] + extra + png()[head_end:]


def test_an_ancillary_chunk_with_a_wrong_checksum_is_left_out() -> None:
    broken = with_chunk(chunk(b"iCCP", b"sRGB\0\0garbage", wrong=True))
    with pytest.raises(UnidentifiedImageError):
        Image.open(io.BytesIO(broken)).load()
    assert mended(broken) == png()
    picture = Picture(broken, "content[0]")
    assert (picture.note, picture.size) == ("", (4, 3))
    assert picture.data == broken


def test_a_file_without_fault_is_left_alone() -> None:
    whole = with_chunk(chunk(b"tEXt", b"Comment\0hello"))
    assert mended(whole) == whole


def test_a_critical_chunk_is_not_left_out() -> None:
    broken = png().replace(chunk(b"IEND", b""), chunk(b"IEND", b"", wrong=True))
    assert mended(broken) == broken


@pytest.mark.parametrize("cut", [0, 7, 8, 20, 40, -1])
def test_what_breaks_off_comes_back_unharmed(cut: int) -> None:
    part = png()[:cut]
    # nothing is invented: what is returned is a part of the file, up to its last whole chunk
    assert part.startswith(mended(part))
