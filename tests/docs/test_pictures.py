"""The pictures of the README are what its notebooks show."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.docs.pictures import IMAGES, MADE_BY, made

# edges of letters differ a little between versions of the font renderer
LARGEST_MEAN_DIFFERENCE = 1.0


@pytest.mark.parametrize("name", MADE_BY)
def test_a_picture_is_what_its_notebook_shows(name: str, tmp_path: Path) -> None:
    kept = Image.open(IMAGES / name).convert("RGB")
    now = Image.open(io.BytesIO(made(name, tmp_path))).convert("RGB")
    assert now.size == kept.size
    difference = ImageStat.Stat(ImageChops.difference(now, kept)).mean
    assert max(difference) < LARGEST_MEAN_DIFFERENCE, "run `make pictures` and look at it"
