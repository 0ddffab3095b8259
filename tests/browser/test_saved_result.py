"""What a stranger sees who opens a notebook that somebody else ran: no kernel, no trust."""

from __future__ import annotations

import base64
import io
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import nbformat
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from mcp_workbench.messages import RESULT_MIME

CALLS = (
    'demo.scan_codes words:=["alpha","beta"]',
    "demo.image",
    "demo.kinds",
    "demo.echo text=hello",
    "demo.fail",
)
CELLS = ("%load_ext mcp_workbench\n%mcp connect demo", *(f"%mcp call {call}" for call in CALLS))


def displays(lab: Any, name: str) -> list[dict[str, Any]]:
    """The bundles of all results in a saved notebook."""
    notebook = nbformat.read(lab.root / name, as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.outputs]
    return [output.data for output in outputs if RESULT_MIME in output.get("data", {})]


@pytest.mark.requirement("RES-09")
@pytest.mark.parametrize("app", ["lab", "notebook"])
def test_boxes_stay_interactive(
    executed: Callable[..., str], at_rest: Callable[[str, str], Page], app: str
) -> None:
    page = at_rest(executed(f"rest-{app}.ipynb", *CELLS[:2]), app)
    shown = page.locator(".mcpw-Result")
    boxes = shown.get_by_role("option")
    expect(boxes).to_have_count(2)

    widget = "jupyterapp.shell.currentWidget"
    assert page.evaluate(f"{widget}.sessionContext.session") is None
    assert page.evaluate(f"[...{widget}.model.cells].some(cell => cell.trusted)") is False

    shown.get_by_role("button", name="alpha 1").click()
    expect(boxes).to_have_count(1)
    shown.get_by_role("listbox").focus()
    page.keyboard.press("ArrowDown")
    expect(shown.locator(".mcpw-Details")).to_contain_text("beta")
    shown.get_by_label("Least score").fill("1")
    expect(boxes).to_have_count(0)


@pytest.mark.parametrize("app", ["lab", "notebook"])
def test_a_result_starts_where_other_outputs_start(
    executed: Callable[..., str], at_rest: Callable[[str, str], Page], app: str
) -> None:
    cells = (CELLS[0], "980_400", CELLS[1])
    page = at_rest(executed(f"edges-{app}.ipynb", *cells), app)
    ordinary = page.locator(".jp-RenderedText pre").filter(has_text="980400").bounding_box()
    text = page.locator(".mcpw-Text-body").first.bounding_box()
    picture = page.locator(".mcpw-Stage").bounding_box()
    assert ordinary is not None
    assert text is not None
    assert picture is not None
    assert [text["x"], picture["x"]] == pytest.approx([ordinary["x"]] * 2, abs=1)


@pytest.mark.requirement("RES-06")
def test_every_display_holds_text_and_where_there_is_a_picture_a_png(
    lab: Any, executed: Callable[..., str]
) -> None:
    bundles = displays(lab, executed("displays.ipynb", *CELLS))
    assert len(bundles) == len(CALLS)
    assert all(bundle["text/plain"].strip() for bundle in bundles)
    pictured = [
        any(block["type"] == "image" for block in bundle[RESULT_MIME]["blocks"])
        for bundle in bundles
    ]
    assert pictured == [True, True, True, False, False]
    assert ["image/png" in bundle for bundle in bundles] == pictured
    for bundle in bundles:
        if "image/png" in bundle:
            Image.open(io.BytesIO(base64.b64decode(bundle["image/png"]))).verify()


@pytest.mark.requirement("RES-06")
def test_a_page_made_of_the_notebook_shows_picture_and_text(
    lab: Any, executed: Callable[..., str], page: Page
) -> None:
    name = executed("page.ipynb", CELLS[0], CELLS[1], CELLS[4])
    subprocess.run(
        [sys.executable, "-m", "jupyter", "nbconvert", "--to", "html", name],
        cwd=lab.root,
        env=lab.environment,
        check=True,
        capture_output=True,
    )
    page.goto((lab.root / "page.html").as_uri(), wait_until="domcontentloaded")
    picture = page.locator(".jp-OutputArea-output img")
    expect(picture).to_have_count(1)
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    expect(page.locator(".jp-OutputArea-output pre").last).to_contain_text("hello")


def test_a_message_that_cannot_be_read_is_one_calm_line(
    lab: Any, executed: Callable[..., str], at_rest: Callable[[str, str], Page]
) -> None:
    name = executed("later.ipynb", *CELLS[:2])
    notebook = nbformat.read(lab.root / name, as_version=4)
    for output in notebook.cells[1].outputs:
        output.get("data", {}).get(RESULT_MIME, {})["version"] = 2
    nbformat.write(notebook, lab.root / name)
    page = at_rest(name, "lab")
    expect(page.get_by_role("note")).to_contain_text("another version of mcp-workbench")
    expect(page.locator(".mcpw-Result")).to_have_count(0)


def test_one_broken_detection_hides_neither_the_others_nor_the_picture(
    lab: Any, executed: Callable[..., str], at_rest: Callable[[str, str], Page]
) -> None:
    name = executed("broken.ipynb", *CELLS[:2])
    notebook = nbformat.read(lab.root / name, as_version=4)
    for output in notebook.cells[1].outputs:
        for block in output.get("data", {}).get(RESULT_MIME, {}).get("blocks", ()):
            if block["type"] == "image":
                block["recognition"]["detections"]["best"][0]["box"] = [1, 2, None, 4]
    nbformat.write(notebook, lab.root / name)
    shown = at_rest(name, "lab").locator(".mcpw-Result")
    expect(shown.get_by_role("option")).to_have_count(1)
    expect(shown.get_by_role("img")).to_be_visible()
    expect(shown.get_by_role("note")).to_contain_text("1 detection cannot be shown")


def test_of_3000_boxes_the_best_are_shown_and_all_are_counted(
    executed: Callable[..., str], at_rest: Callable[[str, str], Page]
) -> None:
    cell = """
import base64, io
from PIL import Image
from mcp_workbench.results import CallContext, ToolResult

out = io.BytesIO()
Image.new("RGB", (640, 480), "white").save(out, "PNG")
data = base64.b64encode(out.getvalue()).decode()
image = {"type": "image", "data": data, "mimeType": "image/png"}
boxes = [[n % 600, n % 400, n % 600 + 30, n % 400 + 30] for n in range(3000)]
labels, scores = [n % 7 for n in range(3000)], [n / 3000 for n in range(3000)]
columns = {"boxes": boxes, "labels": labels, "scores": scores}
ToolResult({"content": [image], "structuredContent": columns}, CallContext("vision", "find"), 0.1)
"""
    shown = at_rest(executed("many.ipynb", cell), "lab").locator(".mcpw-Result")
    expect(shown.locator("figcaption")).to_contain_text("1,000 best of 3,000 shown")
    expect(shown.get_by_role("option")).to_have_count(1000)
    expect(shown.get_by_role("button", name="#3")).to_be_visible()
