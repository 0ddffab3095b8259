r"""Quoted text: `"…"` with the escapes of JSON, `'…'` with `\'` alone."""

from __future__ import annotations

import json
import re

QUOTED = re.compile(
    r""" "[^"\\]*+(?:\\.[^"\\]*+)*+" | '[^'\\]*+(?:\\.[^'\\]*+)*+' """, re.DOTALL | re.VERBOSE
)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/", "\\": "\\", '"': '"'}


def is_quoted(word: str) -> bool:
    """Whether `word` is one quoted text from end to end.

    >>> is_quoted('"a b"'), is_quoted('"a"b"c"')
    (True, False)
    """
    return QUOTED.fullmatch(word) is not None


def unquoted(word: str) -> str:
    r"""The text of `word`, whose quotes, where it has them, go around all of it.

    Double quotes know the escapes of JSON (RFC 8259, 7); others stay as they are. Single quotes
    keep every backslash that does not escape a quote, so `'C:\new'` is the path it looks like.

    >>> unquoted(r'"two\nlines"'), unquoted(r"'C:\new'"), unquoted("plain")
    ('two\nlines', 'C:\\new', 'plain')
    """
    if not is_quoted(word):
        return word
    if word[0] == "'":
        return re.sub(r"\\(.)", _single, word[1:-1], flags=re.DOTALL)
    try:
        return str(json.loads(word, strict=False))
    except ValueError:
        return re.sub(r"\\(.)", _double, word[1:-1], flags=re.DOTALL)


def _single(match: re.Match[str]) -> str:
    return "'" if match[1] == "'" else match[0]


def _double(match: re.Match[str]) -> str:
    return ESCAPES.get(match[1], match[0])


def quoted(text: str) -> str:
    r"""`text` in double quotes, on one line; `unquoted` gives it back.

    >>> quoted('say "hi"\n')
    '"say \\"hi\\"\\n"'
    """
    return json.dumps(text, ensure_ascii=not text.isprintable())
