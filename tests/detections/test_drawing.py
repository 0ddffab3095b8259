"""Pictures with detections, looked at pixel by pixel."""

import io
import json
import pathlib
import random
from typing import Any

import matplotlib
import pytest
from PIL import Image, ImageChops

from mcp_workbench.detections import Detection, Keypoint, RleMask, draw, recognise
from mcp_workbench.detections.palette import HALO, PALETTE, colours, ink, luminance
from mcp_workbench.detections.placement import Occupancy
from mcp_workbench.detections.tiles import Tiles
from mcp_workbench.errors import UsageInvalid
from mcp_workbench.results import Picture

GREY = (128, 128, 128)
BLUE = PALETTE[0]


def picture(width: int = 640, height: int = 480, colour: Any = GREY) -> Image.Image:
    return Image.new("RGB", (width, height), colour)


def box(x1: float, y1: float, x2: float, y2: float, **more: Any) -> Detection:
    return Detection("box", (x1, y1, x2, y2), **more)


def changed(image: Image.Image, ground: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(image.convert("RGB"), ground.convert("RGB")).getbbox()


@pytest.mark.requirement("DET-01")
def test_boxes_in_a_result_are_drawn_with_label_and_score() -> None:
    rows = [
        {"label": "cup", "score": 0.87, "box": {"xmin": 200, "ymin": 150, "xmax": 400, "ymax": 300}}
    ]
    answer = {"content": [{"type": "text", "text": json.dumps(rows)}]}
    ground = picture()

    found = recognise(answer, kind="mcp", image_size=ground.size)
    drawn = draw(ground, found.detections)

    for x, y in ((200, 225), (399, 225), (300, 150), (300, 299), (201, 225), (398, 225)):
        assert drawn.getpixel((x, y)) == BLUE
    for x, y in ((199, 225), (400, 225), (300, 149), (300, 300)):
        assert drawn.getpixel((x, y)) == HALO
    for x, y in ((300, 225), (100, 100), (402, 225), (204, 160)):
        assert drawn.getpixel((x, y)) == GREY
    tile = Tiles(ground, ["cup"]).tile("cup", 0.87, BLUE)
    left, top = 199, 151 - tile.height - 1
    shown = drawn.crop((left, top, left + tile.width, top + tile.height))
    assert shown.tobytes() == tile.tobytes()


def test_the_label_shows_the_score_with_two_digits() -> None:
    tiles = Tiles(picture(), ["cup"])

    same = tiles.tile("cup", 0.8712, BLUE), tiles.tile("cup", 0.87, BLUE)
    other = tiles.tile("cup", 0.88, BLUE)

    assert same[0].tobytes() == same[1].tobytes() != other.tobytes()


def test_the_picture_that_was_given_is_not_changed() -> None:
    ground = picture()
    before = ground.tobytes()

    draw(ground, [box(10, 10, 100, 100, label="cup")])

    assert ground.tobytes() == before


@pytest.mark.parametrize(
    "mode",
    ["1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK", "YCbCr", "HSV", "LAB", "I", "I;16", "F"],
)
def test_every_mode_is_drawn_in_right_colours_over_the_same_picture(mode: str) -> None:
    ground = _in_mode(mode)
    drawn = draw(ground, [box(40, 40, 120, 120)]).convert("RGB")

    assert drawn.size == ground.size
    assert drawn.getpixel((40, 80)) == BLUE
    dark, light = drawn.getpixel((20, 20)), drawn.getpixel((180, 20))
    assert isinstance(dark, tuple)
    assert isinstance(light, tuple)
    assert sum(light) - sum(dark) > 300


def _in_mode(mode: str) -> Image.Image:
    """Dark on the left, light on the right."""
    if mode in ("I", "I;16", "F"):
        ground = Image.new(mode, (200, 160), 100)
        ground.paste(40_000, (100, 0, 200, 160))
        return ground
    grey = Image.new("RGB", (200, 160), (20, 20, 20))
    grey.paste((230, 230, 230), (100, 0, 200, 160))
    if mode == "LAB":
        lab = Image.new("LAB", (200, 160), (20, 128, 128))
        lab.paste((230, 128, 128), (100, 0, 200, 160))
        return lab
    if mode == "PA":
        return grey.convert("L").convert("LA").convert("PA")
    return grey.convert(mode)


def test_transparency_stays() -> None:
    ground = Image.new("RGBA", (200, 160), (10, 20, 30, 0))

    drawn = draw(ground, [box(40, 40, 120, 120)])

    assert drawn.mode == "RGBA"
    assert drawn.getpixel((10, 10)) == (10, 20, 30, 0)
    assert drawn.getpixel((40, 80)) == (*BLUE, 255)


def test_the_orientation_of_a_photo_is_applied_first() -> None:
    ground = picture(200, 100)
    ground.getexif()[0x0112] = 6

    drawn = draw(ground, [box(10, 150, 60, 190)])

    assert drawn.size == (100, 200)
    assert drawn.getpixel((10, 170)) == BLUE


def test_lines_and_letters_grow_with_the_picture() -> None:
    small, large = picture(640, 480), picture(3840, 2160)

    assert Tiles(large, ["a"]).size("a", 0.5)[1] > 3 * Tiles(small, ["a"]).size("a", 0.5)[1]
    drawn = draw(large, [box(1000, 1000, 2000, 2000)])
    assert [drawn.getpixel((1000 + at, 1500)) for at in (-1, 0, 6, 7)] == [HALO, BLUE, BLUE, HALO]


@pytest.mark.parametrize("size", [(64, 64), (200, 150), (640, 480), (1920, 1080)])
def test_labels_stay_inside_the_picture(size: tuple[int, int]) -> None:
    ground = picture(*size)
    width, height = size
    corners = [(0, 0), (width - 8, 0), (0, height - 8), (width - 8, height - 8)]
    for x, y in corners:
        room = Occupancy(*size)
        tile = Tiles(ground, ["a long label"]).size("a long label", 0.5)
        place = room.place((x, y, x + 8, y + 8), *tile)
        assert place is not None
        assert 0 <= place[0] <= width - tile[0]
        assert 0 <= place[1] <= height - tile[1]


def test_labels_do_not_cover_each_other() -> None:
    chance, room = random.Random(5), Occupancy(1280, 720)
    taken: list[tuple[int, int, int, int]] = []
    for _ in range(400):
        x, y = chance.randrange(1200), chance.randrange(650)
        place = room.place((x, y, x + 60, y + 60), 71, 23)
        if place is not None:
            taken.append((*place, place[0] + 71, place[1] + 23))
    assert len(taken) > 100
    for at, (x1, y1, x2, y2) in enumerate(taken):
        for a1, b1, a2, b2 in taken[:at]:
            assert x2 <= a1 or a2 <= x1 or y2 <= b1 or b2 <= y1


def test_the_label_of_the_highest_score_is_the_one_that_is_kept() -> None:
    ground = picture(70, 70)
    low, high = (
        box(5, 5, 65, 65, label="low", score=0.1),
        box(5, 5, 65, 65, label="high", score=0.9),
    )

    both = draw(ground, [high, low, *[low] * 8])
    tile = Tiles(ground, ["high", "low"]).tile("high", 0.9, colours(["high", "low"])["high"])

    assert any(
        both.crop((x, y, x + tile.width, y + tile.height)).tobytes() == tile.tobytes()
        for x in range(70 - tile.width + 1)
        for y in range(70 - tile.height + 1)
    )


def test_the_highest_score_lies_on_top() -> None:
    low, high = (
        box(50, 50, 200, 200, label="a", score=0.2),
        box(50, 50, 200, 200, label="b", score=0.9),
    )

    for order in ([low, high], [high, low]):
        assert draw(picture(), order).getpixel((50, 120)) == PALETTE[1]


def test_a_title_has_one_colour_and_ink_that_reads() -> None:
    assert colours(["b", "a", "b"]) == {"a": PALETTE[0], "b": PALETTE[1]}
    for colour in PALETTE:
        lights = sorted([luminance(colour) + 0.05, luminance(ink(colour)) + 0.05])
        assert lights[1] / lights[0] >= 4.5


def test_small_pictures_have_no_labels() -> None:
    ground = picture(60, 60)

    drawn = draw(ground, [box(20, 20, 40, 40, label="cup", score=0.5)])

    assert changed(drawn, ground) == (19, 19, 41, 41)


@pytest.mark.parametrize("side", range(21))
def test_every_small_box_can_be_seen(side: int) -> None:
    ground = picture()

    drawn = draw(ground, [box(300, 200, 300 + side, 200 + side)])

    area = changed(drawn, ground)
    assert area is not None
    assert area[2] - area[0] >= max(side, 6 if side <= 3 else side)
    assert BLUE in {drawn.getpixel((x, y)) for x in range(*area[::2]) for y in range(*area[1::2])}


def test_a_box_beyond_the_edge_is_closed_at_the_edge() -> None:
    drawn = draw(picture(), [box(600, 100, 665, 200), box(-50, -50, 30, 30)])

    assert drawn.getpixel((639, 150)) == BLUE
    assert drawn.getpixel((0, 10)) == BLUE


def test_lines_of_text_are_outlined_as_they_lie() -> None:
    corners = ((100.0, 100.0), (300.0, 140.0), (290.0, 190.0), (90.0, 150.0))
    line = Detection("polygon", (90, 100, 300, 190), polygons=(corners,), label="EXIT", score=0.9)

    drawn = draw(picture(), [line])

    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        assert drawn.getpixel((round((x1 + x2) / 2), round((y1 + y2) / 2))) == BLUE
    assert drawn.getpixel((195, 145)) == GREY
    assert drawn.getpixel((295, 105)) == GREY


def test_areas_are_tinted() -> None:
    points = tuple(
        (float(x), float(y)) for x, y in ((100, 100), (300, 90), (330, 200), (200, 280), (90, 200))
    )
    leaf = Detection("polygon", (90, 90, 330, 280), polygons=(points,))
    mask = RleMask(480, 640, (480 * 100 + 100, 200, 480 * 539 + 180))
    stripe = Detection("mask", (100, 100, 101, 300), mask=mask)

    tinted = draw(picture(), [leaf]).getpixel((200, 180))
    column = draw(picture(colour=(0, 0, 0)), [Detection("mask", None, mask=mask)])

    assert tinted not in (GREY, BLUE)
    assert column.getpixel((100, 200)) == tuple(round(part * 64 / 255) for part in BLUE)
    assert column.getpixel((101, 200)) == column.getpixel((100, 301)) == (0, 0, 0)
    assert draw(picture(), [stripe]).size == (640, 480)


def test_keypoints_that_were_not_found_are_left_out() -> None:
    points = (Keypoint(100, 100, 0.9), Keypoint(200, 100, 0.1), Keypoint(300, 100))

    drawn = draw(picture(), [Detection("box", None, keypoints=points)])

    assert [drawn.getpixel((x, 100)) for x in (100, 200, 300)] == [BLUE, GREY, BLUE]


def test_a_long_label_is_shortened_and_keeps_its_score() -> None:
    tiles = Tiles(picture(), ["x" * 200])

    width, _ = tiles.size("x" * 200, 0.5)

    assert 200 < width <= 0.5 * 640
    assert tiles.tile("x" * 200, 0.5, BLUE).tobytes() != tiles.tile("x" * 200, 0.6, BLUE).tobytes()


def test_letters_that_the_font_lacks_are_replaced_by_a_number() -> None:
    tiles = Tiles(picture(), ["cup", "日本語"])
    known = Tiles(picture(), ["label 2"])

    assert tiles.size("日本語", 0.5) == known.size("label 2", 0.5)


def test_a_photo_can_be_drawn_on() -> None:
    photo = Image.open(pathlib.Path(matplotlib.get_data_path(), "sample_data", "grace_hopper.jpg"))

    drawn = draw(photo, [box(150, 30, 390, 330, label="face", score=0.98)])

    assert drawn.size == photo.size
    assert drawn.getpixel((150, 200)) == BLUE


def test_no_more_than_the_most_certain_are_drawn() -> None:
    rows = [box(10, 10, 20, 20, score=0.5)] * 20_000
    ground = picture(64, 64)

    drawn = draw(ground, [*rows, box(40, 40, 50, 50, score=0.1)])

    assert changed(drawn, ground) is not None
    assert drawn.getpixel((40, 45)) == GREY


def test_letters_in_a_wide_low_picture_can_be_read() -> None:
    _, height = Tiles(picture(980, 400), ["cup"]).size("cup", 0.5)

    assert 18 <= height <= 26
    assert height < Tiles(picture(980, 980), ["cup"]).size("cup", 0.5)[1]


def test_a_class_keeps_its_colour_when_weaker_ones_are_not_drawn() -> None:
    cups = [box(10, 10, 20, 20, label="cup", score=0.5)] * 20_000
    ground = picture(64, 64)

    drawn = draw(ground, [*cups, box(40, 40, 50, 50, label="ant", score=0.1)])

    assert drawn.getpixel((10, 15)) == colours(["ant", "cup"])["cup"] != BLUE


def test_the_picture_of_a_result_is_drawn_on_as_its_image_is() -> None:
    out = io.BytesIO()
    picture().save(out, "PNG")
    cup = box(200, 150, 400, 300, label="cup")
    drawn = draw(Picture(out.getvalue(), "content[0]"), [cup])
    assert drawn.tobytes() == draw(picture(), [cup]).tobytes()


@pytest.mark.parametrize(
    "wrong", ["cat.png", b"bytes", None, 5, Picture(b"broken", "content[0]"), ImageChops]
)
def test_what_is_no_picture_is_refused_in_words(wrong: Any) -> None:
    with pytest.raises(UsageInvalid, match="draw needs a picture") as refused:
        draw(wrong, [])
    assert "images[0]" in refused.value.hint
