"""The body of a `%%mcp call` cell: JSON, or YAML that stays within what JSON can say."""

from __future__ import annotations

from typing import Any, cast

from ..errors import ArgumentsInvalid, UsageInvalid
from ..grammar import read_json
from ..tools import json_value
from ..visible import one_line

LARGEST_YAML = 256 << 10  # characters; PyYAML needs seconds for more, and JSON has no such limit
HINT = 'as in {"timezone": "UTC"}, or as YAML: timezone: UTC'


def read_body(body: str | None) -> dict[str, Any]:
    r"""The arguments that a cell holds; a body that begins with a bracket is JSON, else YAML.

    YAML is read by the core schema of YAML 1.2, so `12:30`, `007`, `no` and dates stay text.

    Raises:
        UsageInvalid: it is neither, or not an object; the message says where.

    >>> read_body('{"a": 1}'), read_body("at: 12:30\nwords:\n- one\n- two")
    ({'a': 1}, {'at': '12:30', 'words': ['one', 'two']})
    """
    text = body or ""
    if not text.strip():
        return {}
    value = _json(text) if text.lstrip()[0] in "{[" else _yaml(text)
    if not isinstance(value, dict):
        kind = "a list" if isinstance(value, list) else "a single value"
        raise UsageInvalid(f"the cell's body is {kind}, not an object", hint=HINT, reason="body")
    return cast("dict[str, Any]", value)


def _json(text: str) -> Any:
    try:
        return read_json(text)
    except ValueError as error:
        raise UsageInvalid(
            f"the cell's body is not JSON: {error}", hint=HINT, reason="json"
        ) from None


def _yaml(text: str) -> Any:
    import yaml

    from ..grammar.yaml_core import CoreLoader

    if len(text) > LARGEST_YAML:
        raise UsageInvalid(
            f"the cell's body is YAML of more than {LARGEST_YAML >> 10} KiB",
            hint="write it as JSON, or send a file: key=@path",
            reason="body",
        )
    try:
        # tags such as !!set make what JSON has not
        return json_value(yaml.load(text, CoreLoader))  # noqa: S506  a subclass of SafeLoader
    except ArgumentsInvalid as error:
        raise UsageInvalid(
            f"the cell's body is not an object as JSON has it: {error.what}",
            hint=HINT,
            reason="yaml",
        ) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise UsageInvalid(
            f"the cell's body is neither JSON nor YAML: {one_line(_told(error))}",
            hint=HINT,
            reason="yaml",
        ) from None


def _told(error: Exception) -> str:
    import yaml

    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        place = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        return f"{place}{error.problem or error.context}"
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return str(error).splitlines()[0]
