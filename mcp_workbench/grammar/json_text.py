"""Strict JSON: no `NaN`, no number beyond a float, no name twice in one object."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

from ..visible import one_line
from .words import SHOWN


def read_json(text: str) -> Any:
    """The value of `text` (RFC 8259).

    Raises:
        ValueError: it is not JSON; the message says where, in words for a person.

    >>> read_json('{"a": [1, 2.5, null]}')
    {'a': [1, 2.5, None]}
    >>> read_json("[1, NaN]")
    Traceback (most recent call last):
    ValueError: NaN is not a number in JSON
    """
    try:
        return json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            object_pairs_hook=_distinct,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ValueError(f"{place}: {error.msg[:1].lower()}{error.msg[1:]}") from None
    except RecursionError:
        raise ValueError("its brackets are nested too deep") from None


def write_json(value: Any) -> str:
    """`value` as JSON on one line.

    Raises:
        ValueError: it holds something that JSON has no form for.

    >>> write_json({"a": [True, None]})
    '{"a": [true, null]}'
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        # a line separator inside a string would cut the line
        return text if text.isprintable() else json.dumps(value, allow_nan=False)
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)) from None


def finite(value: Any) -> Any:
    """`value` with the names of numbers that JSON does not know in their place.

    >>> finite({"a": [1.5, float("nan"), float("-inf")]})
    {'a': [1.5, 'NaN', '-Infinity']}
    """
    if isinstance(value, Mapping):
        return {key: finite(one) for key, one in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [finite(one) for one in cast("list[Any]", value)]
    known = not isinstance(value, float) or math.isfinite(value)
    return value if known else json.dumps(value)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number in JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{one_line(text, SHOWN)} is too large for a number")
    return number


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, count in Counter(n for n, _ in pairs).items() if count > 1)
        raise ValueError(f"the name {one_line(twice, SHOWN)!r} is there twice")
    return found
