"""What models write as arguments: JSON that may be none, and habits that servers refuse."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from ..errors import ArgumentsInvalid
from ..visible import one_line


def written(arguments: object) -> dict[str, Any]:
    r"""The arguments that a model wrote, as JSON text or as an object.

    Models send an empty text for no arguments, and now and then JSON within a JSON text.

    Raises:
        ArgumentsInvalid: they are no JSON object; the text says what is wrong where.

    >>> written('{"a": 1}'), written(""), written('"{\\"a\\": 1}"')
    ({'a': 1}, {}, {'a': 1})
    """
    found = arguments
    for _ in range(2):
        if isinstance(found, str | bytes):
            found = _parsed(found)
    if found is None:
        return {}
    if isinstance(found, Mapping):
        return {str(key): value for key, value in cast("Mapping[object, Any]", found).items()}
    raise ArgumentsInvalid(
        f"the arguments are {one_line(repr(found), 80)}, not a JSON object",
        hint='send one object with the names of the arguments, as in {"text": "hello"}',
        reason="no-dict",
    )


def _parsed(text: str | bytes) -> object:
    try:
        return json.loads(text) if text.strip() else None
    except (ValueError, RecursionError) as error:
        raise ArgumentsInvalid(
            f"the arguments are no valid JSON: {one_line(str(error))}",
            hint="send the call again, with one complete JSON object as its arguments",
            reason="no-json",
        ) from None


def mended(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """`arguments` without two habits of models, where `schema` leaves no doubt.

    A null for an argument that may be left out, and takes no null, is left out; a list or an
    object that is written as text, where only a list or an object fits, is read.

    >>> properties = {"query": {"type": "string"}, "tags": {"type": "array"}}
    >>> mended({"query": None, "tags": '["a"]'}, {"properties": properties})
    {'tags': ['a']}
    """
    properties, required = schema.get("properties"), schema.get("required")
    if not isinstance(properties, Mapping):
        return dict(arguments)
    known = cast("Mapping[str, Any]", properties)
    needed: list[Any] = cast("list[Any]", required) if isinstance(required, list) else []
    found: dict[str, Any] = {}
    for name, value in arguments.items():
        kind = _sole_type(known.get(name))
        if value is None and kind not in (None, "null") and name not in needed:
            continue
        found[name] = _unwrapped(value, kind)
    return found


def _sole_type(schema: object) -> str | None:
    """The only type that fits; None where there are several, or none is named."""
    if not isinstance(schema, Mapping):
        return None
    kind = cast("Mapping[str, Any]", schema).get("type")
    return kind if isinstance(kind, str) else None


def _unwrapped(value: Any, kind: str | None) -> Any:
    wanted: type | None = {"array": list, "object": dict}.get(kind or "")
    if wanted is None or not isinstance(value, str):
        return value
    try:
        found: Any = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return found if isinstance(found, wanted) else value
