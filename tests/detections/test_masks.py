"""Masks as run lengths, against an encoder that follows COCO's C code line by line."""

import random

import pytest

from mcp_workbench.detections.masks import RleMask, read_rle


def encoded(counts: list[int]) -> str:
    """`rleToString` of cocoapi/common/maskApi.c."""
    text = ""
    for at, count in enumerate(counts):
        number = count - counts[at - 2] if at > 2 else count
        more = True
        while more:
            bits = number & 0x1F
            number >>= 5
            more = number != -1 if bits & 0x10 else number != 0
            text += chr((bits | 0x20 if more else bits) + 48)
    return text


@pytest.mark.parametrize("seed", range(20))
def test_compressed_counts_are_read_as_they_were_written(seed: int) -> None:
    chance = random.Random(seed)
    counts = [chance.choice([0, 1, 5, 40, 1_000]) for _ in range(chance.randrange(1, 30))]
    height = chance.choice([1, 2, 5])
    counts.append(-sum(counts) % height)
    size = [height, sum(counts) // height]

    assert read_rle({"size": size, "counts": encoded(counts)}, None) == RleMask(
        *size, tuple(counts)
    )


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"size": [10, 20], "counts": [10, 5, 3]}, "bad_mask"),
        ({"size": [10, 20], "counts": [-10, 210]}, "bad_mask"),
        ({"size": [10, 20], "counts": "\x00\x01"}, "bad_mask"),
        ({"size": [10, 20], "counts": "o" * 100}, "bad_mask"),
        ({"size": [10, 20], "counts": None}, "bad_mask"),
        ({"size": [10], "counts": [10]}, "bad_mask"),
        ({"size": [True, 20], "counts": [20]}, "bad_mask"),
        ({"size": [100_000, 100_000], "counts": [0, 10_000_000_000]}, "mask_too_large"),
    ],
)
def test_a_mask_that_does_not_cover_its_picture_is_refused(value: object, code: str) -> None:
    assert read_rle(value, (20, 10)) == code


def test_the_runs_go_down_the_columns() -> None:
    # three rows, two columns: the last of the first column and the first of the second
    mask = RleMask(3, 2, (2, 2, 2))

    assert mask.columns(1) == bytes([0, 0, 1, 1, 0, 0])
    assert mask.area == 2
