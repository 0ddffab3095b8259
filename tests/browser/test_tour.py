"""The tour as a reader sees it in JupyterLab; also makes the README's pictures."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"
QUICKSTART = ("quickstart-02", "quickstart-06")
AGENT = ("agent-02", "agent-04", "agent-05", "agent-07")
# `make pictures` says where; without it the tests only look
PICTURES = os.environ.get("PICTURES")


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": 1180, "height": 900}}


def cells_of(name: str) -> dict[str, str]:
    """The cells of a notebook of the tour by their names, in order."""
    return {cell.id: cell.source for cell in nbformat.read(NOTEBOOKS / name, as_version=4).cells}


def test_the_tour_shows_its_boxes_to_a_reader_without_kernel(
    executed: Callable[..., str], at_rest: Callable[[str, str], Page]
) -> None:
    tour = cells_of("01_quickstart.ipynb")
    page = at_rest(executed("tour.ipynb", *(tour[cell] for cell in QUICKSTART)), "lab")
    shown = page.locator(".mcpw-Result")
    boxes = shown.get_by_role("option")
    expect(boxes).to_have_count(3)
    place = shown.get_by_role("option", name="alpha 0.93").bounding_box()
    assert place is not None
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(shown.get_by_text("score 0.93")).to_be_visible()
    if PICTURES:
        page.locator(".jp-Cell").nth(1).screenshot(path=Path(PICTURES, "jupyterlab.png"))


def test_the_tour_shows_an_agent_at_work_beside_the_server_that_it_uses(
    lab,
    running: Callable[[str], Page],
    run_cell: Callable[[int], Locator],
    panel: Callable[[], Locator],
) -> None:
    name, cells = "04_agent.ipynb", list(cells_of("04_agent.ipynb"))
    shutil.copy(NOTEBOOKS / name, lab.root / name)
    page = running(name)
    shown = panel()
    *_, agent = [run_cell(cells.index(cell)) for cell in AGENT]
    shown.get_by_role("button", name="Tools of demo").click()
    expect(shown.get_by_role("button", name="scan_codes")).to_be_visible()
    expect(agent.locator("details.mcpw-Call")).to_have_count(2)
    expect(agent.get_by_role("option")).to_have_count(3)
    run = agent.get_by_label("Run", exact=True)
    expect(run).to_contain_text("packing-desk")
    page.set_viewport_size({"width": 1180, "height": 868})
    agent.evaluate("cell => cell.scrollIntoView()")
    expect(agent.get_by_text("Are the labels of order 4711")).to_be_in_viewport()
    if PICTURES:
        page.screenshot(path=Path(PICTURES, "agent.png"))
