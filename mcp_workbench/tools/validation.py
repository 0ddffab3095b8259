"""Arguments against a tool's input schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..visible import one_line
from .refusal import refusal
from .tool import Tool

LONGEST = 300  # characters of a warning


def check_arguments(tool: Tool, arguments: Mapping[str, Any]) -> str:
    """Refuse arguments that do not fit; the answer tells what could not be checked, else "".

    A schema that is broken on the server's side, or takes too long, forbids nothing: it is told,
    and the call goes on.

    Raises:
        ArgumentsInvalid: names the place, the rule and the value of the most telling fault.

    Source: JSON Schema draft 2020-12, or the draft that the schema's `$schema` names.

    >>> adds = Tool("t", "add", {"type": "object", "properties": {"a": {"type": "integer"}}})
    >>> check_arguments(adds, {"a": 1})
    ''
    >>> from mcp_workbench.errors import ArgumentsInvalid
    >>> try:
    ...     check_arguments(adds, {"a": "one"})
    ... except ArgumentsInvalid as error:
    ...     print(error.what)
    t.add: `a` must be an integer, not 'one'
    """
    if tool.plain_check.fits(arguments):
        return ""
    fault, unchecked = tool.validator.fault(arguments)
    if fault is not None:
        raise refusal(tool, fault)
    if not unchecked:
        return ""
    return one_line(f"the input schema of {tool.full_name} {unchecked}", LONGEST)
