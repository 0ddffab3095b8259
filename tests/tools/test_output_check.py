"""Structured content against output schemas, whatever either of them is."""

from typing import Any

import pytest

from mcp_workbench.tools import Tool
from mcp_workbench.tools.output_check import output_warning

SUM = {"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"]}


def adds(schema: Any) -> Tool:
    return Tool("t", "add", {}, output_schema=schema)


@pytest.mark.requirement("TOOL-13")
@pytest.mark.parametrize(
    ("schema", "wire", "warning"),
    [
        (SUM, {"structuredContent": {"sum": 3}}, ""),
        (SUM, {"structuredContent": {"sum": "3"}}, "`sum` must be an integer, not '3'"),
        (SUM, {"structuredContent": {}}, "needs `sum` (integer)"),
        (SUM, {"structuredContent": [1]}, "it must be an object, not [1]"),
        (SUM, {"structuredContent": None}, "it must be an object, not None"),
        (SUM, {"content": []}, "its answer has no structured content"),
        (SUM, {"isError": True, "content": []}, ""),
        (None, {"structuredContent": {"sum": "3"}}, ""),
        ({"$ref": "#/$defs/gone"}, {"structuredContent": 1}, "checks nothing: it refers to"),
        ({"type": 7}, {"structuredContent": 1}, "checks nothing"),
    ],
)
def test_what_does_not_fit_is_a_warning(schema: Any, wire: dict[str, Any], warning: str) -> None:
    told = output_warning(adds(schema), wire)
    assert told.endswith(warning) if warning.endswith("content") else warning in told
    assert bool(told) == bool(warning)
