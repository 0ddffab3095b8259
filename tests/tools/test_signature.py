"""Schemas as Python signatures and docstrings."""

import inspect

import pytest

from mcp_workbench.tools import Tool, documentation_of, signature_of


def test_parameters_are_keyword_only_with_types_and_defaults() -> None:
    schema = {
        "properties": {
            "text": {"type": "string"},
            "count": {"type": "integer", "default": 3},
            "limit": {"anyOf": [{"type": "number"}, {"type": "null"}]},
            "rest": {"$ref": "#/$defs/x"},
        },
        "required": ["text"],
    }
    signature = signature_of(Tool("s", "t", schema))
    assert {p.kind for p in signature.parameters.values()} == {inspect.Parameter.KEYWORD_ONLY}
    assert signature.parameters["text"].annotation is str
    assert signature.parameters["text"].default is inspect.Parameter.empty
    assert signature.parameters["count"].default == 3
    assert signature.parameters["limit"].annotation == float | None
    assert signature.parameters["rest"].default is ...


def test_names_that_are_no_identifiers_go_through_the_rest() -> None:
    schema = {"properties": {"a-b": {}, "class": {}, "arguments": {}}}
    assert list(signature_of(Tool("s", "t", schema)).parameters) == ["arguments", "other_arguments"]


@pytest.mark.parametrize("odd", [[], {}, None, ["list"], 7, {"type": []}, {"anyOf": [True]}])
def test_odd_schemas_still_have_a_signature(odd: object) -> None:
    tool = Tool("s", "t", {"properties": {"a": odd}, "required": 5})
    assert list(signature_of(tool).parameters) == ["a"]
    assert "a (any, optional)" in documentation_of(tool)


def test_a_docstring_has_the_description_and_the_arguments() -> None:
    schema = {"properties": {"a": {"type": "integer", "description": "the first"}}}
    text = documentation_of(Tool("s", "t", schema, "Adds two numbers."))
    assert text == "Adds two numbers.\n\nArgs:\n    a (integer, optional): the first"


def test_an_endless_description_is_cut() -> None:
    assert len(documentation_of(Tool("s", "t", {}, "x" * 100_000))) < 9000


@pytest.mark.parametrize(
    "names",
    [
        ["arguments", "other_arguments", "odd-name"],
        ["arguments", "other_arguments", "other_arguments_2", "other_arguments_3", "class"],
        ["", " ", "1", "a\nb", "\ud800", "ﬁn", "self", "__debug__", "None", "*", "/"],
    ],
)
def test_any_names_of_arguments_have_a_signature(names: list[str]) -> None:
    tool = Tool("s", "t", {"properties": {name: {} for name in names}})
    *_, rest = signature_of(tool).parameters.values()
    assert rest.kind is inspect.Parameter.VAR_KEYWORD
    assert rest.name not in names
    assert documentation_of(tool)


def test_a_docstring_spells_out_hidden_characters() -> None:
    evil = "a\x1b[31m\u202eb"
    schema = {"properties": {evil: {"type": [evil, "x"], "description": evil}}}
    text = documentation_of(Tool("s", "t", schema, evil))
    assert text.count("a␛[31m⟨U+202E⟩b") == 4


def test_a_description_is_told_without_the_indentation_of_its_source() -> None:
    told = "Adds.\n\n        Two numbers.\n          More.\n    "
    assert documentation_of(Tool("s", "t", {}, told)) == "Adds.\n\nTwo numbers.\n  More."
