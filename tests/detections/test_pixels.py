"""Pictures of every mode become ones that colours can be drawn on, and keep what they show."""

import math
import struct

import pytest
from PIL import Image

from mcp_workbench.detections.pixels import displayable, drawable

MODES = "1 L LA La P PA RGB RGBA RGBa RGBX CMYK YCbCr LAB HSV I F I;16 I;16B".split()  # noqa: SIM905


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_of_pillow_becomes_one_that_can_be_drawn_on(mode: str) -> None:
    source = Image.linear_gradient("L").resize((40, 24))
    steps = {"PA": "P", "La": "LA", "RGBa": "RGBA", "LAB": "RGB", "I;16B": "I;16"}
    if mode == "LAB":
        image = Image.new("LAB", source.size, (200, 0, 0))
    elif mode in steps:
        image = source.convert("I" if "16" in mode else "RGBA").convert(steps[mode]).convert(mode)
    else:
        image = source.convert("I").convert(mode) if "16" in mode else source.convert(mode)
    shown = displayable(image)
    assert shown.mode in ("RGB", "RGBA")
    assert shown.size == image.size


def test_levels_beyond_256_are_stretched_without_dead_pixels_and_gaps() -> None:
    levels = [1000.0 + at for at in range(1000)]
    levels[::200] = [math.nan, math.inf, -math.inf, 1e30, -1e30]
    image = Image.frombytes("F", (100, 10), struct.pack("<1000f", *levels))

    shown = displayable(image).convert("L")

    assert shown.getextrema() == (0, 255)
    assert shown.getpixel((50, 5)) == pytest.approx(255 * 0.55, abs=5)


def test_a_colour_that_stands_for_nothing_stays_transparent() -> None:
    image = Image.new("RGB", (4, 4), (10, 20, 30))
    image.info["transparency"] = (10, 20, 30)

    assert displayable(image).getpixel((0, 0)) == (10, 20, 30, 0)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L"])
def test_what_is_drawn_on_is_a_copy(mode: str) -> None:
    image = Image.new(mode, (4, 4))

    drawable(image).putpixel((0, 0), (255, 255, 255))

    assert image.getextrema() == Image.new(mode, (4, 4)).getextrema()
