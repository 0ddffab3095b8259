"""TOML, and the lines its tables are on."""

from __future__ import annotations

import re
import tomllib

from ...errors import ConfigInvalid
from .entries import Document, Entries, Keys
from .text import unreadable

SYNTAX = "toml-syntax"
TABLE = re.compile(r"^[ \t]*\[\[?([^\[\]\n]+)\]", re.MULTILINE)
PART = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'([^']*)'|([\w-]+)")
# the standard library's reader takes minutes for names of a hundred thousand parts
TOO_LONG = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){100}")


def parse_toml(text: str) -> Document:
    r"""The document.

    Raises:
        ConfigInvalid: it is no TOML, a name is there twice included (reason `toml-syntax`).

    >>> found = parse_toml('a = 1\n[servers.now]\ncommand = "uvx"')
    >>> found.root["servers"], found.lines["servers", "now"]
    ({'now': {'command': 'uvx'}}, 2)
    """
    if TOO_LONG.search(text):
        raise syntax("a name in it has more than 100 parts")
    try:
        root = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        told = str(error)
        raise syntax(f"{told[:1].lower()}{told[1:]}") from None
    except RecursionError:
        raise syntax("its brackets are nested too deep") from None
    except ValueError as error:  # a number of more digits than Python reads
        raise syntax(str(error)) from None
    return Document(Entries(root.items()), lambda: _lines(text))


def syntax(what: str) -> ConfigInvalid:
    """Why a file is no TOML.

    >>> syntax("its brackets are nested too deep").reason
    'toml-syntax'
    """
    return unreadable(SYNTAX, what, "correct it there")


def _lines(text: str) -> dict[Keys, int]:
    found: dict[Keys, int] = {}
    line, at = 1, 0
    for table in TABLE.finditer(text):
        line += text.count("\n", at, table.start())
        at = table.start()
        parts = [part.groups() for part in PART.finditer(table[1])]
        keys: Keys = tuple(str(next(filter(None, part), "")) for part in parts)
        found.setdefault(keys, line)
    return found
