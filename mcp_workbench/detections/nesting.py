"""How deeply a JSON text is nested, found without parsing it."""

from __future__ import annotations

import re
from typing import Any

from .shapes import is_list, is_object

MAX_DEPTH = 64
STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_SQUARE = bytes.maketrans(b"{}", b"[]")
_OTHER = bytes(set(range(256)) - set(b"[]{}"))


def too_deep(text: str) -> bool:
    """Whether `text`, as JSON, holds more than `MAX_DEPTH` levels of brackets.

    The brackets alone are kept, and innermost pairs are taken out, a level each time: a few passes
    at the speed of memory, where a parser would recurse.

    >>> too_deep("[" * 65 + "]" * 65), too_deep("[]" * 65)
    (True, False)
    """
    # brackets in strings are rare: first as if there were none, then exactly
    return _deep(text) and _deep(STRING.sub("", text))


def _deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    brackets = text.encode("utf-8", "replace").translate(_SQUARE, _OTHER)
    for _ in range(MAX_DEPTH):
        shorter = brackets.replace(b"[]", b"")
        if len(shorter) == len(brackets):
            # of unbalanced text, what never closes is open at the end
            return brackets.count(b"[") > MAX_DEPTH
        brackets = shorter
    return bool(brackets)


def value_too_deep(value: Any) -> bool:
    """Whether a JSON value holds more than `MAX_DEPTH` levels; walks by level, never recursing.

    >>> value_too_deep([[[1]]])
    False
    """
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH + 1):
        inner: list[Any] = []
        for each in level:
            if is_object(each):
                inner.extend(each.values())
            elif is_list(each):
                inner.extend(each)
        level = [each for each in inner if isinstance(each, dict | list)]
        if not level:
            return False
    return True
