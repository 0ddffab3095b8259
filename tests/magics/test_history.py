"""`%mcp history` and `%mcp messages`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_workbench.errors import UsageInvalid
from tests.conftest import ODD_NAMES
from tests.magics.cells import MIRROR, Cells
from tests.magics.conftest import cells


@pytest.fixture(scope="module")
def called() -> Iterator[Cells]:
    """Cells of one shell, with three calls of the server `mirror`."""
    for one in cells():
        one(f"%mcp connect mirror --era legacy -- {MIRROR}")
        one("%mcp call mirror.mirror text=<b>apple</b>")
        one("%mcp call mirror.mirror n=2")
        one("r = %mcp call mirror.nothing")
        yield one


def test_before_the_first_call_and_message_it_says_what_to_do(cell: Cells) -> None:
    cell(f"%mcp add mirror -- {MIRROR}")
    assert repr(cell("%mcp history")) == "No call was made yet: %mcp call SERVER.TOOL key=value"
    assert "%mcp warm mirror connects the server" in repr(cell("%mcp messages mirror"))


@pytest.mark.requirement("TOOL-14")
def test_the_history_is_a_table_of_entries(called: Cells) -> None:
    entries = called("%mcp history")
    assert [one.surface for one in entries[:3]] == ["magic"] * 3
    told = repr(entries)
    assert "mirror.mirror" in told
    assert '{"n": 2}' in told
    assert "error [mcp_tool_not_found]" in told
    assert "<b>" not in entries._repr_html_()
    assert [one.number for one in called("%mcp history apple --server mirror")] == [1]
    assert "is such" in repr(called("%mcp history no such thing"))
    assert called("%mcp history --last 1")[0].again_sync(raise_on_error=False).is_error


@pytest.mark.requirement("TOOL-14")
def test_the_history_is_exported_and_saved(called: Cells, tmp_path: Path) -> None:
    (line,) = called("%mcp history '\"n\": 2' --last 1 --as cell")
    assert line == "%mcp call mirror.mirror n=2"
    assert called(line).value == {"n": 2}
    assert json.loads(called("%mcp history apple --as json")[0])["tool"] == "mirror"
    assert repr(called("%mcp history apple --as cli")).startswith("mcp-workbench call --connect")
    file = tmp_path / "calls.jsonl"
    assert str(file) in called(f"%mcp history apple --save {file}").table.text()
    assert [json.loads(one)["number"] for one in file.read_text().splitlines()] == [1]


@pytest.mark.requirement("TOOL-14")
def test_a_call_that_has_no_such_form_is_a_remark_among_the_others(cell: Cells) -> None:
    cell("%mcp connect demo")
    cell("r = %mcp call demo.add a=1 b=2")
    cell('%%mcp call demo.echo\n{"odd name": 1}')
    line, remark = cell("%mcp history --as cli")
    assert line == "mcp-workbench call demo.add a=1 b=2"
    assert remark.startswith("# call 2: the argument 'odd name' cannot be written as a word; ")
    assert all(one.startswith("# call ") for one in cell("%mcp history --as curl"))
    with pytest.raises(UsageInvalid, match="odd name"):
        cell("%mcp history --last 1 --as cli")


@pytest.mark.requirement("TOOL-14")
def test_what_is_written_of_numbers_without_end_is_json(cell: Cells, tmp_path: Path) -> None:
    def refuse(word: str) -> None:
        raise AssertionError(word)

    cell(f"%mcp add odd -- {ODD_NAMES}")
    assert cell("%mcp call odd.fine").value["b"] == float("inf")
    cell(f"%mcp history --save {tmp_path / 'calls'}")
    for text in (cell("%mcp history --as json")[0], (tmp_path / "calls").read_text()):
        assert '"b": "Infinity"' in text
        json.loads(text, parse_constant=refuse)


def test_a_form_is_not_saved_in_silence(called: Cells, tmp_path: Path) -> None:
    file = tmp_path / "calls"
    with pytest.raises(UsageInvalid, match="--save keeps all"):
        called(f"%mcp history --as cell --save {file}")
    assert not file.exists()


@pytest.mark.requirement("CON-34")
def test_messages_are_a_table_that_is_searched_and_saved(called: Cells, tmp_path: Path) -> None:
    shown = called("%mcp messages mirror")
    told = repr(shown)
    assert "→" in told
    assert "tools/call" in told
    assert "<b>" not in shown._repr_html_()
    found = called("%mcp messages mirror apple --method tools/call")
    assert [one.direction for one in found] == ["sent", "received"]
    assert len(called("%mcp messages mirror --last 2")) == 2
    assert "is such" in repr(called("%mcp messages mirror no such thing"))
    file = tmp_path / "messages.jsonl"
    called(f"%mcp messages mirror apple --method tools/* --save {file}")
    assert [json.loads(one)["direction"] for one in file.read_text().splitlines()] == [
        "sent",
        "received",
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("%mcp messages", "needs a server"),
        ("%mcp messages mirror --last 0", "not a number above 0"),
        ("%mcp messages mirror --odd 1", "no option --odd"),
        ("%mcp history --as picture", "not written as 'picture'"),
        ("%mcp history --last many", "not a number above 0"),
        ("%mcp history --last 1 --last 2", "--last is given twice"),
        ("%mcp messages mirror --method a --method=b", "--method is given twice"),
        ("%mcp logs mirror --last 1 --last 2", "--last is given twice"),
        ("%mcp call mirror.mirror --timeout 1 --timeout 2", "--timeout is given twice"),
        ("%mcp tools --raw=1", "--raw takes no value"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(called: Cells, line: str, told: str) -> None:
    with pytest.raises(UsageInvalid, match=told):
        called(line)
