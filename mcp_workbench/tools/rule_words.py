"""What a schema asks of one value, in a few words beside its field."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, cast

from ..visible import one_line
from .brief import brief_repr
from .tool import as_object, kind_of

LONGEST = 300  # characters of a rule
LONGEST_NUMBER, LONGEST_NAME, LONGEST_PATTERN = 30, 40, 120  # characters
NAMES, EXAMPLES = 6, 3  # names of an object, and values of a long list, that are told
FORMATS = {
    "date": "a date, as 2026-11-30",
    "date-time": "a time, as 2026-11-30T12:00:00Z",
    "time": "a time, as 12:00:00Z",
    "duration": "a duration, as PT5M",
    "email": "an e-mail address",
    "hostname": "a host name",
    "ipv4": "an IPv4 address",
    "ipv6": "an IPv6 address",
    "uri": "a URL",
    "uuid": "a UUID",
    "regex": "a regular expression",
}
Parts = Iterator[str]


def rule_of(schema: Mapping[str, Any], *, whole: Mapping[str, Any] | None = None) -> str:
    """The rules of a value: bounds, lengths, patterns, formats; "" where there is none.

    Args:
        schema: of the value, what only says "or null" taken off.
        whole: the same with null, where the field is one of JSON; its type is told then.

    Source: JSON Schema draft 2020-12, validation, 6 and 7.

    >>> rule_of({"type": "integer", "minimum": 0, "maximum": 100})
    '0 … 100'
    >>> rule_of({"type": "array", "minItems": 1}, whole={"type": "array", "minItems": 1})
    'array, at least 1 entry'
    """
    kind = schema.get("type")
    kinds = cast("list[Any]", kind) if isinstance(kind, list) else [kind]
    parts = [kind_of(whole)] if whole is not None else []
    parts += _long_list(schema)
    for one in kinds:
        if isinstance(one, str) and one in WORDS:
            parts += WORDS[one](schema)
    return one_line(", ".join(dict.fromkeys(parts)), LONGEST)


def _numbers(schema: Mapping[str, Any]) -> Parts:
    low, high = _number(schema.get("minimum")), _number(schema.get("maximum"))
    above, below = _number(schema.get("exclusiveMinimum")), _number(schema.get("exclusiveMaximum"))
    # draft 4 has a bound that is excluded as a bound, and a word beside it
    if schema.get("exclusiveMinimum") is True:
        low, above = "", low
    if schema.get("exclusiveMaximum") is True:
        high, below = "", high
    yield from _between(low, high)
    yield from _told("more than {}", above)
    yield from _told("less than {}", below)
    yield from _told("a multiple of {}", _number(schema.get("multipleOf")))


def _texts(schema: Mapping[str, Any]) -> Parts:
    yield from _counted(schema, "Length", "character", "characters")
    form = schema.get("format")
    if isinstance(form, str) and form:
        yield FORMATS.get(form) or one_line(form, LONGEST_NAME)
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and pattern:
        yield f"matches {one_line(pattern, LONGEST_PATTERN)}"
    encoding = schema.get("contentEncoding")
    if isinstance(encoding, str) and encoding:
        yield f"in {one_line(encoding, LONGEST_NAME)}"


def _lists(schema: Mapping[str, Any]) -> Parts:
    yield from _counted(schema, "Items", "entry", "entries")
    if schema.get("uniqueItems") is True:
        yield "all different"


def _objects(schema: Mapping[str, Any]) -> Parts:
    names = as_object(schema.get("properties"))
    if names:
        told = [one_line(str(name), LONGEST_NAME) for name in islice(names, NAMES)]
        yield "with " + ", ".join(told + (["…"] if len(names) > NAMES else []))
    yield from _counted(schema, "Properties", "name", "names")


def _long_list(schema: Mapping[str, Any]) -> list[str]:
    """Some of the values where there are too many for a select."""
    values = schema.get("enum")
    if not isinstance(values, list) or not values:
        return []
    some = cast("list[Any]", values)
    told = [brief_repr(value) for value in some[:EXAMPLES]]
    return [f"one of {len(some):,}, as {', '.join(told)}"]


def _counted(schema: Mapping[str, Any], noun: str, one: str, many: str) -> Parts:
    low, high = _number(schema.get(f"min{noun}")), _number(schema.get(f"max{noun}"))
    low = "" if low == "0" else low
    for words in _between(low, high):
        yield f"{words} {one if words.split()[-1] == '1' else many}"


def _between(low: str, high: str) -> Parts:
    if low and high:
        yield f"exactly {low}" if low == high else f"{low} … {high}"
    else:
        yield from _told("at least {}", low)
        yield from _told("at most {}", high)


def _told(words: str, number: str) -> Parts:
    if number:
        yield words.format(number)


def _number(value: object) -> str:
    """A number as it is told, "" for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    if isinstance(value, float):
        return f"{value:.12g}" if math.isfinite(value) else ""
    return one_line(str(value), LONGEST_NUMBER) if value.bit_length() < 1000 else ""


WORDS: Mapping[str, Callable[[Mapping[str, Any]], Parts]] = {
    "integer": _numbers,
    "number": _numbers,
    "string": _texts,
    "array": _lists,
    "object": _objects,
}
