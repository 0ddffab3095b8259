"""`%mcp logs` shows what a server logged, and what it wrote beside the protocol."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.displaypub import DisplayPublisher

from mcp_workbench.errors import UsageInvalid
from tests.conftest import FAULTY
from tests.magics.cells import Cells
from tests.magics.conftest import cells

SERVER = shlex.join([sys.executable, str(Path(__file__).parents[1] / "servers" / "asking.py")])


@pytest.fixture(scope="module")
def asking() -> Iterator[Cells]:
    for one in cells():
        one(f"%mcp connect shop -- {SERVER}")
        yield one


@pytest.mark.requirement("CON-14")
def test_messages_of_the_log_are_lines_with_time_level_and_logger(asking: Cells) -> None:
    asking("%mcp call shop.log count:=3")
    asking('%mcp call shop.log level=error data:={"free":1,"of":"<b>\\u001b[31m</b>"}')
    shown = asking("%mcp logs shop --last 2")
    first, second = repr(shown).splitlines()
    assert re.fullmatch(r"\d\d:\d\d:\d\d  \[warning · disk\] low on space 2", first)
    assert second.endswith(r'[error · disk] {"free": 1, "of": "<b>\u001b[31m</b>"}')
    assert "&lt;b&gt;" in shown._repr_html_()
    assert "<b>" not in shown._repr_html_()
    assert len(asking("%mcp logs shop --level error")) == 1
    assert shown.lines == asking.workbench.server("shop").log[-2:]


def test_a_line_that_continues_a_message_does_not_look_like_another_one(asking: Cells) -> None:
    asking('%mcp call shop.log level=error data:="fine\\n09:00:00  Traceback"')
    told = repr(asking("%mcp logs shop --last 1"))
    assert re.fullmatch(r"\d\d:\d\d:\d\d  \[error · disk\] fine\n {10}09:00:00  Traceback", told)


def test_a_log_is_followed_until_the_cell_is_stopped(asking: Cells) -> None:
    def shown() -> list[str]:
        return [one["data"]["text/plain"] for one in asking.displays]

    def until(so: Callable[[], bool]) -> None:
        end = time.monotonic() + 20
        while time.monotonic() < end and not so():
            threading.Event().wait(0.05)

    def log_and_stop() -> None:
        until(lambda: bool(shown()))
        asking.workbench.call_sync("shop.log", {"data": "as it comes"})
        until(lambda: "as it comes" in shown()[-1])
        os.kill(os.getpid(), signal.SIGINT)

    asking.shell.display_pub.outputs.clear()
    threading.Thread(target=log_and_stop).start()
    found = asking("%mcp logs shop --last 3 --follow")
    assert found.lines[-1].endswith("as it comes")
    assert [one["update"] for one in asking.displays] == [False, True, True]
    assert shown()[-1] == ""


def test_a_terminal_follows_nothing(asking: Cells) -> None:
    changes, asking.shell.display_pub = asking.shell.display_pub, DisplayPublisher()
    try:
        with pytest.raises(UsageInvalid, match="cannot follow"):
            asking("%mcp logs shop --follow")
    finally:
        asking.shell.display_pub = changes


@pytest.mark.requirement("CON-14")
def test_what_a_server_that_ended_wrote_is_still_there(cell: Cells) -> None:
    cell(f"%mcp connect broken -- {FAULTY} exit")
    shown = cell("%mcp logs broken")
    assert shown.entries[0].source == "stderr"
    assert shown.entries[0].level == ""
    assert repr(shown).split("  ", 1)[1].strip()


def test_a_log_without_lines_says_so(cell: Cells) -> None:
    cell(f"%mcp add quiet -- {SERVER}")
    said = "quiet has logged and written nothing of the level error or graver; it is not connected."
    assert repr(cell("%mcp logs quiet --level error")) == said


def test_of_a_long_log_the_last_lines_are_shown(asking: Cells) -> None:
    asking("%mcp call shop.log count:=300")
    shown = asking("%mcp logs shop")
    lines = repr(shown).splitlines()
    assert re.fullmatch(r"… \d+ earlier lines are in \.lines", lines[0])
    assert len(lines) == 201
    assert lines[-1].endswith("low on space 299")


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("%mcp logs", "%mcp logs SERVER"),
        ("%mcp logs shop other", "%mcp logs SERVER"),
        ("%mcp logs shop --level loud", "there is alert"),
        ("%mcp logs shop --last none", "--last 20"),
        ("%mcp logs shop --last 0", "--last 20"),
        ("%mcp logs shop --lines 3", "--last"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(asking: Cells, line: str, hint: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        asking(line)
    assert hint in caught.value.hint


def test_an_unknown_server_is_a_failure_as_everywhere(asking: Cells) -> None:
    assert asking("%mcp logs shup").code == "mcp_server_not_found"


def test_servers_options_and_levels_are_completed(asking: Cells) -> None:
    def offered(line: str) -> list[str]:
        with provisionalcompleter():
            return [one.text for one in asking.shell.Completer.completions(line, len(line))]

    assert "shop" in offered("%mcp logs s")
    assert offered("%mcp logs shop --le") == ["--level"]
    assert "warning" in offered("%mcp logs shop --level w")


def test_a_line_lends_a_model_by_its_name(cell: Cells) -> None:
    cell(f"%mcp add shop --sampling openai:gpt-5 -- {SERVER}")
    assert cell.workbench.server("shop").sampling == "openai:gpt-5"
