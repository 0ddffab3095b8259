"""What a server asks is answered below the cell that calls, and beside a call of the sidebar."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

SERVER = shlex.join([sys.executable, str(Path(__file__).parents[1] / "servers" / "asking.py")])
CONNECT = f"%load_ext mcp_workbench\n%mcp connect shop -- {SERVER}"
RESTART = "jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
BILL = "https://pay.example.org/bill?id=42"


START = """index => {
    jupyterapp.shell.currentWidget.content.activeCellIndex = index;
    void jupyterapp.commands.execute('notebook:run-cell');
}"""


def start(page: Page, index: int) -> Locator:
    """Runs a cell that waits for an answer; gives the cell."""
    page.evaluate(START, index)
    return page.locator(".jp-Notebook .jp-Cell").nth(index)


def press(where: Locator, name: str) -> None:
    where.get_by_role("button", name=name, exact=True).click()


@pytest.mark.requirement("CON-22")
def test_forms_and_addresses_are_answered_where_the_call_was_made(
    lab,
    running: Callable[[str], Page],
    run_cell: Callable[[int], Locator],
    panel: Callable[[], Locator],
) -> None:
    cells = (CONNECT, "%mcp call shop.elicit", "%mcp call shop.open", "1")
    page = running(lab.write("asking.ipynb", *cells))
    run_cell(0)
    expect(panel().get_by_role("button", name="Tools of shop")).to_be_visible()

    cell = start(page, 1)
    form = cell.get_by_role("region", name="shop asks for something")
    expect(form).to_contain_text("Who are you?")
    expect(form.get_by_role("textbox", name="age")).to_have_attribute("placeholder", "not sent")
    form.get_by_role("textbox", name="name").fill("A")
    press(form, "Send")
    expect(form.get_by_role("alert")).to_contain_text("at least 2 characters")
    name = form.get_by_role("textbox", name="name")
    name.fill("Ada")
    form.get_by_role("combobox", name="size").select_option("medium")
    name.press("Control+Enter")
    expect(form.get_by_role("status")).to_have_text("✓ Sent")
    expect(form.get_by_role("textbox")).to_have_count(0)
    expect(cell.locator(".mcpw-Result")).to_contain_text('"Ada"')
    expect(cell.locator(".mcpw-Result")).to_contain_text('"m"')

    cell = start(page, 2)
    question = cell.get_by_role("region", name="shop asks you to open an address")
    link = question.get_by_role("link", name=BILL)
    expect(link).to_have_attribute("href", BILL)
    expect(link.locator("strong")).to_have_text("pay.example.org")
    press(question, "Decline")
    expect(cell.locator(".mcpw-Result")).to_contain_text("decline")

    shown = panel()
    press(shown, "Tools of shop")
    shown.get_by_role("button", name="elicit").click()
    press(shown, "Run")
    beside = shown.get_by_role("region", name="shop asks for something")
    press(beside, "Cancel")
    expect(shown.locator(".mcpw-Result")).to_contain_text('"cancel"')
    expect(beside).to_have_count(0)

    form = start(page, 1).get_by_role("region", name="shop asks for something")
    expect(form.get_by_role("button", name="Send", exact=True)).to_be_enabled()
    page.evaluate(RESTART)
    expect(form.get_by_role("button", name="Send", exact=True)).to_be_disabled()
