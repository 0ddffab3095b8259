"""JupyterLab and Notebook 7 in a real browser, in temporary directories, on this machine only."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from playwright.sync_api import BrowserType, Locator, Page, expect

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
NOTIFICATIONS = "@jupyterlab/apputils-extension/notification.jupyterlab-settings"
SECONDS = 60

expect.set_options(timeout=20_000)  # a busy machine draws late


def chromium(browser_type: BrowserType) -> str:
    """The Chromium of this machine, else the one that Playwright keeps."""
    candidates = (os.environ.get("CHROMIUM"), *map(shutil.which, BROWSERS))
    for path in (*candidates, browser_type.executable_path):
        if path and Path(path).is_file():
            return path
    raise RuntimeError(
        f"no Chromium: none of {', '.join(BROWSERS)} is on the path\n"
        "hint: install one, set CHROMIUM to its path, or run `playwright install chromium`"
    )


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], browser_type: BrowserType
) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": chromium(browser_type),
        "args": ["--no-sandbox", "--disable-dev-shm-usage"],
    }


@pytest.fixture(scope="session")
def base_url() -> None:
    """In place of the plugin's own, which pytest warns about; all addresses are whole."""


@dataclass
class Lab:
    """A running JupyterLab: its address, its key, and the directory that it serves."""

    address: str
    token: str
    root: Path
    environment: dict[str, str]

    def url(self, name: str, app: str) -> str:
        place = f"lab/tree/{name}?reset&" if app == "lab" else f"notebooks/{name}?"
        return f"{self.address}/{place}token={self.token}"

    def write(self, name: str, *cells: str, kernel: str = KERNEL["name"]) -> str:
        """Save a notebook that was never run."""
        notebook = nbformat.v4.new_notebook(metadata={"kernelspec": {**KERNEL, "name": kernel}})
        notebook.cells = [nbformat.v4.new_code_cell(cell) for cell in cells]
        nbformat.write(notebook, self.root / name)
        return name


@dataclass
class Log:
    """What a process writes, line by line, and the moment at which it says `wanted`."""

    wanted: re.Pattern[str]
    lines: list[str] = field(default_factory=list)
    found: re.Match[str] | None = None
    decided: threading.Event = field(default_factory=threading.Event)

    def follow(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.lines.append(line)
            self.found = self.found or self.wanted.search(line)
            if self.found:
                self.decided.set()
        self.decided.set()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    home, root = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("notebooks")
    token = secrets.token_hex()
    places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    places += ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")
    environment = {**os.environ, **{place: str(home / place.lower()) for place in places}}
    # nobody is there to answer whether they want news
    quiet = Path(environment["JUPYTERLAB_SETTINGS_DIR"], NOTIFICATIONS)
    quiet.parent.mkdir(parents=True)
    quiet.write_text('{"fetchNews": "false"}', encoding="utf-8")
    words = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *("--ServerApp.ip=127.0.0.1", "--ServerApp.port=0", f"--ServerApp.root_dir={root}"),
        "--LabApp.expose_app_in_browser=True",
        "--JupyterNotebookApp.expose_app_in_browser=True",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    process = subprocess.Popen(
        words,
        env={**environment, "JUPYTER_TOKEN": token},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    log = Log(re.compile(r"(http://127\.0\.0\.1:\d+)/lab"))
    reader = threading.Thread(target=log.follow, args=(process,))
    reader.start()
    try:
        log.decided.wait(SECONDS)
        assert log.found, "JupyterLab did not start:\n" + "".join(log.lines)
        yield Lab(log.found[1], token, root, environment)
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()  # its kernels end when they miss it
            process.wait(20)
        reader.join(20)
        assert process.stdout is not None
        process.stdout.close()


@pytest.fixture(scope="session")
def executed(lab: Lab) -> Callable[..., str]:
    """Saves a notebook and runs it without any browser; gives its name."""

    def execute(name: str, *cells: str) -> str:
        file = lab.root / lab.write(name, *cells)
        notebook = nbformat.read(file, as_version=4)
        place = {"metadata": {"path": str(lab.root)}}
        client = NotebookClient(notebook, timeout=SECONDS, resources=place)
        # on another thread: the browser's driver has the event loop of this one
        with ThreadPoolExecutor(1) as apart:
            apart.submit(asyncio.run, client.async_execute(env=lab.environment)).result()
        nbformat.write(notebook, file)
        return name

    return execute


@pytest.fixture(autouse=True)
def failures(page: Page) -> Iterator[list[str]]:
    """What breaks in our part of the page while a test runs; a test with any fails."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(f"{error}\n{error.stack}"))
    yield found
    # the applications have errors of their own
    found = [error for error in found if "/extensions/mcp-workbench/" in error]
    assert found == []


@pytest.fixture
def running(lab: Lab, page: Page) -> Callable[[str], Page]:
    """Opens a notebook in JupyterLab and waits for its kernel."""

    def open_notebook(name: str) -> Page:
        page.goto(lab.url(name, "lab"))
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.wait_for_function(
            "jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
        )
        return page

    return open_notebook


@pytest.fixture
def at_rest(lab: Lab, page: Page) -> Callable[[str, str], Page]:
    """Opens a saved notebook as a stranger does: no kernel, no trust."""

    def open_notebook(name: str, app: str) -> Page:
        notebook = nbformat.read(lab.root / name, as_version=4)
        # a kernel and language that are not on this machine, so that the front end asks
        notebook.metadata = {"kernelspec": {"name": "elsewhere", "display_name": "Elsewhere"}}
        nbformat.write(notebook, lab.root / name)
        page.goto(lab.url(name, app))
        page.locator(".jp-Dialog button", has_text="No Kernel").click()
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        return page

    return open_notebook


@pytest.fixture
def run_cell(page: Page) -> Callable[[int], Locator]:
    """Runs a cell of the open notebook, waits for its end, and gives the cell."""

    def run(index: int) -> Locator:
        page.evaluate(
            "index => { jupyterapp.shell.currentWidget.content.activeCellIndex = index;"
            " return jupyterapp.commands.execute('notebook:run-cell'); }",
            index,
        )
        return page.locator(".jp-Notebook .jp-Cell").nth(index)

    return run


@pytest.fixture
def panel(page: Page) -> Callable[[], Locator]:
    """Shows the sidebar, and gives it."""

    def show() -> Locator:
        page.evaluate("void jupyterapp.commands.execute('mcp-workbench:open')")
        return page.locator(".mcpw-Panel")

    return show
