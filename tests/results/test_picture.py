"""Any bytes as a picture: true kind, displayed pixels, and a note instead of an exception."""

import base64
import io
import random
import struct
import time
import zlib

import pytest
from PIL import Image, ImageOps

from mcp_workbench.results import Picture
from mcp_workbench.results.raster import sniffed

KINDS = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "GIF": "image/gif",
    "WEBP": "image/webp",
    "BMP": "image/bmp",
    "TIFF": "image/tiff",
    "AVIF": "image/avif",
}


def saved(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def gradient(mode: str = "RGB", size: tuple[int, int] = (40, 24)) -> Image.Image:
    return Image.linear_gradient("L").resize(size).convert(mode)


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_bytes_tell_the_kind_whatever_was_declared(kind: str) -> None:
    picture = Picture(saved(gradient(), kind), "content[0]", declared="text/html")
    assert picture.mime == KINDS[kind]
    assert picture.size == (40, 24)
    assert picture.note == f"declared as text/html, is {KINDS[kind]}"
    assert picture.image is not None


@pytest.mark.parametrize("declared", ["image/png", "IMAGE/PNG", "image/png; charset=binary", ""])
def test_a_right_declaration_needs_no_note(declared: str) -> None:
    assert Picture(saved(gradient()), "content[0]", declared=declared).note == ""


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_displayed_picture_is_turned_as_exif_says(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored = gradient()
    stored.putpixel((0, 0), (255, 0, 0))
    data = saved(stored, "PNG", exif=exif)
    expected = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    picture = Picture(data, "content[0]")
    assert picture.image is not None
    assert picture.image.tobytes() == expected.tobytes()
    assert ImageOps.exif_transpose(picture.image).size == expected.size
    assert picture.size == expected.size
    assert picture.raw_size == (40, 24)
    assert picture.exif_orientation == orientation


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "TIFF", "AVIF"])
@pytest.mark.parametrize("orientation", [3, 6])
def test_the_header_tells_the_size_that_is_displayed(kind: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    picture = Picture(saved(gradient(), kind, exif=exif), "content[0]")
    displayed = (24, 40) if orientation == 6 else (40, 24)
    assert picture.size == displayed
    assert (picture.raw_size, picture.exif_orientation) == ((40, 24), orientation)
    assert picture.image is not None
    assert picture.image.size == displayed
    lowest = picture.image.convert("L").getpixel((displayed[0] - 1, displayed[1] - 1))
    # it is black on top of what is stored
    assert lowest < 20


def chunk(kind: bytes, body: bytes) -> bytes:
    end = zlib.crc32(kind + body).to_bytes(4, "big")
    return len(body).to_bytes(4, "big") + kind + body + end


def test_size_and_turn_of_a_png_are_told_without_its_pixels_even_by_what_follows_them() -> None:
    exif = Image.Exif()
    exif[0x0112] = 8
    head = struct.pack(">IIBBBBB", 9000, 5000, 8, 6, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(b"far too few"))
    last = chunk(b"eXIf", exif.tobytes().removeprefix(b"Exif\0\0")) + chunk(b"IEND", b"")
    picture = Picture(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + pixels + last, "content[0]")
    assert (picture.size, picture.raw_size) == ((5000, 9000), (9000, 5000))
    assert picture.exif_orientation == 8
    assert picture.image is None
    assert "broken" in picture.note


def test_frames_are_not_counted_since_that_takes_as_long_as_somebody_likes() -> None:
    count = 20_000
    tiff = b"II*\0" + struct.pack("<I", 8)
    for index in range(count):
        tags = [(256, 3, 1, 1), (257, 3, 1, 1), (273, 4, 1, 8)]
        after = 8 + (index + 1) * 42 if index + 1 < count else 0
        tiff += struct.pack("<H", 3) + b"".join(struct.pack("<HHII", *tag) for tag in tags)
        tiff += struct.pack("<I", after)
    frame = b"\x2c\0\0\0\0\1\0\1\0\0\x02\x02\x44\x01\0"
    gif = b"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff" + frame * 300_000 + b";"
    for data in (tiff, gif):
        start = time.process_time()
        picture = Picture(data, "content[0]")
        assert picture.image is not None
        assert picture.note == "the first of several frames"
        assert time.process_time() - start < 0.5


def test_a_picture_of_sixteen_bits_is_stretched_so_that_one_sees_something() -> None:
    dark = Image.frombytes("I;16", (100, 10), struct.pack("<1000H", *range(1000, 2000)))
    picture = Picture(saved(dark), "content[0]")
    assert picture.mode == "I;16"
    assert picture.image is not None
    low, high = picture.image.convert("L").getextrema()
    assert (low, high) == (0, 255)


def test_a_transparent_palette_stays_transparent() -> None:
    image = Image.new("P", (4, 4))
    picture = Picture(saved(image, transparency=0), "content[0]")
    assert picture.image is not None
    assert picture.image.getpixel((0, 0))[3] == 0


def test_of_an_animation_the_first_frame_is_shown_and_the_note_says_so() -> None:
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue", "lime")]
    data = saved(frames[0], "GIF", save_all=True, append_images=frames[1:])
    picture = Picture(data, "content[0]", declared="image/gif")
    assert picture.note == "the first of several frames"
    assert picture.image is not None
    assert picture.image.convert("RGB").getpixel((0, 0)) == (255, 0, 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("not base64!", "base64 is broken"),
        (base64.b64encode(b"hello").decode(), "no image that is known here"),
        (base64.b64encode(saved(gradient())[:60]).decode(), "broken image/png"),
        (base64.b64encode(saved(gradient(), "JPEG")[:-60]).decode(), "broken image/jpeg"),
        (base64.b64encode(b"\xff\xd8\xff" + b"no" * 50).decode(), "image/jpeg"),
        (base64.b64encode(b"<svg xmlns=''></svg>").decode(), "SVG"),
        (base64.b64encode(b"%!PS-Adobe-3.0 EPSF-3.0\n").decode(), "no image"),
    ],
)
def test_what_is_no_image_has_a_note_and_keeps_its_bytes(text: str, said: str) -> None:
    picture = Picture.from_base64(text, "content[0]", declared="image/png")
    assert said in picture.note
    assert picture.image is None
    assert (picture.size is None) == (said not in ("broken image/png", "broken image/jpeg"))
    assert picture.data == (text.encode() if "base64" in said else base64.b64decode(text))
    assert set(picture._repr_mimebundle_()) == {"text/plain"}


