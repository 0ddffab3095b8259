"""What a person sees and does with a tool's form, under a cell and in the sidebar."""

from __future__ import annotations

import io
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from mcp_workbench.demo.cards import sheet

CONNECT = "%load_ext mcp_workbench\n%mcp connect demo"
ASK = """from mcp_workbench.asking import Question
from mcp_workbench.comm import ask
await ask(Question(tool="demo.echo", server="demo", name="echo", description="Give the text back.",
                   arguments={"text": "a"}, reason="it is not known what it changes"))"""


RESTART = "jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"


def press(where: Locator, name: str) -> None:
    where.get_by_role("button", name=name, exact=True).click()


def test_a_tester_under_a_cell_runs_the_tool_and_writes_a_cell_that_does_the_same(
    lab, running: Callable[[str], Page], run_cell: Callable[[int], Locator]
) -> None:
    page = running(lab.write("tester.ipynb", CONNECT, "%mcp test demo.scan_codes", "1"))
    run_cell(0)
    shown = run_cell(1).locator(".mcpw-Tester")
    words = shown.get_by_role("textbox", name="words")
    expect(shown).to_contain_text("required")

    words.fill('["alpha", 7]')
    press(shown, "Run")
    expect(shown.get_by_role("alert")).to_contain_text("must be a string")
    expect(words).to_have_attribute("aria-invalid", "true")

    words.fill('["alpha",')
    words.press("Enter")
    words.press_sequentially('"beta"]')
    expect(shown.get_by_role("alert")).to_have_count(0)
    words.press("Control+Enter")
    expect(shown.get_by_role("option")).to_have_count(2)
    assert page.locator(".jp-Notebook .jp-Cell").count() == 3

    press(shown, "Insert as cell")
    cells = page.locator(".jp-Notebook .jp-Cell")
    expect(cells).to_have_count(4)
    expect(cells.nth(2)).to_contain_text("%mcp call demo.scan_codes")
    page.keyboard.press("Control+Enter")  # the new cell has the focus
    expect(cells.nth(2).locator(".mcpw-Result").get_by_role("option")).to_have_count(2)


def test_a_tester_in_the_sidebar_finds_codes_in_a_picture_and_draws_them(
    lab,
    running: Callable[[str], Page],
    run_cell: Callable[[int], Locator],
    panel: Callable[[], Locator],
) -> None:
    out = io.BytesIO()
    sheet(["alpha", "beta"]).save(out, "PNG")
    page = running(lab.write("sidebar.ipynb", CONNECT, "1"))
    run_cell(0)
    shown = panel()
    press(shown, "Tools of demo")
    shown.get_by_role("searchbox").fill("find bar codes")
    shown.get_by_role("button", name="find_codes").click()
    press(shown, "Run")
    expect(shown.get_by_role("alert")).to_contain_text("image")  # it is required

    codes = {"name": "codes.png", "mimeType": "image/png", "buffer": out.getvalue()}
    shown.get_by_label("image", exact=True).set_input_files(codes)
    expect(shown.get_by_role("img", name="Picture for image")).to_be_visible()
    press(shown, "Run")
    expect(shown.get_by_role("option")).to_have_count(2)
    expect(shown.locator("figcaption")).to_contain_text("over argument image")

    text = {"name": "a.txt", "mimeType": "text/plain", "buffer": b"nonsense"}
    shown.get_by_label("image", exact=True).set_input_files(text)
    press(shown, "Run")
    expect(shown.get_by_role("group", name="Error")).to_contain_text("cannot be read as a picture")
    expect(shown.get_by_role("option")).to_have_count(0)
    press(shown, "Insert as cell")
    cells = page.locator(".jp-Notebook .jp-Cell")
    expect(cells.nth(1)).to_contain_text("%mcp call demo.find_codes image=")

    shown.get_by_label("image", exact=True).set_input_files(codes)
    press(shown, "Insert as cell")
    expect(cells.nth(2).locator(".cm-line")).to_have_text(
        [
            "# save codes.png beside this notebook first",
            "%mcp call demo.find_codes image=@@codes.png",
        ]
    )
    (lab.root / "codes.png").write_bytes(out.getvalue())
    page.keyboard.press("Control+Enter")
    expect(cells.nth(2).locator(".mcpw-Result").get_by_role("option")).to_have_count(2)


