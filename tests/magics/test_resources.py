"""`%mcp resources`, `read`, `prompts` and `prompt` show what there is, and say what is wrong."""

from __future__ import annotations

import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.magics.prompts import PromptListing
from mcp_workbench.magics.resources import ResourceListing
from tests.conftest import EVERYTHING, TIME
from tests.magics.cells import Cells
from tests.sessions.offers import CHANGING, LISTER

TEXTS = "demo://resource/dynamic/text/{resourceId}"


@pytest.fixture(scope="module")
def ready(connected: Cells) -> Cells:
    connected(f"%mcp connect everything -- {EVERYTHING}")
    connected(f"%mcp connect changing -- {CHANGING}")
    connected(f"%mcp connect odd -- {LISTER} odd")
    return connected


@pytest.mark.requirement("CON-20")
def test_resources_are_a_table_with_their_templates(ready: Cells) -> None:
    found = ready("%mcp resources everything")
    assert isinstance(found, ResourceListing)
    assert found[0].name == "architecture.md"
    assert found.templates[0].uri_template == TEXTS
    lines = repr(found).splitlines()
    assert lines[0].split() == ["server", "resource", "name", "type", "what", "it", "holds"]
    assert len(lines) == 1 + len(found) + len(found.templates)
    assert "<table>" in found._repr_html_()
    known = ready("%mcp resources")
    assert set(found) <= set(known)
    assert set(found.templates) <= set(known.templates)


def test_what_a_server_writes_is_shown_as_text(ready: Cells) -> None:
    shown = repr(ready("%mcp resources odd"))
    assert "odd://{bent" in shown
    assert "resources/list: entry 3 is set aside, it has no uri" in shown
    assert "prompts/list" not in shown
    assert "prompts/list: entry 3 is set aside, it has no name" in repr(ready("%mcp prompts odd"))


@pytest.mark.requirement("CON-20")
def test_a_resource_is_read_and_shown_as_results_are(ready: Cells) -> None:
    read = ready(f"%mcp read everything {TEXTS} resourceId=7")
    assert read.value.startswith("Resource 7:")
    shown = read._repr_mimebundle_()
    assert shown["text/plain"] == read.value
    (message,) = (value for key, value in shown.items() if "mcp-workbench" in key)
    assert (message["server"], message["tool"]) == (
        "",
        "everything demo://resource/dynamic/text/7",
    )
    picture = ready("%mcp read odd odd://picture")._repr_mimebundle_()
    assert "image/png" in picture


def test_values_may_come_from_variables_and_expressions(ready: Cells) -> None:
    ready("day, month = 3, 'may'")
    read = ready('%mcp read changing "day://{month}/{day}" month=$month day={day + 1}')
    assert read.value == "4 of may"


@pytest.mark.requirement("CON-21")
def test_prompts_are_a_table_and_one_gives_messages(ready: Cells) -> None:
    found = ready("%mcp prompts everything")
    assert isinstance(found, PromptListing)
    assert "everything.args-prompt" in repr(found)
    assert "city= [state=]" in found._repr_html_()
    assert set(found) <= set(ready("%mcp prompts"))
    got = ready("%mcp prompt everything.args-prompt city=Bern")
    assert got.text == "What's weather in Bern?"
    assert got._repr_mimebundle_()["text/plain"] == "user: What's weather in Bern?"


def test_empty_lists_say_what_to_do(cell: Cells) -> None:
    assert repr(cell("%mcp resources")).startswith("No resource is known. List those")
    assert repr(cell("%mcp prompts")).startswith("No prompt is known. List those")
    cell(f"%mcp connect time -- {TIME}")
    assert repr(cell("%mcp prompts time")) == "The server has no prompts."
    assert repr(cell("%mcp resources time")) == "The server has no resources."


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("read nope a:b", "mcp_server_not_found"),
        ("resources nope", "mcp_server_not_found"),
        ("read everything demo://nope", "mcp_resource_not_found"),
        (f"read everything {TEXTS}", "mcp_arguments_invalid"),
        ("prompt everything.nope", "mcp_prompt_not_found"),
        ("prompt everything.args-prompt", "mcp_arguments_invalid"),
        ("prompt everything.args-prompt x=1", "mcp_arguments_invalid"),
    ],
)
def test_what_cannot_be_done_is_a_value_that_says_why(ready: Cells, line: str, code: str) -> None:
    failure = ready(f"%mcp {line}")
    assert (failure.is_error, failure.code) == (True, code)
    assert failure.hint


@pytest.mark.parametrize(
    "line", ["read", "read demo", "prompt", "prompt demo", "prompt a=b.c", "prompts a b"]
)
def test_a_line_that_cannot_be_read_raises(ready: Cells, line: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        ready(f"%mcp {line}")
    assert caught.value.hint
