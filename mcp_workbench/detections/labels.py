"""Labels from servers, made safe to show: short, and without characters that move others."""

from __future__ import annotations

import re
from typing import Any

MAX_LABEL = 200
# controls of ASCII and Latin-1, and those that change the direction of text around them
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def sanitised(value: Any) -> str | None:
    r"""`value` as a label; `None` where it is no text, or an empty one.

    >>> sanitised("dog\u202e\n"), sanitised(" "), sanitised(3)
    ('dog', None, None)
    """
    if not isinstance(value, str):
        return None
    if len(value) <= MAX_LABEL and value.isprintable():
        # the common case; characters that are printable by Unicode hold none of the controls
        return value.strip() or None
    text = _CONTROL.sub(" ", value[: MAX_LABEL * 8])
    # lone halves of surrogate pairs cannot be written anywhere
    text = " ".join(text.encode("utf-8", "replace").decode().split())
    return (text if len(text) <= MAX_LABEL else text[: MAX_LABEL - 1] + "…") or None
