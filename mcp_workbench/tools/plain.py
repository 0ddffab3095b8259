"""Arguments that plainly fit a plain schema, told in a microsecond."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

# exact Python types; what fits in another way, as 1.0 for an integer, is left to the full check
TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
ANNOTATIONS = {"type", "title", "description", "default", "examples"}
OUTER = {"type", "title", "description", "$schema", "properties", "required"}


def plain_types(schema: object) -> tuple[type, ...]:
    """The types of which every value fits a plain schema; none where it is not plain.

    >>> plain_types({"type": "integer", "title": "n"})
    (<class 'int'>,)
    >>> plain_types({"type": "integer", "minimum": 1})
    ()
    """
    if not isinstance(schema, Mapping):
        return ()
    known = cast("Mapping[str, Any]", schema)
    kind = known.get("type") if known.keys() <= ANNOTATIONS else None
    return TYPES.get(kind, ()) if isinstance(kind, str) else ()


class PlainCheck:
    """Knows when arguments fit for certain; of everything else it says nothing.

    Most tools take a few texts and numbers, and a full JSON Schema check of those takes longer
    than all the rest that happens to a call here.

    >>> adds = PlainCheck({"properties": {"a": {"type": "integer"}}, "required": ["a"]})
    >>> adds.fits({"a": 1}), adds.fits({"a": "1"}), adds.fits({})
    (True, False, False)
    """

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._types: dict[str, tuple[type, ...]] = {}
        self._required: frozenset[str] = frozenset()
        # with every other keyword, such as `oneOf` or `minProperties`, nothing is certain
        self._certain = schema.keys() <= OUTER | {"additionalProperties"} and (
            schema.get("type", "object") == "object"
        )
        if self._certain:
            self._read(schema)

    def _read(self, schema: Mapping[str, Any]) -> None:
        properties, required = schema.get("properties", {}), schema.get("required", [])
        if not isinstance(properties, Mapping) or not isinstance(required, list):
            self._certain = False
            return
        self._required = frozenset(map(str, cast("list[Any]", required)))
        for name, one in cast("Mapping[str, Any]", properties).items():
            self._types[name] = plain_types(one)

    def fits(self, arguments: Mapping[str, Any]) -> bool:
        """Whether `arguments` fit for certain."""
        types = self._types
        return (
            self._certain
            and self._required <= arguments.keys()
            and all(type(value) in types.get(name, ()) for name, value in arguments.items())
        )
