"""A call is written as the line, or the cell, that makes it, and reads back as the same call."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.grammar import (
    BinaryFile,
    Json,
    Text,
    call_line,
    parse_arguments,
    read_json,
    split_words,
    typed,
    unquoted,
)

TEXTS = [
    "", " ", "plain", "two words", "007", "7", "null", "true", "[1, 2]", '{"a": 1}', "{x}", "$name",
    "@file", "@@file", '"quoted"', "'single'", "it's", 'say "hi"', "a\nb", "tab\t", "end\\",
    "what?",
    "1,", "a,", "=", "a=b", ":=x", "--option", "#", "%mcp", "!", "ünï ✓ 漢字", "\x1b[31m", "\u202e",
    "\u2028", "(", "]", "}", "C:\\new\\table", "$", "x" * 10_000,
]  # fmt: skip
VALUES: list[Any] = [
    *TEXTS, 0, -1, 2**53 + 1, 10**30, 1.0, 2.5, -0.0, 1e300, True, False, None, [], {}, [1, "a b"],
    {"a": {"b": [None, True, "it's"]}}, [[]], ["\u2028"],
]  # fmt: skip
SCHEMAS: list[Any] = [
    None,
    {},
    {"type": "string"},
    {"type": "integer"},
    {"type": "number"},
    {"type": "boolean"},
    {"type": "array"},
    {"type": ["string", "null"]},
    {"enum": ["7", 7, "null", None]},
]


def read(text: str, schemas: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Tool and arguments of what was written."""
    line, _, body = text.partition("\n")
    assert len(line.splitlines()) == 1
    magic, command, tool, *words = split_words(line)
    assert command == "call"
    if magic == "%%mcp":
        assert not words
        return unquoted(tool), read_json(body)
    assert magic == "%mcp"
    found: dict[str, Any] = {}
    for argument in parse_arguments(words):
        match argument.node:
            case Json(value):
                found[argument.name] = value
            case Text(written, quoted):
                found[argument.name] = typed(written, schemas.get(argument.name), quoted=quoted)
            case other:
                pytest.fail(f"{other!r} is neither text nor JSON")
    return unquoted(tool), found


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_what_is_written_reads_back_as_the_same_values(schema: Any) -> None:
    for value in VALUES:
        schemas = {"a": schema}
        tool, found = read(call_line("t.f", {"a": value, "b": 1}, schemas), schemas)
        assert (tool, list(found)) == ("t.f", ["a", "b"])
        assert type(found["a"]) is type(value), value
        assert found["a"] == value


@pytest.mark.parametrize("name", ["odd name", "a=b", "-x", "", "{", "qu'ote", "a\nb"])
def test_a_name_that_cannot_stand_on_a_line_makes_it_a_cell(name: str) -> None:
    text = call_line("t.f", {name: "it's", "b": [1]}, {})
    assert text.startswith("%%mcp call t.f\n")
    assert read(text, {}) == ("t.f", {name: "it's", "b": [1]})


@pytest.mark.parametrize("tool", ["t.f", "t.two words", "t.<b>\x1b[31m", "t.what?", 't."x"', "t.$"])
def test_any_name_of_a_tool_can_be_written(tool: str) -> None:
    assert read(call_line(tool, {"a": 1}, {}), {}) == (tool, {"a": 1})


def test_what_is_written_is_short() -> None:
    schemas = {"city": {"type": "string"}, "n": {"type": "integer"}}
    assert call_line("t.f", {"city": "Ulm", "n": 7}, schemas) == "%mcp call t.f city=Ulm n=7"
    assert call_line("t.f", {"n": "7"}, {"n": {}}) == '%mcp call t.f n="7"'
    assert call_line("t.f", {"n": "7"}, schemas) == '%mcp call t.f n:="7"'


def test_what_json_has_no_form_for_is_refused() -> None:
    with pytest.raises(UsageInvalid) as caught:
        call_line("t.f", {"a": float("nan")}, {})
    assert caught.value.reason == "json"


def test_a_file_stands_on_a_line_under_any_name_of_its_own_and_never_in_json() -> None:
    for path in ("cat.png", "my cat.png", "it's.png", "@.png"):
        line = call_line("t.f", {"image": BinaryFile(path)}, {})
        (argument,) = parse_arguments(split_words(line)[3:])
        assert argument.node == BinaryFile(path)
    with pytest.raises(UsageInvalid) as caught:
        call_line("t.f", {"odd name": BinaryFile("cat.png")}, {})
    assert caught.value.reason == "argument"
