"""A short extract of a JSON value that holds too much, and how it is told that it does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any, cast

TEXT, MEMBERS, DEEPEST = 400, 40, 12  # characters of a text, members of a container, levels
VALUES = 800  # values of an extract in all
LOOKED = 1000  # values that are looked at to learn how large all of it is


def extract(value: Any) -> Any:
    """`value` with its texts, lists and objects shortened, each saying by how much.

    >>> extract({"data": "x" * 500, "n": [1, 2]})["data"][-19:]
    'x… (500 characters)'
    """
    return _extract(value, DEEPEST, [VALUES])


def _extract(value: Any, depth: int, left: list[int]) -> Any:
    left[0] -= 1
    if isinstance(value, str) and len(value) > TEXT:
        return f"{value[:TEXT]}… ({len(value):,} characters)"
    if isinstance(value, dict):
        return _of_object(cast("dict[str, Any]", value), depth, left)
    if isinstance(value, list):
        return _of_list(cast("list[Any]", value), depth, left)
    return value


def _of_object(value: dict[str, Any], depth: int, left: list[int]) -> dict[str, Any]:
    if depth == 0 or left[0] <= 0:
        return {"…": f"{len(value):,} members"} if value else {}
    kept = {
        key[:TEXT]: _extract(one, depth - 1, left) for key, one in islice(value.items(), MEMBERS)
    }
    more = len(value) - MEMBERS
    return {**kept, "…": f"{more:,} more members"} if more > 0 else kept


def _of_list(value: list[Any], depth: int, left: list[int]) -> list[Any]:
    if depth == 0 or left[0] <= 0:
        return [f"… {len(value):,} values"] if value else []
    kept = [_extract(one, depth - 1, left) for one in islice(value, MEMBERS)]
    more = len(value) - MEMBERS
    return [*kept, f"… {more:,} more values"] if more > 0 else kept


def size_at_least(value: Any) -> int:
    """How many bytes a value has as JSON, or fewer: only the first of its values are looked at.

    >>> size_at_least({"a": [1, 2]}), size_at_least(["x" * 1000] * 5000)
    (9, 1009999)
    """
    values, size = [value], 0
    for one in islice(values, LOOKED):  # those inside come behind, and are looked at, too
        if isinstance(one, str):
            size += len(one) + 2
        elif isinstance(one, dict):  # not `Mapping`, which takes long to tell
            pairs = cast("dict[str, Any]", one)
            values += islice(pairs, LOOKED)
            values += islice(pairs.values(), LOOKED)
            size += 2 * (len(pairs) + max(0, len(pairs) - LOOKED))
        elif isinstance(one, list):
            members = cast("list[Any]", one)
            values += members[:LOOKED]
            size += len(members) + max(0, len(members) - LOOKED)
        else:
            size += 1
    return size + max(0, len(values) - LOOKED)


@cache
def writer() -> Callable[[Any], bytes]:
    """What writes a value as JSON; it loads on first use."""
    from pydantic_core import to_json

    return to_json
