"""JSON, with comments and trailing commas where there are some, and the lines its values are on."""

from __future__ import annotations

import json
import re
from typing import Any

from ...errors import ConfigInvalid
from .entries import Document, Entries, Key, Keys
from .text import SYNTAX, unreadable

DEEPEST = 6  # levels of which the lines are kept
LONGEST = 300  # digits; no whole number in a configuration has more, and no float can hold it
# text and comments that do not end are taken to their end, so that nothing is looked at twice
TOKEN = re.compile(
    r'(?P<text>"(?:[^"\\\n]|\\.)*+"?)|(?P<comment>//[^\n]*+|/\*.*?(?:\*/|\Z))|(?P<sign>[{}\[\],:])'
    r'|[^\s"{}\[\],:/]++|/',
    re.DOTALL,
)
BLANK = re.compile(r"[^\n]")
OPENING, CLOSING = ("[", "{"), ("]", "}")


def parse_json(text: str) -> Document:
    r"""The document; first as JSON, then as what editors accept beside it (JSONC).

    Raises:
        ConfigInvalid: it is neither, or its brackets are nested too deep (reason `json-syntax`), or
            it holds no object (`not-an-object`).

    >>> found = parse_json('{"a": {}, // one\n "b": [1,],}')
    >>> found.root, found.lines["b",], found.has_comments
    ({'a': {}, 'b': [1]}, 2, True)
    """
    has_comments = False
    try:
        value = _loaded(text)
    except json.JSONDecodeError:
        value = _plain(_without_comments(text))
        has_comments = True
    except RecursionError:
        raise syntax("its brackets are nested too deep") from None
    if not isinstance(value, Entries):
        raise unreadable(
            "not-an-object", "it does not hold an object", 'begin it with {"mcpServers": {'
        )
    return Document(value, lambda: _lines(text), has_comments)


def _plain(text: str) -> Any:
    try:
        return _loaded(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise syntax(f"{place}: {error.msg[:1].lower()}{error.msg[1:]}") from None
    except RecursionError:
        raise syntax("its brackets are nested too deep") from None


def _loaded(text: str) -> Any:
    return json.loads(text, object_pairs_hook=Entries, parse_int=_whole)


def _whole(digits: str) -> int | float:
    # a longer one costs only the entry it is in: every field refuses what is not finite
    return int(digits) if len(digits) <= LONGEST else float("inf")


def syntax(what: str) -> ConfigInvalid:
    """Why a file is no JSON.

    >>> syntax("line 1, column 2: expecting value").reason
    'json-syntax'
    """
    return unreadable(SYNTAX, what, "correct it there; the file must be JSON")


def _without_comments(text: str) -> str:
    """`text` with comments and trailing commas as blanks, so that all places stay."""
    blanks: list[re.Match[str]] = []
    comma: re.Match[str] | None = None
    before = ""
    for token in TOKEN.finditer(text):
        if token["comment"]:
            blanks.append(token)
            continue
        if token[0] in CLOSING and comma is not None:
            blanks.append(comma)
        comma = token if token[0] == "," and before not in OPENING else None
        before = token[0]
    parts: list[str] = []
    at = 0
    for blank in sorted(blanks, key=re.Match[str].start):
        parts += [text[at : blank.start()], BLANK.sub(" ", blank[0])]
        at = blank.end()
    return "".join([*parts, text[at:]])


class _Lines:
    """Follows the tokens of a text, and notes on which line each of its upper values begins."""

    def __init__(self) -> None:
        self.found: dict[Keys, int] = {}
        self._keys: list[Key] = []
        self._wants_name = False

    def take(self, token: re.Match[str], line: int) -> None:
        sign = token[0] if token["sign"] else ""
        if sign in ("{", "["):
            self._keys.append("" if sign == "{" else 0)
            self._wants_name = sign == "{"
        elif sign in ("}", "]"):
            del self._keys[-1:]
        elif sign == ",":
            self._next()
        elif token["text"] and self._wants_name and self._keys:
            self._keys[-1] = _unquoted(token[0])
            self._wants_name = False
        else:
            return
        if sign in ("{", "[", "") and len(self._keys) <= DEEPEST:
            self._note(sign, line)

    def _next(self) -> None:
        last = self._keys[-1] if self._keys else ""
        self._wants_name = isinstance(last, str)
        if isinstance(last, int):
            self._keys[-1] = last + 1

    def _note(self, sign: str, line: int) -> None:
        # an object in a list is named by its place there; a value of an object by its name
        keys = tuple(self._keys[:-1] if sign else self._keys)
        if not sign or (keys and isinstance(keys[-1], int)):
            self.found[keys] = line


def _unquoted(token: str) -> str:
    try:
        return str(json.loads(token))
    except ValueError:
        return token


def _lines(text: str) -> dict[Keys, int]:
    lines = _Lines()
    line, at = 1, 0
    for token in TOKEN.finditer(text):
        line += text.count("\n", at, token.start())
        at = token.start()
        lines.take(token, line)
    return lines.found
