"""A tool as a form under a cell, and as a line where nobody renders it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from mcp_workbench import Tool, ToolTester
from mcp_workbench.errors import ArgumentsInvalid
from mcp_workbench.messages import RESULT_MIME
from mcp_workbench.tools import form_of

SCHEMA = {
    "properties": {"a": {"type": "integer"}, "text": {"type": "string"}, "more": {}},
    "required": ["a", "text"],
}
TOOL = Tool("t", "x", SCHEMA)
EVIL = "\x1b[31m\u202e<b>"


def bundle(tester: ToolTester) -> dict[str, Any]:
    shown = tester._repr_mimebundle_()
    assert set(shown) == {"text/plain", RESULT_MIME}
    return shown


def test_the_form_starts_with_the_given_values_as_texts_of_its_fields() -> None:
    message = bundle(ToolTester(TOOL, {"text": "7", "a": 7, "more": (1, b"hi")}))[RESULT_MIME]
    assert message == {
        "version": 1,
        "kind": "tester",
        "form": form_of(TOOL),
        "values": {"text": "7", "a": "7", "more": '[1, "aGk="]'},
    }


@pytest.mark.parametrize(
    ("values", "line"),
    [
        (None, "%mcp call t.x a=… text=…"),
        ({"a": 1}, "%mcp call t.x a=1 text=…"),
        ({"text": "two words", "a": 1}, '%mcp call t.x a=1 text="two words"'),
        ({"text": "b", "a": 1, "more": [1]}, "%mcp call t.x a=1 text=b more:=[1]"),
    ],
)
def test_the_text_is_the_line_that_makes_the_call(values: Any, line: str) -> None:
    tester = ToolTester(TOOL, values)
    assert tester.line == line
    assert bundle(tester)["text/plain"].splitlines()[1] == line


def test_a_value_that_json_has_no_form_for_is_refused_at_once() -> None:
    with pytest.raises(ArgumentsInvalid):
        ToolTester(TOOL, {"more": object()})


def test_what_a_server_and_a_person_write_hides_nothing_and_is_bounded() -> None:
    tool = Tool("t", EVIL, {"properties": {EVIL: {"description": EVIL * 100_000}}})
    tester = ToolTester(tool, {EVIL: EVIL * 100_000})
    text = bundle(tester)["text/plain"]
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert len(text) < 3000
    assert text.endswith("shows what it takes")
    assert len(json.dumps(bundle(ToolTester(tool)))) < 50_000


def test_a_tester_needs_no_widgets() -> None:
    code = """
import sys
from mcp_workbench import Tool, ToolTester
ToolTester(Tool("t", "x", {}))._repr_mimebundle_()
print(*(name for name in ("ipywidgets", "anywidget", "mcp", "PIL") if name in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
