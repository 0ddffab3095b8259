"""Coordinates of another picture than the displayed one, checked against Pillow."""

import pytest
from PIL import Image, ImageOps

from mcp_workbench.detections.frames import Target, frames, turned


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_point_turns_as_pillow_turns_the_picture(orientation: int) -> None:
    stored = Image.new("L", (40, 30))
    stored.putpixel((5, 7), 255)
    stored.getexif()[0x0112] = orientation

    shown = ImageOps.exif_transpose(stored)

    # the middle of the pixel, so that no edge has to be rounded
    x, y = turned(5.5, 7.5, orientation, stored.size)
    assert shown.getpixel((int(x), int(y))) == 255


def test_a_letterbox_is_taken_off() -> None:
    # 640 × 320 was scaled to 300 × 150 and padded to 300 × 300 with 75 rows above and below
    frame = frames("px", (300, 300), Target((640, 320)))["letterbox"]

    assert frame.box((0, 75, 300, 225)) == pytest.approx((0, 0, 640, 320))


def test_parts_of_a_letterbox_are_parts_of_the_padded_picture() -> None:
    options = frames("01", (300, 300), Target((640, 320)))

    assert list(options) == ["stretch", "letterbox"]
    assert options["letterbox"].box((0, 0.25, 1, 0.75)) == pytest.approx((0, 0, 640, 320))


def test_parts_of_a_picture_of_no_size_have_no_place() -> None:
    assert frames("01", None, Target(None)) == {}
    assert list(frames("px", None, Target(None))) == [""]