def test_a_call_tells_its_progress_and_is_cancelled(
    lab,
    running: Callable[[str], Page],
    run_cell: Callable[[int], Locator],
    panel: Callable[[], Locator],
) -> None:
    running(lab.write("cancel.ipynb", CONNECT))
    run_cell(0)
    shown = panel()
    press(shown, "Tools of demo")
    shown.get_by_role("button", name="slow").click()
    seconds = shown.get_by_role("textbox", name="seconds")
    expect(seconds).to_have_attribute("placeholder", "default: 2.0")
    seconds.fill("300")
    press(shown, "Run")
    expect(shown.get_by_role("status")).to_contain_text("of 300.0 s")
    press(shown, "Cancel")
    expect(shown.get_by_role("note")).to_contain_text("Cancelled.")
    expect(shown.get_by_role("button", name="Run", exact=True)).to_be_focused()
    seconds.fill("0.2")
    press(shown, "Run")
    expect(shown.get_by_label("Text", exact=True)).to_have_text("waited 0.2 s")


def test_a_question_is_answered_by_a_button_while_its_cell_waits(
    lab, running: Callable[[str], Page], panel: Callable[[], Locator]
) -> None:
    page = running(lab.write("question.ipynb", "1", ASK))
    expect(panel()).to_contain_text("No servers yet")
    page.evaluate(
        "() => { jupyterapp.shell.currentWidget.content.activeCellIndex = 1;"
        " void jupyterapp.commands.execute('notebook:run-cell'); }"
    )
    cell = page.locator(".jp-Notebook .jp-Cell").nth(1)
    shown = cell.locator(".mcpw-Question")
    expect(shown).to_contain_text("Allow echo?")
    expect(shown.get_by_role("group", name="Arguments")).to_contain_text('"text": "a"')
    press(shown, "Allow once")
    expect(shown.get_by_role("status")).to_contain_text("Allowed once")
    expect(shown.get_by_role("button")).to_have_count(0)
    expect(cell.locator(".jp-OutputArea-output").last).to_have_text("'once'")


def test_a_question_that_an_earlier_page_was_asked_says_how_to_go_on(
    lab, running: Callable[[str], Page], panel: Callable[[], Locator]
) -> None:
    name = lab.write("reload.ipynb", "1", ASK)
    page = running(name)
    expect(panel()).to_contain_text("No servers yet")
    page.evaluate(
        "() => { jupyterapp.shell.currentWidget.content.activeCellIndex = 1;"
        " void jupyterapp.commands.execute('notebook:run-cell'); }"
    )
    shown = page.locator(".mcpw-Question")
    expect(shown.get_by_role("button", name="Deny")).to_be_enabled()
    page.evaluate("jupyterapp.commands.execute('docmanager:save')")
    page.goto(lab.url(name, "lab"))
    expect(shown.get_by_role("status")).to_contain_text("stop the cell (■), then run it again")
    expect(shown.get_by_role("button", name="Deny")).to_be_disabled()
    expect(panel()).to_contain_text("The kernel is busy")
    page.evaluate("jupyterapp.commands.execute('notebook:interrupt-kernel')")
    expect(panel()).to_contain_text("No servers yet")


def test_a_saved_tester_runs_once_its_server_is_connected_in_the_new_kernel(
    executed: Callable[..., str], running: Callable[[str], Page], run_cell: Callable[[int], Locator]
) -> None:
    cells = (*CONNECT.splitlines(), "%mcp test demo.echo text=kept")
    page = running(executed("woken.ipynb", *cells))
    shown = page.locator(".mcpw-Tester")
    status, run = shown.get_by_role("status"), shown.get_by_role("button", name="Run", exact=True)
    expect(status).to_have_text(
        "demo is not connected in this kernel: run the cell that connects it."
    )
    expect(run).to_be_disabled()

    # the page had loaded the extension, and %load_ext says nothing about it
    expect(run_cell(0).locator(".jp-OutputArea-output")).to_have_count(0)
    expect(run_cell(1)).to_contain_text("<Server demo connected")
    expect(run).to_be_enabled()
    run.click()
    expect(shown.get_by_label("Text", exact=True)).to_have_text("kept")

    page.evaluate(RESTART)
    expect(status).to_contain_text("demo is no longer connected: run the cell")
    expect(run).to_be_disabled()


def test_a_saved_tester_without_a_kernel_shows_its_form_and_why_it_cannot_run(
    executed: Callable[..., str], at_rest: Callable[[str, str], Page]
) -> None:
    name = executed("resting.ipynb", CONNECT, "%mcp test demo.echo text=kept")
    for app in ("lab", "notebook"):
        shown = at_rest(name, app).locator(".mcpw-Tester")
        expect(shown.get_by_role("textbox", name="text")).to_have_value("kept")
        for button in ("Run", "Insert as cell"):
            expect(shown.get_by_role("button", name=button, exact=True)).to_be_disabled()
        expect(shown.get_by_role("status")).to_contain_text("no kernel")
