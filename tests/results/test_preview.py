"""Pictures made small enough for a notebook."""

import io
import struct

import pytest
from PIL import Image

from mcp_workbench.results import Picture
from mcp_workbench.results.preview import jpeg_within, png_within, web_preview


def noise(mode: str = "RGB", size: tuple[int, int] = (900, 600)) -> Image.Image:
    bands = [Image.effect_noise(size, 120) for _ in mode]
    return Image.merge(mode, bands)


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize("size", [(5000, 3000), (3, 2000), (2000, 1), (900, 600), (1, 1)])
def test_no_preview_is_larger_than_1600_pixels_and_it_keeps_its_shape(
    size: tuple[int, int],
) -> None:
    shown = opened(png_within(Image.new("RGB", size, "teal"))).size
    assert max(shown) == min(1600, max(size))
    assert shown[0] == pytest.approx(size[0] * max(shown) / max(size), abs=1)


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_png_that_is_too_large_loses_colours_then_pixels(mode: str) -> None:
    flat = png_within(Image.new(mode, (900, 600), "teal"))
    assert opened(flat).mode == mode
    rough = png_within(noise(mode))
    assert len(rough) <= 150_000
    assert opened(rough).mode == "P"
    assert min(opened(rough).size) > 150


def test_a_jpeg_that_is_too_large_loses_pixels() -> None:
    data = jpeg_within(noise(), limit=40_000)
    assert len(data) <= 40_000
    assert min(opened(data).size) > 100


def test_transparency_survives() -> None:
    image = noise("RGBA")
    image.putalpha(0)
    assert opened(png_within(image)).convert("RGBA").getpixel((5, 5))[3] == 0


def test_a_small_plain_file_is_shown_as_it_is() -> None:
    out = io.BytesIO()
    Image.new("RGB", (30, 20), "teal").save(out, "WEBP")
    picture = Picture(out.getvalue(), "content[0]")
    assert picture.image is not None
    assert web_preview(picture, picture.image, 10_000, 1600) == ("image/webp", out.getvalue())


def test_what_a_browser_shows_differently_is_shown_as_pillow_reads_it() -> None:
    deep, tiff, turned = io.BytesIO(), io.BytesIO(), io.BytesIO()
    Image.frombytes("I;16", (8, 8), struct.pack("<64H", *range(64))).save(deep, "PNG")
    Image.new("RGB", (8, 8)).save(tiff, "TIFF")
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (8, 4)).save(turned, "PNG", exif=exif)
    for file in (deep, tiff, turned):
        picture = Picture(file.getvalue(), "content[0]")
        assert picture.image is not None
        mime, data = web_preview(picture, picture.image, 10_000, 1600)
        assert mime == "image/jpeg"
        assert opened(data).size == picture.size
