"""The extension in shells without a kernel."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_workbench import Workbench, get_workbench
from mcp_workbench.errors import WorkbenchError
from mcp_workbench.magics import matcher
from mcp_workbench.sessions import set_workbench
from tests.magics.cells import Cells

TERMINAL = """
%load_ext mcp_workbench
%mcp connect demo
r = %mcp call demo.add a=1 b=2
print("value", r.value)
%mcp servers
"""


@pytest.fixture
def cells() -> Iterator[Cells]:
    """A shell with the extension, on a workbench of its own."""
    workbench = Workbench()
    before = set_workbench(workbench)
    yield Cells(workbench)
    workbench.close_sync()
    set_workbench(before)


@pytest.mark.requirement("CON-36")
def test_a_plain_terminal_shell_runs_everything_and_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "IPython", "--no-banner", "--colors=NoColor", "-c", TERMINAL]
    root = str(Path(__file__).parent.parent)
    env = {**os.environ, "IPYTHONDIR": str(tmp_path / "ipython"), "PYTHONPATH": root}
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, env=env, cwd=tmp_path, timeout=60
    )
    assert "value 3" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.requirement("CON-36")
def test_unloading_closes_the_workbench_and_forgets_it(cells: Cells) -> None:
    cells("%mcp connect demo")
    server = cells.workbench.server("demo")
    cells("%unload_ext mcp_workbench")
    assert server.status == "closed"
    assert cells.shell.find_magic("mcp") is None
    assert matcher not in cells.shell.Completer.custom_matchers
    assert get_workbench() is not cells.workbench
    with pytest.raises(WorkbenchError) as caught:
        cells.workbench.call_sync("demo.add")
    assert caught.value.reason == "closed"


@pytest.mark.requirement("CON-36")
def test_loading_again_and_again_leaves_one_of_each(cells: Cells) -> None:
    for _ in range(3):
        cells("%reload_ext mcp_workbench")
    assert cells.shell.Completer.custom_matchers.count(matcher) == 1
    assert cells("%mcp servers") == []
    cells("%unload_ext mcp_workbench")
    cells("%load_ext mcp_workbench")
    assert cells("%mcp servers") == []


@pytest.mark.requirement("CON-36")
def test_the_magics_follow_the_workbench_of_the_moment(cells: Cells) -> None:
    other = Workbench()
    other.add("demo")
    before = set_workbench(other)
    assert [server.name for server in cells("%mcp servers")] == ["demo"]
    set_workbench(before)
    assert cells("%mcp servers") == []
