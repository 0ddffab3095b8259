"""`{{ name }}` in instructions and prompt: found, and filled with the values of parameters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..visible import one_line

MARK = re.compile(
    r"\{\{\s*(?:(?P<name>[A-Za-z_]\w*)|(?P<quote>['\"])(?P<text>.{0,200}?)(?P=quote))\s*\}\}"
)
OPEN = "{{"
SHOWN = 40  # characters of what cannot be read


def names_in(text: str) -> list[str]:
    """The names that `text` wants filled in, each once, in order.

    >>> names_in("{{ a }} and {{b}}, but {{ '{{ c }}' }} as it stands")
    ['a', 'b']
    """
    return list(dict.fromkeys(match["name"] for match in MARK.finditer(text) if match["name"]))


def unreadable(text: str) -> Iterator[str]:
    """Each `{{` of `text` that is not followed by a name, with what is there.

    >>> list(unreadable("{{ a.b }} {{ fine }}"))
    ['{{ a.b }}']
    """
    rest = MARK.sub(lambda match: " " * len(match[0]), text)
    for match in re.finditer(r"\{\{[^}]*\}{0,2}", rest):
        yield one_line(match[0], SHOWN)


def filled(text: str, values: Mapping[str, Any]) -> str:
    """`text` with each `{{ name }}` replaced; what is put in is not looked into again.

    Texts go in as they are, other values as JSON, nothing at all for a null.
    `{{ '{{ name }}' }}` stands for the braces themselves.

    >>> filled("{{ n }} of {{ what }}", {"n": 3, "what": "{{ n }}"})
    '3 of {{ n }}'
    """
    return MARK.sub(
        lambda match: _written(values[match["name"]]) if match["name"] else match["text"], text
    )


def _written(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
