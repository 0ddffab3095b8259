"""What a person sees and does in the sidebar, with real kernels and a real server."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

ROOT = Path(__file__).parents[2]
ADD = f"%mcp add demo -- {sys.executable} -m mcp_workbench.demo"
RESTART = "jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
# runs until the file is there: what happens meanwhile happens while a cell runs
WAIT = """import pathlib, time
while not pathlib.Path("enough").exists():
    time.sleep(0.05)"""


def start_cell(page: Page, index: int) -> Locator:
    """Begins to run a cell; gives its prompt."""
    page.evaluate(
        "index => { jupyterapp.shell.currentWidget.content.activeCellIndex = index;"
        " void jupyterapp.commands.execute('notebook:run-cell'); }",
        index,
    )
    return page.locator(".jp-Notebook .jp-Cell").nth(index).locator(".jp-InputPrompt")


def connected(panel: Callable[[], Locator]) -> Locator:
    """The sidebar, as soon as it is connected to a kernel without servers."""
    shown = panel()
    expect(shown).to_contain_text("No servers yet")
    return shown


def press(where: Locator, name: str) -> None:
    where.get_by_role("button", name=name, exact=True).click()


def test_servers_are_listed_connected_and_closed_also_while_a_cell_runs(
    lab,
    running: Callable[[str], Page],
    run_cell: Callable[[int], Locator],
    panel: Callable[[], Locator],
) -> None:
    page = running(lab.write("servers.ipynb", ADD, WAIT))
    shown = connected(panel)
    run_cell(0)  # no cell has loaded the extension: the panel has
    row = shown.get_by_role("listitem", name="demo")
    expect(row).to_contain_text("not connected yet")

    prompt = start_cell(page, 1)
    expect(prompt).to_have_text("[*]:")
    press(shown, "Connect demo")
    expect(row).to_contain_text(" · 10 tools")
    press(shown, "Tools of demo")
    shown.get_by_role("button", name="echo").click()
    shown.get_by_role("textbox", name="text").fill("while it runs")
    press(shown, "Run")
    expect(shown.get_by_label("Text", exact=True)).to_have_text("while it runs")
    press(shown, "‹ Tools of demo")
    press(shown, "‹ Servers")
    press(shown, "Close demo")
    expect(row).to_contain_text("closed")
    expect(prompt).to_have_text("[*]:")
    (lab.root / "enough").touch()
    expect(prompt).to_have_text("[2]:")


def test_a_page_that_cannot_load_the_panel_says_what_to_do(
    lab, page: Page, panel: Callable[[], Locator]
) -> None:
    page.goto(f"{lab.address}/lab?reset&token={lab.token}")
    page.wait_for_function("window.jupyterapp?.restored.then(() => true)")
    page.route("**/extensions/mcp-workbench/static/*.js*", lambda route: route.abort())
    expect(panel().get_by_role("alert")).to_contain_text("Reload the page.")


def test_after_a_restart_the_panel_says_what_is_gone_until_it_is_there_again(
    lab,
    running: Callable[[str], Page],
    run_cell: Callable[[int], Locator],
    panel: Callable[[], Locator],
) -> None:
    page = running(lab.write("restart.ipynb", ADD))
    shown = connected(panel)
    run_cell(0)
    row = shown.get_by_role("listitem", name="demo")
    expect(row).to_be_visible()
    page.evaluate(RESTART)
    expect(shown.get_by_role("note")).to_contain_text("no longer connected: demo")
    expect(shown).to_contain_text("No servers yet")
    run_cell(0)
    expect(row).to_be_visible()
    expect(shown.get_by_role("note")).to_have_count(0)


def test_a_kernel_that_dies_is_told_and_what_was_filled_in_is_kept(
    lab,
    running: Callable[[str], Page],
    run_cell: Callable[[int], Locator],
    panel: Callable[[], Locator],
) -> None:
    page = running(lab.write("dies.ipynb", ADD, "import os; os._exit(1)"))
    shown = connected(panel)
    run_cell(0)
    press(shown, "Tools of demo")
    shown.get_by_role("button", name="slow").click()
    shown.get_by_role("textbox", name="seconds").fill("300")
    press(shown, "Run")
    expect(shown.get_by_role("progressbar")).to_be_visible()
    start_cell(page, 1)
    error = shown.get_by_role("group", name="Error")
    expect(error).to_contain_text("ended before it answered")
    page.locator(".jp-Dialog button", has_text="Ok").click()
    expect(shown.get_by_role("status")).to_contain_text("demo is no longer connected")
    expect(shown.get_by_role("textbox", name="seconds")).to_have_value("300")
    run = shown.get_by_role("button", name="Run", exact=True)
    expect(run).to_be_disabled()
    run_cell(0)
    expect(run).to_be_enabled()


def test_the_panel_follows_the_notebook_in_front(
    lab,
    running: Callable[[str], Page],
    run_cell: Callable[[int], Locator],
    panel: Callable[[], Locator],
) -> None:
    other = lab.write("other.ipynb", "1")
    page = running(lab.write("front.ipynb", ADD))
    shown = connected(panel)
    run_cell(0)
    row = shown.get_by_role("listitem", name="demo")
    expect(row).to_be_visible()
    page.evaluate("path => void jupyterapp.commands.execute('docmanager:open', {path})", other)
    expect(shown).to_contain_text("other.ipynb")
    expect(shown).to_contain_text("No servers yet")
    page.get_by_role("tab", name="front.ipynb").click()
    expect(row).to_be_visible()


SETTINGS = "mcp-workbench/notebooks.jupyterlab-settings"


def test_where_the_person_wants_it_so_a_cell_loads_the_extension(
    lab,
    running: Callable[[str], Page],
    run_cell: Callable[[int], Locator],
    panel: Callable[[], Locator],
) -> None:
    settings = Path(lab.environment["JUPYTERLAB_SETTINGS_DIR"], SETTINGS)
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text('{"autoLoad": false}', "utf-8")
    try:
        running(lab.write("by-hand.ipynb", "%load_ext mcp_workbench", "%unload_ext mcp_workbench"))
        shown = panel()
        expect(shown).to_contain_text("mcp-workbench is not loaded in this kernel")
        run_cell(0)
        expect(shown).to_contain_text("No servers yet")
        run_cell(1)
        expect(shown).to_contain_text("mcp-workbench is not loaded in this kernel")
    finally:
        settings.unlink()


WITHOUT = f"""import sys
sys.path = [path for path in sys.path if path not in ("", {str(ROOT)!r})]
from ipykernel.kernelapp import launch_new_instance
launch_new_instance()"""
OTHER_LANGUAGE = """from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel
class Echo(Kernel):
    implementation, implementation_version, banner = "echo", "1", ""
    language_info = {"name": "echo", "mimetype": "text/plain", "file_extension": ".txt"}
    def do_execute(self, *args, **kwargs):
        return {"status": "ok", "execution_count": 1, "payload": [], "user_expressions": {}}
IPKernelApp.launch_instance(kernel_class=Echo)"""


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("without", WITHOUT, "mcp-workbench is not installed in this kernel"),
        ("echo", OTHER_LANGUAGE, "This is no Python kernel"),
    ],
)
def test_a_kernel_that_cannot_connect_is_told_in_words(
    lab,
    running: Callable[[str], Page],
    panel: Callable[[], Locator],
    name: str,
    code: str,
    words: str,
) -> None:
    spec = Path(lab.environment["JUPYTER_DATA_DIR"], "kernels", name, "kernel.json")
    spec.parent.mkdir(parents=True)
    argv = [sys.executable, "-c", code, "-f", "{connection_file}"]
    spec.write_text(json.dumps({"argv": argv, "display_name": name, "language": name}), "utf-8")
    running(lab.write(f"{name}.ipynb", "1", kernel=name))
    expect(panel().get_by_role("status")).to_contain_text(words)