def test_a_file_that_would_fill_the_memory_is_not_opened() -> None:
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 1, 0, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 9))
    picture = Picture(bomb + chunk(b"IEND", b""), "content[0]")
    assert "million pixels" in picture.note
    assert picture.image is None


@pytest.mark.parametrize("kind", KINDS)
def test_no_damage_to_a_file_raises(kind: str) -> None:
    whole = saved(gradient(), kind)
    chance = random.Random(kind)
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        picture = Picture(bytes(data[: chance.randint(1, len(data))]), "content[0]")
        image = picture.image
        assert image is None or image.size == picture.size
        assert picture.note or image is not None


def test_sniffing_reads_nothing_but_the_first_bytes() -> None:
    assert sniffed(b"GIF89a") == "image/gif"
    assert sniffed(b"") is None
    assert sniffed(b"x" + saved(gradient())) is None


def test_a_picture_shows_itself() -> None:
    bundle = Picture(saved(gradient()), "content[1]", declared="image/jpeg")._repr_mimebundle_()
    assert bundle["text/plain"] == (
        "<Picture content[1]: image/png, 40 × 24>\ndeclared as image/jpeg, is image/png"
    )
    assert Image.open(io.BytesIO(base64.b64decode(bundle["image/png"]))).size == (40, 24)
