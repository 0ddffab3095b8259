"""Tools as servers describe them, however oddly."""

import html
import re

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
    markup = Tool(evil, evil, schema, evil, evil)._repr_html_()
    assert "<script>" not in markup
    assert markup.count("&lt;script&gt;") == 7


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
    shown = pretty(Tool("t", "add", schema, "Adds\x1b[31m.\n    More."))
    assert shown.splitlines() == [
        "t.add",
        "  Adds␛[31m.",
        "  More.",
        "",
        "a  integer  required  one",
    ]
    assert "takes no arguments" in pretty(Tool("t", "now", {}))


def test_hidden_characters_of_names_and_types_are_spelt_out_wherever_a_tool_is_shown() -> None:
    evil = "a\x1b[31m\u202eb"
    schema = {"properties": {evil: {"type": [evil], "default": evil, "description": evil}}}
    tool = Tool("s", evil, schema, evil, evil)
    for shown in (repr(tool), pretty(tool), tool._repr_html_(), repr(Catalogue(evil, [tool]))):
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert "a␛[31m⟨U+202E⟩b" in shown


def test_the_table_has_a_heading_for_each_column_and_reads_from_the_left() -> None:
    markup = Tool("s", "t", {"properties": {"a": {}}})._repr_html_()
    assert re.findall("<th [^>]*>([^<]*)</th>", markup) == [
        "argument",
        "type",
        "needed",
        "description",
    ]
    assert markup.count("text-align:left") == 8


def test_defaults_and_the_entries_of_arrays_are_told() -> None:
    properties = {
        "n": {"type": "number", "default": 2},
        "words": {"type": "array", "items": {"type": "string"}, "default": ["a"]},
        "grid": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
        "plain": {"type": "array"},
        "none": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
    }
    tool = Tool("s", "t", {"properties": properties})
    told = [
        "number, default 2",
        "array of string, default [&quot;a&quot;]",
        "array of array of integer",
        "array",
        "string or null, default null",
    ]
    cells = re.findall("<td [^>]*>([^<]*)</td>", tool._repr_html_())
    assert cells[1::4] == told
    assert all(html.unescape(one) in pretty(tool) for one in told)


def test_the_indentation_of_a_docstring_is_not_shown() -> None:
    tool = Tool("s", "t", {}, "Adds.\n\n        Two numbers.\n    ")
    assert "Adds.\n\nTwo numbers.<" in tool._repr_html_()
    assert pretty(tool).splitlines()[:4] == ["s.t", "  Adds.", "  ", "  Two numbers."]


def test_an_endless_type_is_told_in_a_few_words() -> None:
    nested: dict[str, object] = {"type": "string"}
    for _ in range(150):
        nested = {"anyOf": [nested, {"type": "array", "items": nested}]}
    tool = Tool("s", "t", {"properties": {"a": nested, "b": {"type": ["x" * 999] * 999}}})
    assert len(tool._repr_html_()) < 2000
