"""A tool's input schema as a Python signature and a docstring."""

from __future__ import annotations

import inspect
import itertools
import keyword
from collections.abc import Iterator, Mapping
from typing import Any, cast

from ..visible import one_line, visible
from .tool import Tool, as_object, kind_of

TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}
LONGEST = 8192  # characters of a docstring
LONGEST_LINE = 500  # characters that tell of one argument


def signature_of(tool: Tool) -> inspect.Signature:
    """The arguments as keyword-only parameters; `...` stands for "may be left out".

    A name that is no Python identifier is passed as `**{"odd-name": value}`.

    >>> schema = {"properties": {"a": {"type": "integer"}, "b": {}}, "required": ["a"]}
    >>> str(signature_of(Tool("t", "add", schema)))
    '(*, a: int, b: Any = Ellipsis)'
    """
    properties = tool.properties
    plain = {name: schema for name, schema in properties.items() if _is_parameter(name)}
    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=_default(tool, name, schema),
            annotation=annotation_of(schema),
        )
        for name, schema in plain.items()
    ]
    if len(plain) < len(properties) or tool.input_schema.get("additionalProperties"):
        rest = next(name for name in _names_of_the_rest() if name not in plain)
        parameters.append(inspect.Parameter(rest, inspect.Parameter.VAR_KEYWORD, annotation=Any))
    return inspect.Signature(parameters)


def _names_of_the_rest() -> Iterator[str]:
    yield from ("arguments", "other_arguments")
    yield from (f"other_arguments_{number}" for number in itertools.count(2))


def _is_parameter(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name)


def _default(tool: Tool, name: str, schema: Mapping[str, Any]) -> Any:
    if name in tool.required:
        return inspect.Parameter.empty
    return schema.get("default", ...)


def annotation_of(schema: Mapping[str, Any]) -> Any:
    """The Python type of a value; `Any` where the schema says nothing plain.

    >>> annotation_of({"anyOf": [{"type": "string"}, {"type": "null"}]})
    str | None
    """
    kind = schema.get("type")
    branches = schema.get("anyOf") or schema.get("oneOf")
    if isinstance(kind, str):
        kinds: list[Any] = [kind]
    elif isinstance(kind, list):
        kinds = cast("list[Any]", kind)
    elif isinstance(branches, list):
        kinds = [as_object(one).get("type") for one in cast("list[Any]", branches)]
    else:
        return Any
    if not kinds or any(not isinstance(one, str) or one not in TYPES for one in kinds):
        return Any
    found = TYPES[kinds[0]]
    for one in kinds[1:]:
        found = found | TYPES[one]
    return found


def documentation_of(tool: Tool) -> str:
    """What the tool does and takes, as a docstring.

    >>> print(documentation_of(Tool("t", "add", {"properties": {"a": {}}}, "Adds.")))
    Adds.
    <BLANKLINE>
    Args:
        a (any, optional)
    """
    told = tool.description or tool.title or f"The tool {tool.name!r} of server {tool.server!r}."
    told = visible(inspect.cleandoc(told))
    lines = [_line(tool, name, schema) for name, schema in tool.properties.items()]
    text = "\n".join((told, "", "Args:", *lines)) if lines else told
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} … [truncated]"


def _line(tool: Tool, name: str, schema: Mapping[str, Any]) -> str:
    need = "" if name in tool.required else ", optional"
    told = schema.get("description")
    about = f": {one_line(told, LONGEST_LINE)}" if isinstance(told, str) and told else ""
    return f"    {one_line(name)} ({kind_of(schema)}{need}){about}"
