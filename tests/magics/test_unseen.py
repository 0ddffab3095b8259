"""A failure that a cell does not show is said at its end, once."""

import pytest

from tests.magics.cells import Cells

NOPE = "%mcp call demo.nope"
SAID = "mcp: demo.nope failed [mcp_tool_not_found]: server 'demo' has no tool 'nope' – "


def said(cells: Cells, capsys: pytest.CaptureFixture[str], code: str) -> list[str]:
    capsys.readouterr()
    cells.shell.run_cell(code)
    return capsys.readouterr().err.splitlines()


@pytest.mark.requirement("TOOL-04")
@pytest.mark.parametrize(
    "code",
    [
        f"r = {NOPE}",
        f"{NOPE}\n1",
        f"def inside():\n    r = {NOPE}\ninside()",
        f"r = {NOPE}\nr.value + 1",
        f"r = {NOPE}\nr.error.code",
    ],
)
def test_a_failed_call_that_is_not_shown_is_said(
    connected: Cells, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    (line,) = said(connected, capsys, code)
    assert line.startswith(SAID)
    assert said(connected, capsys, "1") == []


@pytest.mark.requirement("TOOL-04")
@pytest.mark.parametrize(
    "code",
    [
        NOPE,
        f"r = {NOPE}\nr",
        f"r = {NOPE}\nr.error",
        f"r = {NOPE}\nraise r.error",
        "r = %mcp info dem\nr",
        "r = %mcp info demo\n1",
        "r = %mcp call demo.add a=1 b=2",
        "%mcp call demo.add a=",
    ],
)
def test_what_is_shown_or_did_not_fail_is_not_said(
    connected: Cells, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    assert said(connected, capsys, code) == []


def test_each_line_that_failed_is_said_and_many_are_counted(
    connected: Cells, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = said(connected, capsys, f"%mcp warm dem\n{NOPE}\n1")
    assert first.startswith("mcp: %mcp warm failed [mcp_server_not_found]: there is no server")
    assert second.startswith(SAID)
    lines = said(connected, capsys, f"for _ in range(30):\n    r = {NOPE}")
    assert len(lines) == 21
    assert lines[-1] == "mcp: … and 10 more failed"


def test_what_a_server_says_is_one_short_line(
    connected: Cells, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = said(connected, capsys, "r = %mcp call 'demo.\x1b[31m" + "x" * 5000 + "'")
    assert "\x1b" not in line
    assert len(line) < 700


def test_a_failure_of_a_cell_that_is_only_shown_later_was_said_before(
    connected: Cells, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(said(connected, capsys, f"r = {NOPE}")) == 1
    assert said(connected, capsys, "r") == []


def test_unloading_leaves_the_shell_as_it_was(
    cell: Cells, capsys: pytest.CaptureFixture[str]
) -> None:
    printers = cell.shell.display_formatter.ipython_display_formatter.type_printers
    told = cell.shell.events.callbacks["post_run_cell"]
    cell("%reload_ext mcp_workbench")
    assert len(said(cell, capsys, "r = %mcp info dem")) == 1
    before = len(printers)
    cell("%unload_ext mcp_workbench")
    assert (len(printers), told) == (before - 2, [])
