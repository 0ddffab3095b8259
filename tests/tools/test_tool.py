"""Tools as servers describe them, however oddly."""

import pytest
from IPython.lib.pretty import pretty

from mcp_workbench.errors import ToolNotFound
from mcp_workbench.tools import Catalogue, Tool


def test_fields_of_a_wrong_type_count_as_absent() -> None:
    entry = {
        "name": "t",
        "description": None,
        "title": 3,
        "inputSchema": [],
        "outputSchema": "x",
        "annotations": [],
    }
    assert Tool.from_wire("s", entry) == Tool("s", "t", {"type": "object"})


def test_tools_of_one_definition_are_equal_and_hashable() -> None:
    first, second = (Tool("s", "t", {"type": "object"}) for _ in range(2))
    assert {first, second} == {first}


def test_the_table_shows_markup_of_a_server_as_text() -> None:
    evil = "<script>alert(1)</script>"
    schema = {"properties": {evil: {"type": evil, "description": evil}}, "required": [evil]}
    html = Tool(evil, evil, schema, evil, evil)._repr_html_()
    assert "<script>" not in html
    assert html.count("&lt;script&gt;") == 7


def test_a_catalogue_is_read_by_name_and_place() -> None:
    tools = Catalogue("s", [Tool("s", name, {}) for name in ("echo", "add", "echo")])
    assert len(tools) == 2
    assert tools["add"] is tools[1]
    assert [tool.name for tool in tools] == tools.names == ["echo", "add"]


def test_an_unknown_tool_names_near_ones() -> None:
    tools = Catalogue("s", [Tool("s", "echo", {}), Tool("s", "add", {})])
    with pytest.raises(ToolNotFound, match="did you mean 'echo'") as caught:
        tools["ecko"]
    assert caught.value.reason == "not_found"


def test_a_terminal_shows_a_tool_as_text_with_its_arguments_and_hidden_characters() -> None:
    schema = {"properties": {"a": {"type": "integer", "description": "one"}}, "required": ["a"]}
    shown = pretty(Tool("t", "add", schema, "Adds\x1b[31m.\nMore."))
    assert shown.splitlines() == [
        "t.add",
        "  Adds␛[31m.",
        "  More.",
        "",
        "a  integer  required  one",
    ]
    assert "takes no arguments" in pretty(Tool("t", "now", {}))
