"""Scores of one list, brought to 0…1; never by mixing two scales."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from .codes import Code

# sums of rounded floats, as in 1.0000001, are not another scale
SLACK = 1.01


class Scores(NamedTuple):
    """What became of a column of scores.

    Args:
        values: 0 to 1, `None` where there is none.
        code: what is wrong with the column, `None` where nothing is.
        coerced: whether some came as text.
    """

    values: list[float | None]
    code: Code | None = None
    coerced: bool = False


def normalised(column: Sequence[Any], scale: float | None = None) -> Scores:
    """`column` as 0…1: numbers, texts such as `"0.9"` or `"87%"`, null; -1 means none.

    Args:
        column: scores as the payload has them.
        scale: what 1 is written as, where the format defines it; else the values decide, all of
            them together.

    >>> normalised([87, 12.5]).values, normalised([0.9, 87]).code
    ([0.87, 0.125], 'score_scale_mixed')
    """
    if scale is None and _plain(column):
        return Scores([None if value is None else float(value) for value in column])
    read = [_number(value) for value in column]
    coerced = any(
        isinstance(value, str) and number is not None and not percent
        for value, (number, percent) in zip(column, read, strict=True)
    )
    told = [number for number, percent in read if number is not None and not percent]
    code: Code | None = None
    if scale is None:
        scale, code = _scale(told)
    if code is not None:
        return Scores([None] * len(read), code, coerced)
    return Scores(
        [
            None if number is None else min(number / (100.0 if percent else scale), 1.0)
            for number, percent in read
        ],
        None,
        coerced,
    )


def _plain(column: Sequence[Any]) -> bool:
    """Whether all scores are 0 to 1 already; not-a-number fails the comparison."""
    told = [value for value in column if value is not None]
    return set(map(type, told)) <= {int, float} and all(map(_is_part, told))


def _is_part(value: float) -> bool:
    return 0 <= value <= 1


def _scale(told: Sequence[float]) -> tuple[float, Code | None]:
    highest = max(told, default=0.0)
    if highest <= SLACK:
        return 1.0, None
    if highest > 100 * SLACK:
        return 1.0, "out_of_range"
    # 0 and 1 are scores on either scale
    if any(0 < value <= SLACK and value != 1 for value in told) or highest <= 1.5:
        return 1.0, "score_scale_mixed"
    return 100.0, None


def _number(value: Any) -> tuple[float | None, bool]:
    """A score and whether it says itself that it is per cent."""
    percent = False
    if isinstance(value, str):
        text = value.strip()
        percent = text.endswith("%")
        try:
            value = float(text.rstrip("% ")[:40])
        except ValueError:
            return None, False
    if type(value) not in (int, float) or (type(value) is float and not math.isfinite(value)):
        return None, False
    # -1 is how several libraries write that there is no score
    return (None, False) if not 0 <= value < 1e9 else (float(value), percent)
