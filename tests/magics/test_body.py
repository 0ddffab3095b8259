"""The body of a cell: JSON, or YAML that cannot surprise."""

from typing import Any

import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.magics.body import read_body


@pytest.mark.requirement("TOOL-05")
@pytest.mark.parametrize(
    ("body", "value"),
    [
        (None, {}),
        ("  \n", {}),
        ('{"a": 1}', {"a": 1}),
        ("a: 1", {"a": 1}),
        ("a: 1.5", {"a": 1.5}),
        ("a: 1e3", {"a": 1000.0}),
        ("a: 0x1f", {"a": 31}),
        ("a: -7", {"a": -7}),
        ("a: true", {"a": True}),
        ("a: yes", {"a": "yes"}),
        ("no: 1", {"no": 1}),
        ("a:", {"a": None}),
        ("a: ~", {"a": None}),
        ("a: 007", {"a": "007"}),
        ("a: 08", {"a": "08"}),
        ("a: 12:30", {"a": "12:30"}),
        ("a: 2026-01-31", {"a": "2026-01-31"}),
        ("a: .inf", {"a": ".inf"}),
        ("a: {b: [x, 1]}", {"a": {"b": ["x", 1]}}),
        ("<<: x", {"<<": "x"}),
        ("a: '3'", {"a": "3"}),
        ("a: 日本", {"a": "日本"}),
    ],
)
def test_values_are_what_they_look_like(body: str | None, value: Any) -> None:
    found = read_body(body)
    assert found == value
    assert [type(one) for one in found.values()] == [type(one) for one in value.values()]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("{'a': 1}", "not JSON: line 1, column 2"),
        ('{\n "a": 1\n "b": 2}', "not JSON: line 3, column 2"),
        ('{"a": 1, "a": 2}', "the name 'a' is there twice"),
        ('{"a": NaN}', "NaN is not a number in JSON"),
        ("[1]", "a list, not an object"),
        ("plain words", "a single value, not an object"),
        ("5", "a single value, not an object"),
        ("a: 1\na: 2", "line 1, column 1: a name is there twice"),
        ("a: &x [1]\nb: *x", "line 2, column 4: aliases (*name) are not read"),
        ("a: !!python/object/apply:os.system [x]", "tags (!name) are not read"),
        ("a: !!set {x}", "tags (!name) are not read"),
        ("a: 1e999", "a number is too large"),
        ("1: a", "a name is no text"),
        ("a: [1", "line"),
        ("a: b: c", "line 1"),
        ("a: 1\n---\nb: 2", "neither JSON nor YAML"),
        ("a: \x07", "neither JSON nor YAML"),
        ("a: " + "9" * 5000, "neither JSON nor YAML"),
        ("a: 0x" + "f" * 5000, "neither JSON nor YAML"),
        ("a: " + "[" * 5000 + "]" * 5000, "nested too deep"),
        ("a: " + "x" * (256 << 10), "more than 256 KiB"),
    ],
)
def test_a_body_that_says_no_arguments_is_one_clear_error(body: str, words: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        read_body(body)
    assert words in caught.value.what
    assert caught.value.hint
    assert len(caught.value.what) < 400
