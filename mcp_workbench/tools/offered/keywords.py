"""What a schema that every provider takes may say, and which values each keyword may have.

Source: JSON Schema draft 2020-12, validation and applicator vocabularies.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, cast

TYPES = frozenset(("string", "integer", "number", "boolean", "null", "object", "array"))
Fits = Callable[[Any], bool]


def is_number(value: Any) -> bool:
    """Whether `value` is a number that JSON can tell.

    >>> is_number(1), is_number(True), is_number(float("inf"))
    (True, False, False)
    """
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_count(value: Any) -> bool:
    return is_number(value) and value >= 0 and value == int(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_filled(value: Any) -> bool:
    return isinstance(value, list) and bool(cast("list[Any]", value))


def _is_anything(_: Any) -> bool:
    return True


def is_names(value: Any) -> bool:
    """Whether `value` is a list of different texts.

    >>> is_names(["a", "b"]), is_names(["a", "a"]), is_names("ab")
    (True, False, False)
    """
    if not isinstance(value, list):
        return False
    names = cast("list[Any]", value)
    return all(isinstance(one, str) for one in names) and len(set(names)) == len(names)


def is_type(value: Any) -> bool:
    """Whether `value` is a type of JSON Schema, or a list of different ones.

    >>> is_type("string"), is_type(["string", "null"]), is_type("str"), is_type([])
    (True, True, False, False)
    """
    if isinstance(value, str):
        return value in TYPES
    return is_names(value) and bool(value) and TYPES.issuperset(value)


# keywords with plain values
VALUES: Mapping[str, Fits] = {
    "type": is_type,
    "enum": _is_filled,
    "const": _is_anything,
    "default": _is_anything,
    "examples": _is_list,
    "description": _is_text,
    "format": _is_text,
    "pattern": _is_text,
    "contentEncoding": _is_text,
    "contentMediaType": _is_text,
    "required": is_names,
    "uniqueItems": _is_flag,
    "deprecated": _is_flag,
    "readOnly": _is_flag,
    "writeOnly": _is_flag,
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), is_number),
    "multipleOf": lambda value: is_number(value) and value > 0,
    **dict.fromkeys(
        ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
        _is_count,
    ),
    **dict.fromkeys(("minContains", "maxContains"), _is_count),
}
# keywords with schemas in them: one, a list of them, or one by name
ONE = frozenset(
    (
        *("items", "contains", "propertyNames", "additionalProperties"),
        *("not", "if", "then", "else", "unevaluatedItems", "unevaluatedProperties"),
    )
)
SEVERAL = frozenset(("anyOf", "oneOf", "allOf", "prefixItems"))
NAMED = frozenset(("properties", "patternProperties", "dependentSchemas"))
# `true` and `false` mean the same to every provider here
BOOLEAN = frozenset(("additionalProperties", "unevaluatedItems", "unevaluatedProperties"))
# what only names things
UNREAD = frozenset(("$comment", "title", "$schema", "$id", "id"))
# what is put in place where something refers to it
DEFINITIONS = frozenset(("$defs", "definitions"))
