"""Text takes the type that the tool's schema asks for."""

import pytest

from mcp_workbench.grammar import typed

STRING, INTEGER, NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}
BOOLEAN, ARRAY, OBJECT, NULL = ({"type": kind} for kind in ("boolean", "array", "object", "null"))


def same(a: object, b: object) -> bool:
    return a == b and type(a) is type(b)


@pytest.mark.requirement("TOOL-05")
@pytest.mark.parametrize(
    ("text", "schema", "value"),
    [
        ("007", STRING, "007"),
        ("true", STRING, "true"),
        ('{"a": 1}', STRING, '{"a": 1}'),
        ("", STRING, ""),
        ("3", INTEGER, 3),
        ("007", INTEGER, 7),
        ("+7", INTEGER, 7),
        ("3.0", INTEGER, 3),
        ("3", NUMBER, 3),
        (".5", NUMBER, 0.5),
        ("1e3", NUMBER, 1000.0),
        ("true", BOOLEAN, True),
        ("False", BOOLEAN, False),
        ("null", NULL, None),
        ("None", NULL, None),
        ("[1, 2]", ARRAY, [1, 2]),
        ('{"a": 1}', OBJECT, {"a": 1}),
        ("3", {"type": ["integer", "string"]}, 3),
        ("007", {"type": ["integer", "string"]}, "007"),
        ("3", {"anyOf": [STRING, NULL]}, "3"),
        ("null", {"anyOf": [STRING, NULL]}, None),
        ("3", {"anyOf": [INTEGER, NULL]}, 3),
        ("None", {"anyOf": [INTEGER, NULL]}, None),
        ("[1]", {"oneOf": [STRING, ARRAY]}, [1]),
        ("3", {"anyOf": [{"anyOf": [INTEGER]}, BOOLEAN]}, 3),
        ("b", {"enum": ["a", "b"]}, "b"),
        ("1", {"enum": ["1", "2"]}, "1"),
        ("1", {"enum": [1, 2]}, 1),
        ("1", {"const": 1}, 1),
        ("c", {"enum": ["a", "b"]}, "c"),
        ("3", {}, 3),
        ("3", None, 3),
        ("3", True, 3),
        ("007", {}, "007"),
        ("true", {}, True),
        ("True", {}, "True"),
        ("plain", {}, "plain"),
        ("[1", {}, "[1"),
        ("3", {"$ref": "#/$defs/x"}, 3),
    ],
)
def test_text_is_read_as_its_property_wants(text: str, schema: object, value: object) -> None:
    assert same(typed(text, schema), value)


@pytest.mark.requirement("TOOL-05")
@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("x", INTEGER),
        ("3.5", INTEGER),
        ("1e999", NUMBER),
        ("NaN", NUMBER),
        ("9" * 5000, INTEGER),
        ("yes", BOOLEAN),
        ("1", BOOLEAN),
        ("true", INTEGER),
        ("1,2", ARRAY),
        ("[1", ARRAY),
        ("{a: 1}", OBJECT),
        ("", INTEGER),
        ("٣", INTEGER),
    ],
)
def test_text_that_does_not_fit_stays_text_for_validation(text: str, schema: object) -> None:
    assert same(typed(text, schema), text)


@pytest.mark.parametrize(
    ("text", "schema", "value"),
    [
        ("3", {}, "3"),
        ("3", {"type": ["integer", "string"]}, "3"),
        ("null", {"anyOf": [STRING, NULL]}, "null"),
        ("3", INTEGER, 3),
    ],
)
def test_quotes_mean_a_string_where_one_may_be(text: str, schema: object, value: object) -> None:
    assert same(typed(text, schema, quoted=True), value)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": 5},
        {"type": [5, None]},
        {"anyOf": "x"},
        {"anyOf": [5, None, True]},
        {"enum": "abc"},
        {"enum": []},
        {"type": []},
        "string",
        [],
    ],
)
def test_a_schema_that_is_none_says_nothing(schema: object) -> None:
    assert typed("3", schema) == 3
    assert typed("x", schema) == "x"


def test_unions_nested_without_end_are_looked_into_only_so_far() -> None:
    schema: dict[str, object] = {}
    schema["anyOf"] = [schema, schema]
    assert typed("x", schema) == "x"
