"""`%mcp test` in a real shell, against real servers."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_workbench import ToolTester
from mcp_workbench.errors import UsageInvalid
from mcp_workbench.grammar import call_line
from mcp_workbench.messages import RESULT_MIME
from tests.magics.cells import MIRROR, Cells
from tests.magics.test_completion import offered


def fields(tester: Any) -> dict[str, str]:
    assert isinstance(tester, ToolTester)
    return tester._repr_mimebundle_()[RESULT_MIME]["values"]


def test_a_tool_is_a_form_that_starts_with_what_the_line_says(connected: Cells) -> None:
    connected("rows = [1, 2]")
    line = '%mcp test mirror.mirror text=007 n=7 items=$rows unit=kelvin options:={"a": null}'
    assert fields(connected(line)) == {
        "text": "007",
        "n": "7",
        "items": "[1, 2]",
        "unit": '"kelvin"',
        "options": '{"a": null}',
    }
    assert fields(connected("%mcp test demo.add")) == {}
    connected("t = %mcp test demo.add a=1")
    assert connected("t.values") == {"a": 1}


def test_a_server_that_is_only_registered_is_connected(cell: Cells) -> None:
    server = cell(f"%mcp add mirror -- {MIRROR}")
    assert cell("%mcp test mirror.open").tool.full_name == "mirror.open"
    assert server.status == "connected"


@pytest.mark.requirement("TOOL-04")
@pytest.mark.parametrize(
    ("line", "code", "hint"),
    [
        ("demo.ad", "mcp_tool_not_found", "did you mean 'add'?"),
        ("dem.add", "mcp_server_not_found", "did you mean 'demo'?"),
        ("demo.add c=1", "mcp_arguments_invalid", "there is a, b"),
        ("demo.add a={object()}", "mcp_arguments_invalid", "give texts"),
    ],
)
def test_what_cannot_be_tested_is_a_value(
    connected: Cells, line: str, code: str, hint: str
) -> None:
    failed = connected(f"%mcp test {line}")
    assert (failed.is_error, failed.code) == (True, code)
    assert hint in failed.hint


@pytest.mark.parametrize(
    ("line", "reason", "words"),
    [
        ("", "missing", "test needs a tool"),
        ("mirror", "missing", "is not a tool written as SERVER.TOOL"),
        ("demo.add --timeout 5", "unknown-option", "no option --timeout"),
        ("demo.add a", "argument", "'a' is not an argument"),
        ("demo.add a=$nope", "variable", "there is no variable 'nope'"),
    ],
)
def test_a_line_that_cannot_be_read_raises(
    connected: Cells, line: str, reason: str, words: str
) -> None:
    with pytest.raises(UsageInvalid) as caught:
        connected(f"%mcp test {line}")
    assert caught.value.reason == reason
    assert words in caught.value.what


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("%mcp test mirror.m", {"mirror.mirror"}),
        ("%mcp test demo.add ", {"a=", "b="}),
        ("%mcp test demo.add a=1 ", {"b="}),
        ("%mcp test mirror.mirror unit=k", {"unit=kelvin"}),
    ],
)
def test_what_fits_is_offered_as_for_a_call(connected: Cells, line: str, words: set[str]) -> None:
    assert set(offered(connected, line)) == words


@pytest.mark.parametrize(
    "arguments",
    [
        {"text": 'it\'s "two"\nlines? \\', "n": 2**53 + 1, "flag": True, "ratio": 0.5},
        {"text": "{x} $y @z %mcp ! ?", "items": ["a b", {"c": None}], "options": {"{": "}"}},
        {"text": "", "maybe": None, "unit": "degree Rankine", "level": 2, "anything": "7"},
        {"text": "ends with a comma,", "anything": "3,", "items": []},
    ],
)
def test_a_written_call_runs_in_a_cell_and_sends_the_same(
    connected: Cells, arguments: dict[str, Any]
) -> None:
    schemas = connected.workbench.tool_sync("mirror.mirror").properties
    assert connected(call_line("mirror.mirror", arguments, schemas)).value == arguments
    # in a cell, for a name that cannot stand on a line
    odd = {**arguments, "odd name": 1}
    assert connected(call_line("mirror.mirror", odd, schemas)).value == odd
