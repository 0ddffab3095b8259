"""A long call has one line that changes; a quick one has none."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from IPython.core.displaypub import DisplayPublisher

from mcp_workbench.magics.progress import ProgressLine
from tests.magics.cells import Cells

ASKING = shlex.join([sys.executable, str(Path(__file__).parents[1] / "servers" / "asking.py")])


def lines(cells: Cells) -> list[dict[str, Any]]:
    return [one for one in cells.displays if one["transient"]]


@pytest.fixture
def quiet(connected: Cells) -> Cells:
    connected.displays.clear()
    return connected


def test_a_quick_call_shows_no_line(quiet: Cells) -> None:
    assert quiet("%mcp call demo.add a=1 b=2").value == 3
    assert lines(quiet) == []


@pytest.mark.requirement("CON-25")
def test_a_call_that_tells_its_progress_has_one_line_that_is_gone_at_the_end(quiet: Cells) -> None:
    quiet("r = %mcp call demo.slow seconds=0.4")
    first, *more = lines(quiet)
    assert first["data"]["text/plain"].startswith("demo.slow · 25 % · ")
    assert "0.1 of 0.4 s" in first["data"]["text/plain"]
    assert '<progress value="1" max="4">' in first["data"]["text/html"]
    assert first["update"] is False
    assert more
    assert all(one["update"] for one in more)
    assert {one["transient"]["display_id"] for one in more} == {first["transient"]["display_id"]}
    assert more[-1]["data"] == {"text/plain": "", "text/html": ""}


@pytest.mark.parametrize("way", ["", " anew"], ids=["old", "new"])
@pytest.mark.requirement("CON-25")
def test_in_every_revision_the_line_has_the_servers_message_and_bears_a_flood(
    quiet: Cells, way: str
) -> None:
    quiet(f"%mcp add tells -- {ASKING}{way}")
    quiet("r = %mcp call tells.progress count:=2000")
    told = [one for one in lines(quiet) if one["data"]["text/plain"].startswith("tells.progress")]
    assert told[0]["data"]["text/plain"].startswith("tells.progress · 33 % · ")
    assert told[0]["data"]["text/plain"].endswith(" · on it")
    assert len(told) < 200
    quiet("%mcp remove tells")


def test_the_line_changes_no_more_than_ten_times_a_second(quiet: Cells) -> None:
    result = quiet("r = %mcp call demo.slow seconds=1\nr")
    assert len(lines(quiet)) <= 2 + result.elapsed / 0.1


def test_connecting_for_a_moment_has_no_line(quiet: Cells) -> None:
    soon = "python -c 'import time; time.sleep(0.8); raise SystemExit(1)'"
    assert quiet(f"%mcp connect soon --era legacy -- {soon}").is_error
    assert lines(quiet) == []


def test_connecting_for_long_has_a_line_although_nothing_is_told(quiet: Cells) -> None:
    late = "python -c 'import time; time.sleep(2.2); raise SystemExit(1)'"
    quiet(f"%mcp connect late --era legacy -- {late}")
    first, *_, last = lines(quiet)
    assert first["data"]["text/plain"].startswith("connecting late · running · ")
    assert last["data"]["text/plain"] == ""


@pytest.mark.parametrize(
    ("line", "name"),
    [("connect slow.json --era legacy", "slow.json"), ("warm late", "late")],
)
def test_a_line_says_what_is_being_connected(
    quiet: Cells, line: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    late = {"command": "sh", "args": ["-c", "sleep 2.2"]}
    Path("slow.json").write_text(json.dumps({"mcpServers": {"late": late}}))
    quiet("%mcp add slow.json --era legacy")
    quiet("%mcp trust late")
    quiet(f"%mcp {line}")
    assert lines(quiet)[0]["data"]["text/plain"].startswith(f"connecting {name} · running · ")


def test_what_a_server_says_about_its_progress_is_escaped(quiet: Cells) -> None:
    with ProgressLine("<b>", quiet.shell) as line:
        line.tell(1, None, "<script>\x1b[31m\n" + "x" * 1000)
    shown = lines(quiet)[0]["data"]
    assert "<script" not in shown["text/html"]
    assert "<b>" not in shown["text/html"]
    assert "\x1b" not in shown["text/plain"] + shown["text/html"]
    assert len(shown["text/plain"]) < 200


def test_what_comes_after_the_end_is_not_shown(quiet: Cells) -> None:
    with ProgressLine("x", quiet.shell) as line:
        line.tell(1, 2, None)
    count = len(lines(quiet))
    line.tell(2, 2, None)
    assert len(lines(quiet)) == count


def test_an_interrupted_line_says_so(quiet: Cells) -> None:
    def stopped() -> None:
        with ProgressLine("x", quiet.shell) as line:
            line.tell(1, 2, None)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert lines(quiet)[-1]["data"]["text/plain"].startswith("x · stopped after ")


def test_a_plain_terminal_has_no_line(quiet: Cells, capsys: pytest.CaptureFixture[str]) -> None:
    capturing = quiet.shell.display_pub
    quiet.shell.display_pub = DisplayPublisher(shell=quiet.shell)
    try:
        quiet("r = %mcp call demo.slow seconds=0.2")
    finally:
        quiet.shell.display_pub = capturing
    assert capsys.readouterr().out == ""
