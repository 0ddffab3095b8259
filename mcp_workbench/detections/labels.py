"""Labels from servers, made safe to show: short, and all of it to be seen."""

from __future__ import annotations

from typing import Any

from ..visible import without_hidden

MAX_LABEL = 200


def sanitised(value: Any) -> str | None:
    r"""`value` as a label; `None` where it is no text, or an empty one.

    >>> sanitised("dog\u202e\n"), sanitised(" "), sanitised(3)
    ('dog', None, None)
    """
    if not isinstance(value, str):
        return None
    if len(value) <= MAX_LABEL and value.isprintable():
        # the common case; what is printable by Unicode neither hides nor moves anything
        return value.strip() or None
    # taken out, not spelt out: what looks the same is one class
    text = " ".join(without_hidden(" ".join(value[: MAX_LABEL * 8].split())).split())
    return (text if len(text) <= MAX_LABEL else text[: MAX_LABEL - 1] + "…") or None
