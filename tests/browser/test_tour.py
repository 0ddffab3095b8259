"""The tour's first notebook as a reader sees it in JupyterLab; also makes the README's picture."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Page, expect

ROOT = Path(__file__).parent.parent.parent
TOUR = ROOT / "notebooks" / "01_quickstart.ipynb"
CELLS = ("quickstart-02", "quickstart-06")
# `make pictures` says where; without it the test only looks
PICTURES = os.environ.get("PICTURES")


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 1180, "height": 900}}


def test_the_tour_shows_its_boxes_to_a_reader_without_kernel(
    executed: Callable[..., str], at_rest: Callable[[str, str], Page]
) -> None:
    tour = {cell.id: cell.source for cell in nbformat.read(TOUR, as_version=4).cells}
    page = at_rest(executed("tour.ipynb", *(tour[cell] for cell in CELLS)), "lab")
    shown = page.locator(".mcpw-Result")
    boxes = shown.get_by_role("option")
    expect(boxes).to_have_count(3)
    place = shown.get_by_role("option", name="alpha 0.93").bounding_box()
    assert place is not None
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(shown.get_by_text("score 0.93")).to_be_visible()
    if PICTURES:
        page.locator(".jp-Cell").nth(1).screenshot(path=Path(PICTURES, "jupyterlab.png"))
