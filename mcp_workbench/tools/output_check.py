"""Structured content against a tool's output schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ..visible import one_line
from .refusal import words_of
from .tool import Tool

LONGEST = 300  # characters of a warning


def output_warning(tool: Tool, wire: Mapping[str, Any]) -> str:
    """What is wrong with the structured content of an answer, else ""; the value stays as it is.

    Args:
        tool: what answered.
        wire: the `tools/call` result as it came. One that tells an error needs no content.

    Source: MCP 2025-11-25, server/tools, "Output Schema"; JSON Schema draft 2020-12.

    >>> output = {"type": "object", "properties": {"sum": {"type": "integer"}}}
    >>> adds = Tool("t", "add", {}, output_schema=output)
    >>> output_warning(adds, {"structuredContent": {"sum": 3}})
    ''
    >>> output_warning(adds, {"structuredContent": {"sum": "3"}})
    "the answer does not fit the tool's output schema: `sum` must be an integer, not '3'"
    """
    if tool.output_validator is None or wire.get("isError"):
        return ""
    if "structuredContent" not in wire:
        return "the tool has an output schema, and its answer has no structured content"
    content = wire["structuredContent"]
    if isinstance(content, dict) and tool.plain_output_check.fits(cast("dict[str, Any]", content)):
        return ""
    fault, unchecked = tool.output_validator.fault(content)
    if fault is not None:
        what = words_of(tool, fault, "it").lstrip(": ")
        return _line(f"the answer does not fit the tool's output schema: {what}")
    return _line(f"the output schema of {tool.full_name} {unchecked}") if unchecked else ""


def _line(text: str) -> str:
    return one_line(text, LONGEST)
