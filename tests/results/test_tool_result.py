"""What a caller gets: the value, or the error, and a line that names the result."""

import json
from typing import Any

import pytest

from mcp_workbench.errors import ConnectionFailed, ToolFailed
from mcp_workbench.results import CallContext, ToolResult

CONTEXT = CallContext("demo", "count")


def texts(*parts: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": part} for part in parts]


def result(*parts: str, **wire: Any) -> ToolResult:
    return ToolResult({"content": texts(*parts), **wire}, CONTEXT, 0.1)


@pytest.mark.requirement("RES-02")
@pytest.mark.parametrize(
    ("parts", "structured", "value"),
    [
        (["3"], {"result": 3}, 3),
        (["ignored"], {"result": [1, {"a": None}]}, [1, {"a": None}]),
        (["ignored"], {"result": 1, "more": 2}, {"result": 1, "more": 2}),
        (["ignored"], {"n": 1}, {"n": 1}),
        (["null"], {"result": None}, None),
        (['{"a": [1, 2.5, null]}'], None, {"a": [1, 2.5, None]}),
        (["\n [1, 2]\n"], None, [1, 2]),
        (['{"a": 1}', '{"a": 2}'], None, [{"a": 1}, {"a": 2}]),
        (['{"a": 1}', "and words"], None, '{"a": 1}\nand words'),
        (["5"], None, "5"),
        (['"quoted"'], None, '"quoted"'),
        (["null"], None, "null"),
        (["[1, 2"], None, "[1, 2"),
        (["[" * 100_000], None, "[" * 100_000),
        (["{" + "9" * 10_000 + "}"], None, "{" + "9" * 10_000 + "}"),
        (["a", "b"], None, "a\nb"),
        ([], None, None),
    ],
)
def test_the_value_is_what_the_blocks_stand_for(
    parts: list[str], structured: Any, value: Any
) -> None:
    got = result(*parts, **({} if structured is None else {"structuredContent": structured}))
    assert got.value == value
    assert got.error is None
    assert not got.is_error


@pytest.mark.requirement("RES-02")
def test_without_text_the_value_is_the_blocks() -> None:
    blocks = [{"type": "image", "data": "AA==", "mimeType": "image/png"}]
    assert ToolResult({"content": blocks}, CONTEXT, 0.1).value == blocks


@pytest.mark.requirement("RES-02")
def test_an_error_of_the_tool_is_an_error_with_its_words_and_no_value() -> None:
    failed = result("Error executing tool count: no such file", isError=True)
    assert isinstance(failed.error, ToolFailed)
    assert failed.error.code == "mcp_tool_error"
    assert failed.error.what == "demo.count: no such file"
    assert failed.is_error
    assert failed.value is None
    assert failed.content == texts("Error executing tool count: no such file")
    assert list(failed.detections) == []


@pytest.mark.requirement("RES-02")
@pytest.mark.parametrize(
    ("wire", "said"),
    [
        ({"isError": True}, "said nothing"),
        ({"isError": True, "content": texts("", " \n ")}, "said nothing"),
        (
            {"isError": True, "structuredContent": {"reason": "disk full"}},
            '{"reason": "disk full"}',
        ),
    ],
)
def test_the_words_of_an_error_are_never_empty(wire: dict[str, Any], said: str) -> None:
    error = ToolResult(wire, CONTEXT, 0.1).error
    assert error is not None
    assert said in error.what


def test_a_very_long_error_is_shortened_and_kept_whole_in_the_text() -> None:
    failed = result("x" * 1_000_000, isError=True)
    assert failed.error is not None
    assert len(str(failed.error)) < 5_000
    assert "996,000 more characters in .text" in str(failed.error)
    assert len(failed.text) == 1_000_000


def test_an_error_of_the_call_comes_first_and_what_came_stays() -> None:
    error = ConnectionFailed("the server went away")
    got = ToolResult({"content": texts("half")}, CONTEXT, 0.1, error, ["a line was no JSON"])
    assert got.error is error
    assert got.value is None
    assert got.text == "half"
    assert got.warnings == ["a line was no JSON"]


def test_the_repr_is_one_line() -> None:
    assert repr(result("a\nb")) == "<ToolResult demo.count: 1 block, 0.1 s>"
    assert repr(result("a", isError=True)) == "<ToolResult demo.count: error mcp_tool_error, 0.1 s>"


def test_numbers_that_json_does_not_know_are_read_as_python_has_them() -> None:
    value = result('{"score": NaN, "far": Infinity}').value
    assert json.dumps(value) == '{"score": NaN, "far": Infinity}'
