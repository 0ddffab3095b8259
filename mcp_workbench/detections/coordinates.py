"""Coordinates as they come: which are numbers, and what is wrong with those that are not."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from .codes import Code
from .shapes import is_series

# no picture has an edge as long as this
LIMIT = 1e7
_TYPES = frozenset((int, float))


class _Missing:
    """The type of `MISSING`."""

    def __repr__(self) -> str:
        return "MISSING"


# stands for a coordinate whose key is absent, which is not the same as null
MISSING = _Missing()


class Checked(NamedTuple):
    """Numbers that can be calculated with, or why there are none.

    Args:
        numbers: ints stay ints, which is evidence for the solver; empty where `code` is set.
        code: what is wrong.
        coerced: whether some came as text.
    """

    numbers: tuple[float, ...]
    code: Code | None = None
    coerced: bool = False


def check(values: Sequence[Any], count: int = 4) -> Checked:
    """`values` as `count` finite numbers within reach.

    >>> check((1, 2.5, "3", 4)).coerced
    True
    >>> check((1, 2, None, 4)).code, check((1, 2, MISSING, 4)).code, check((1, 2, True, 4)).code
    ('non_finite', 'missing_coordinate', 'not_a_number')
    """
    if len(values) != count:
        return Checked((), "missing_coordinate")
    numbers: list[float] = []
    coerced = False
    for value in values:
        number = _number(value) if isinstance(value, str) else value
        coerced = coerced or number is not value
        code = _fault(number)
        if code is not None:
            return Checked((), code)
        numbers.append(number)
    return Checked(tuple(numbers), None, coerced)


def all_sound(values: Iterable[Any]) -> bool:
    """Whether all values are finite numbers within reach; a few passes without a loop of our own.

    >>> all_sound([1, 2.5]), all_sound([1, float("nan")]), all_sound([True])
    (True, False, False)
    """
    listed = list(values)
    if not listed:
        return True
    # types first: comparing a text with a number would raise
    if not set(map(type, listed)) <= _TYPES:
        return False
    return max(listed) < LIMIT and min(listed) > -LIMIT and not any(map(math.isnan, listed))


def sound_rows(rows: Sequence[Sequence[Any]], count: int) -> bool:
    """Whether every row is `count` sound numbers.

    >>> sound_rows([(1, 2), (3, 4)], 2), sound_rows([(1, 2), (3,)], 2)
    (True, False)
    """
    return set(map(len, rows)) <= {count} and all_sound(chain.from_iterable(rows))


def outline(polygon: Any) -> tuple[tuple[float, float], ...] | None:
    """A polygon as pairs of numbers; `None` for less than three points, or one that is none.

    >>> outline([[0, 0], [4, 0], [4, 3]]), outline([[0, 0], [1, 1]])
    (((0, 0), (4, 0), (4, 3)), None)
    """
    if not is_series(polygon):
        return None
    points = polygon
    if len(points) < 3 or not set(map(type, points)) <= {list, tuple}:
        return None
    if sound_rows(points, 2):
        return tuple((x, y) for x, y in points)
    checked = [check(point, 2) for point in points]
    if any(each.code is not None for each in checked):
        return None
    return tuple((each.numbers[0], each.numbers[1]) for each in checked)


def _fault(value: Any) -> Code | None:
    if value is MISSING:
        return "missing_coordinate"
    if value is None:
        # writers of JSON put null where a number is not finite
        return "non_finite"
    if type(value) not in _TYPES:
        return "not_a_number"
    if type(value) is float and not math.isfinite(value):
        return "non_finite"
    return None if -LIMIT < value < LIMIT else "out_of_range"


def _number(text: str) -> Any:
    """The number that a text is; the text itself where it is none."""
    if len(text) > 40:
        return text
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if text.strip().lstrip("+-").isdecimal() else number
