"""Input schemas as every provider takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..tools.tool import as_object

# at the top of a schema, providers refuse the whole request for these
_REFUSED_AT_TOP = ("anyOf", "oneOf", "allOf", "not", "enum")


def model_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` as a model is shown it; arguments are still checked against the server's own.

    One schema that a provider does not take makes every request of the agent fail. So the top is
    an object with properties and without alternatives, and an argument of any kind is `{}`.

    >>> model_schema({"properties": {"a": True}, "anyOf": [{"required": ["a"]}]})
    {'properties': {'a': {}}, 'type': 'object'}
    """
    kept = {key: value for key, value in schema.items() if key not in _REFUSED_AT_TOP}
    declared = kept.get("properties")
    properties = {name: as_object(one) for name, one in as_object(declared).items()}
    return {**kept, "type": "object", "properties": properties}
