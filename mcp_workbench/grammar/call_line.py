"""A call written as the line, or the cell, that makes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import UsageInvalid
from .arguments import Argument
from .json_text import write_json
from .nodes import BinaryFile, Json, Text
from .typed_text import typed


def call_line(tool: str, arguments: Mapping[str, Any], schemas: Mapping[str, object]) -> str:
    """The `%mcp call` that sends these arguments.

    Where the name of one cannot stand on a line, it is a cell with a body of JSON.

    Args:
        tool: the full name, `server.tool`.
        arguments: JSON values, or files.
        schemas: of each argument, by which a line gives text its type.

    Raises:
        UsageInvalid: a value has no form in JSON, or a file has to stand in it.

    >>> call_line("t.f", {"n": 7, "text": "7", "words": ["a"]}, {"text": {"type": "string"}})
    '%mcp call t.f n=7 text=7 words:=["a"]'
    >>> call_line("t.f", {"image": BinaryFile("cat.png")}, {})
    '%mcp call t.f image=@@cat.png'
    >>> print(call_line("t.f", {"odd name": 1}, {}))
    %%mcp call t.f
    {"odd name": 1}
    """
    name = str(Text(tool, quoted=tool.startswith("-")))
    try:
        words = [str(_argument(key, one, schemas.get(key))) for key, one in arguments.items()]
    except UsageInvalid as error:
        files = any(isinstance(one, BinaryFile) for one in arguments.values())
        if files or error.reason != "argument":
            raise
        return f"%%mcp call {name}\n{write_json(dict(arguments))}"
    return " ".join(("%mcp call", name, *words))


def _argument(name: str, value: Any, schema: object) -> Argument:
    """The shortest word that is read back as this value."""
    if isinstance(value, BinaryFile):
        return Argument(name, value)
    if isinstance(value, list | dict):
        return Argument(name, Json(value))
    text = value if isinstance(value, str) else str(Json(value))
    for node in (Text(text), Text(text, quoted=True)):
        found = typed(text, schema, quoted=node.quoted)
        # a bare comma at the end is taken for a slip
        if type(found) is type(value) and found == value and not _is_slip(node):
            return Argument(name, node)
    return Argument(name, Json(value))


def _is_slip(node: Text) -> bool:
    return not node.quoted and node.text.endswith(",")
