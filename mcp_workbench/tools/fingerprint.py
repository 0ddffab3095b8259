"""A short mark of all that a tool says of itself, to notice that it has changed."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .tool import Tool


def definition_of(tool: Tool) -> dict[str, Any]:
    """All that a tool says of itself, as JSON.

    >>> from mcp_workbench import Tool
    >>> definition_of(Tool("t", "now", {"type": "object"}, "The time."))["description"]
    'The time.'
    """
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "input_schema": tool.input_schema,
        "output_schema": tool.output_schema,
        "annotations": tool.annotations,
    }


def fingerprint(tool: Tool) -> str:
    """The SHA-256 of the tool's definition as canonical JSON, apart from the server's name.

    Names, words, schemas and annotations count, the order of names in an object does not, so it
    stays as long as a model is told the same about the tool.

    >>> from mcp_workbench import Tool
    >>> fingerprint(Tool("t", "now", {"type": "object"}))[:14]
    'sha256:6ffccb3'
    """
    # a server may send halves of surrogate pairs, which UTF-8 has not
    text = json.dumps(definition_of(tool), sort_keys=True, separators=(",", ":"), default=dict)
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
