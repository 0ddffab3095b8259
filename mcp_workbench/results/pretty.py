"""JSON as a person reads it: short things on one line, and no more than fits a display."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

WIDTH, LONG_TEXT = 96, 400


def pretty(value: Any, limit: int, longest_text: int = LONG_TEXT) -> tuple[str, int]:
    """`value` as indented JSON of at most `limit` characters, and how many were left out.

    Objects and arrays that fit a line stay on one; numbers that JSON has no word for are null;
    a text within it of more than `longest_text` characters (an image in base64, say) is shortened
    in place.
    The count is of the same JSON without indentation.

    >>> print(pretty({"a": [1, 2, math.nan], "b": "x"}, 1000)[0])
    {"a": [1, 2, null], "b": "x"}
    >>> pretty(list(range(1000)), 20)[1] > 4000
    True
    """
    lines: list[str] = []
    room = limit
    for line in _Writer(longest_text).lines(value, "", ""):
        if len(line) > room:
            lines += [line[:room]] if room > 0 else []
            shown = sum(len(each.lstrip()) for each in lines)
            return "\n".join(lines), max(1, _length(value) - shown)
        lines.append(line)
        room -= len(line) + 1
    return "\n".join(lines), 0


@dataclass(frozen=True)
class _Writer:
    """Writes JSON with texts of up to `longest_text` characters."""

    longest_text: int

    def lines(self, value: Any, indent: str, prefix: str, suffix: str = "") -> Iterator[str]:
        short = self._on_one_line(value, WIDTH - len(indent) - len(prefix))
        if short is not None:
            yield f"{indent}{prefix}{short}{suffix}"
            return
        start, end = "{}" if isinstance(value, Mapping) else "[]"
        yield f"{indent}{prefix}{start}"
        for before, each, is_last in _with_last(self._parts(value)):
            yield from self.lines(each, indent + "  ", before, "" if is_last else ",")
        yield f"{indent}{end}{suffix}"

    def _on_one_line(self, value: Any, room: int) -> str | None:
        """`value` on a line; None where it is a container that needs more than `room`."""
        if isinstance(value, Mapping):
            return self._bracketed(self._parts(value), room, "{}")
        if isinstance(value, list | tuple):
            return self._bracketed(self._parts(value), room, "[]")
        return self._scalar(value)

    def _parts(self, value: Any) -> Iterator[tuple[str, Any]]:
        """The members of an object or array, each with what stands before it."""
        if isinstance(value, Mapping):
            for key, each in cast(Mapping[Any, Any], value).items():
                yield f"{self._scalar(str(key))}: ", each
        else:
            for each in cast(Iterable[Any], value):
                yield "", each

    def _bracketed(self, parts: Iterator[tuple[str, Any]], room: int, ends: str) -> str | None:
        words: list[str] = []
        room -= len(ends)
        if room < 0:
            return None
        for prefix, value in parts:
            word = self._on_one_line(value, room - len(prefix))
            if word is None:
                return None
            words.append(prefix + word)
            room -= len(words[-1]) + 2
            if room < -2:
                return None
        return ends[0] + ", ".join(words) + ends[1]

    def _scalar(self, value: Any) -> str:
        if isinstance(value, float) and not math.isfinite(value):
            return "null"
        if isinstance(value, str) and len(value) > self.longest_text:
            value = f"{value[:60]}… ({len(value):,} characters)"
        return json.dumps(value, ensure_ascii=False, default=str)


def _with_last(parts: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any, bool]]:
    """Each part, and whether it is the last."""
    waiting = next(parts, None)
    while waiting is not None:
        following = next(parts, None)
        yield (*waiting, following is None)
        waiting = following


def _length(value: Any) -> int:
    try:
        return len(json.dumps(value, ensure_ascii=False, default=str))
    except RecursionError:
        return 0
