"""The one Python value that a result stands for."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast


def value_of(structured: Any, texts: Sequence[str], content: Sequence[Any]) -> Any:
    """Structured content, else JSON text parsed, else text, else the blocks, else None.

    A sole `result` in structured content is unwrapped: servers put it around what is no object.
    Only JSON objects and arrays are parsed, since a text `5` may be a text; several such blocks
    become a list, since servers send a list as one block an item.

    >>> value_of({"result": [1]}, ["[1]"], [])
    [1]
    >>> value_of(None, ['{"a": 1}', '{"a": 2}'], [])
    [{'a': 1}, {'a': 2}]
    >>> value_of(None, ["5"], [])
    '5'
    """
    if structured is not None:
        return unwrapped(structured)
    texts = [text for text in texts if text]
    if not texts:
        return list(content) or None
    values = [parsed(text) for text in texts]
    if any(value is None for value in values):
        return "\n".join(texts)
    return values if len(values) > 1 else values[0]


def unwrapped(structured: Any) -> Any:
    """The value below a sole `result`; anything else as it is."""
    if isinstance(structured, Mapping):
        members = cast(Mapping[str, Any], structured)
        if set(members) == {"result"}:
            return members["result"]
    return cast(Any, structured)


def same(structured: Any, texts: Sequence[str]) -> bool:
    """Whether the text blocks say what the structured content says, so that one is enough.

    >>> same({"result": 5}, ["5"]), same({"n": 1}, ["one thing was found"])
    (True, False)
    """
    value = unwrapped(structured)
    if "\n".join(texts) == value:
        return True
    try:
        said = [json.loads(text) for text in texts]
    except (ValueError, RecursionError):
        return False
    return value == said or (len(said) == 1 and said[0] in (value, structured))


def parsed(text: str) -> Any:
    """The JSON object or array that a text is; None where it is none.

    >>> parsed('{"a": 1}'), parsed("5")
    ({'a': 1}, None)
    """
    if text[:1000].lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
