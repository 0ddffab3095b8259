"""What a person sees and does with the result of a call that has just been made."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

CONNECT = "%load_ext mcp_workbench\n%mcp connect demo"
CELLS = (
    CONNECT,
    'r = %mcp call demo.scan_codes words:=["alpha","beta"]\nr',
    "[d.box for d in r.detections if d.label == 'beta'][0]",
)


@pytest.fixture
def result(
    lab, running: Callable[[str], Page], run_cell: Callable[[int], Locator]
) -> Callable[..., Locator]:
    """Runs cells in a new notebook; gives the result that the second one shows."""

    def show(name: str, *cells: str) -> Locator:
        running(lab.write(name, *cells))
        run_cell(0)
        return run_cell(1).locator(".mcpw-Result")

    return show


@pytest.mark.requirement("DET-01")
def test_boxes_lie_over_the_picture_where_python_has_them(
    result: Callable[..., Locator], run_cell: Callable[[int], Locator]
) -> None:
    shown = result("boxes.ipynb", *CELLS)
    expect(shown.get_by_role("option")).to_have_count(2)
    expect(shown.locator(".mcpw-Label").first).to_contain_text("alpha 0.")
    expect(shown.locator("figcaption")).to_contain_text("2 of 2 shown · xyxy, pixels · declared")

    told = run_cell(2).locator(".jp-OutputArea-output").inner_text()
    box = [float(number) for number in told.strip("()\n").split(",")]
    picture = shown.get_by_role("img").bounding_box()
    drawn = shown.get_by_role("option", name="beta").locator(".mcpw-Shape-line").bounding_box()
    assert picture is not None
    assert drawn is not None
    scale = picture["width"] / float(
        shown.locator("svg").evaluate("svg => svg.viewBox.baseVal.width")
    )
    seen = [drawn["x"] - picture["x"], drawn["y"] - picture["y"], drawn["width"], drawn["height"]]
    left, top, right, bottom = (number * scale for number in box)
    assert seen == pytest.approx([left, top, right - left, bottom - top], abs=3)


def test_the_slider_and_the_chips_choose_what_is_drawn(result: Callable[..., Locator]) -> None:
    shown = result("filter.ipynb", *CELLS)
    boxes = shown.get_by_role("option")
    expect(boxes).to_have_count(2)
    shown.get_by_label("Least score").fill("1")
    expect(boxes).to_have_count(0)
    shown.get_by_label("Least score").fill("0")
    shown.get_by_role("button", name="alpha 1").click()
    expect(boxes).to_have_count(1)
    expect(shown.get_by_role("option", name="beta")).to_be_visible()
    expect(shown.locator("figcaption")).to_contain_text("1 of 2 shown")


def test_a_box_is_told_on_hover_and_kept_by_click(
    result: Callable[..., Locator], page: Page
) -> None:
    shown = result("select.ipynb", *CELLS)
    area = shown.get_by_role("listbox")
    beta = shown.get_by_role("option", name="beta").bounding_box()
    assert beta is not None
    page.mouse.move(beta["x"] + beta["width"] / 2, beta["y"] + beta["height"] / 2)
    expect(shown.locator(".mcpw-Details")).to_contain_text("beta")
    page.mouse.down()
    page.mouse.up()
    page.mouse.move(1, 1)
    expect(shown.locator(".mcpw-Details")).to_contain_text("beta")
    expect(area.get_by_role("option", selected=True)).to_have_count(1)


def test_arrow_keys_step_through_the_boxes_and_leave_the_notebook_alone(
    result: Callable[..., Locator], page: Page
) -> None:
    shown = result("keys.ipynb", *CELLS)
    where = "jupyterapp.shell.currentWidget.content.activeCellIndex"
    mode = "jupyterapp.shell.currentWidget.content.mode"
    shown.get_by_role("listbox").focus()
    before = page.evaluate(where)
    page.keyboard.press("ArrowDown")
    expect(shown.locator(".mcpw-Details")).to_contain_text("alpha")
    page.keyboard.press("ArrowDown")
    expect(shown.locator(".mcpw-Details")).to_contain_text("beta")
    page.keyboard.press("Enter")
    page.keyboard.press("b")
    assert page.locator(".jp-Notebook .jp-Cell").count() == len(CELLS)
    assert (page.evaluate(where), page.evaluate(mode)) == (before, "command")
    # a key with a modifier is still the notebook's: all is saved
    page.keyboard.press("Control+s")
    page.wait_for_function("!jupyterapp.shell.currentWidget.model.dirty")


@pytest.mark.requirement("RES-01")
def test_every_kind_of_content_is_shown(result: Callable[..., Locator]) -> None:
    shown = result("kinds.ipynb", CONNECT, "%mcp call demo.kinds")
    expect(shown.get_by_label("Text", exact=True)).to_contain_text("A text, a photo, a sound")
    expect(shown.get_by_role("img")).to_be_visible()
    assert shown.get_by_role("img").evaluate("image => image.decode().then(() => true)")
    sound = shown.locator("audio")
    sound.evaluate(
        "audio => audio.readyState || new Promise(done => { audio.onloadedmetadata = done; })"
    )
    assert sound.evaluate("audio => audio.duration") == pytest.approx(0.4, abs=0.05)
    expect(shown.locator(".mcpw-Link")).to_contain_text("A note that the client may read")
    expect(shown.locator(".mcpw-Resource")).to_contain_text("This note comes from the demo server")
    shown.get_by_text("Structured content").click()
    expect(shown.get_by_label("Structured content")).to_contain_text("resource_link")


def test_what_looks_like_markup_in_labels_and_texts_stays_text(
    result: Callable[..., Locator], run_cell: Callable[[int], Locator], page: Page
) -> None:
    hostile = "<img src=x onerror=\"document.title='taken'\">"
    shown = result(
        "hostile.ipynb",
        f"{CONNECT}\nwords = [{hostile!r}, '<script>document.title=1</script>']",
        "%mcp call demo.scan_codes words=$words",
        "%mcp call demo.echo text={words[0]}",
    )
    expect(shown.get_by_role("option")).to_have_count(2)
    expect(shown.get_by_role("button", name=hostile)).to_be_visible()
    text = run_cell(2).locator(".mcpw-Text-body").first
    expect(text).to_have_text(hostile)
    assert text.locator("*").count() == 0
    assert shown.locator("img").count() == 1
    assert shown.locator("script, style, iframe, object, embed, form").count() == 0
    assert "taken" not in page.title()


def test_an_error_is_a_value_with_its_code_and_advice(result: Callable[..., Locator]) -> None:
    shown = result("error.ipynb", CONNECT, "%mcp call demo.find_codes image=nonsense")
    box = shown.get_by_role("group", name="Error")
    expect(box).to_contain_text("mcp_tool_error")
    expect(box).to_contain_text("hint:")
    expect(box).to_contain_text("cannot be read as a picture")
