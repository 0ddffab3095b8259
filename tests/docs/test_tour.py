"""The tour tells the truth: no call in it fails unless it says so, and pictures are its own."""

from __future__ import annotations

import io
import re

import nbformat
import pytest
from PIL import Image, ImageChops, ImageStat

from mcp_workbench.messages import RESULT_MIME
from tests.docs.pictures import IMAGES, MADE_BY, made
from tests.docs.tour import NOTEBOOKS, executed

# how a failure of a magic begins: its code
FAILURE = re.compile(r"\[[a-z_]+\] ")
# edges of letters differ a little between versions of the font renderer
LARGEST_MEAN_DIFFERENCE = 1.0


@pytest.mark.requirement("DOC-01")
@pytest.mark.parametrize("name", sorted(path.name for path in NOTEBOOKS.glob("*.ipynb")))
def test_no_call_of_the_tour_fails_without_saying_so(name: str) -> None:
    cells = [cell for cell in executed(name).cells if cell.cell_type == "code"]
    assert any(RESULT_MIME in output.get("data", {}) for cell in cells for output in cell.outputs)
    failed = [cell.id for cell in cells if any(map(is_failure, cell.outputs))]
    assert failed == [cell.id for cell in cells if "fails" in cell.metadata.get("tags", ())]


def is_failure(output: nbformat.NotebookNode) -> bool:
    """Whether an output shows, or says at the end of its cell, that a magic failed."""
    if output.output_type == "stream":
        return output.name == "stderr" and "mcp: " in output.text
    return FAILURE.match(output.get("data", {}).get("text/plain", "")) is not None


@pytest.mark.parametrize("name", MADE_BY)
def test_a_picture_is_what_its_notebook_shows(name: str) -> None:
    kept = Image.open(IMAGES / name).convert("RGB")
    now = Image.open(io.BytesIO(made(name))).convert("RGB")
    assert now.size == kept.size
    difference = ImageStat.Stat(ImageChops.difference(now, kept)).mean
    assert max(difference) < LARGEST_MEAN_DIFFERENCE, "run `make pictures` and look at it"
