"""A JSON file as a mapping that still knows which of its names were there twice."""

from __future__ import annotations

import codecs
import json
from pathlib import Path
from typing import Any, cast

from ...errors import ConfigInvalid

LARGEST = 1 << 20  # bytes; the largest of 12,000 public files has a tenth of it
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Entries(dict[str, Any]):
    """An object of the file; of a name that is there twice the last value counts."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__()
        self.twice: list[str] = []
        for name, value in pairs:
            if name in self:
                self.twice.append(name)
                del self[name]  # it takes the place of the value that counts
            self[name] = value


def read_document(path: Path) -> Entries:
    """The object that the file holds; a byte order mark of UTF-8 or UTF-16 is accepted.

    Raises:
        ConfigInvalid: there is no such file, it is too large, or it does not hold a JSON object.
    """
    text = _text(path)
    if not text.strip():
        raise _unreadable("empty", "it is empty", 'write {"mcpServers": {}} into it')
    try:
        document: Any = json.loads(text, object_pairs_hook=Entries)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise _syntax(f"{place}: {error.msg[:1].lower()}{error.msg[1:]}") from None
    except RecursionError:
        raise _syntax("its brackets are nested too deep") from None
    except ValueError as error:  # a number of more digits than Python reads
        raise _syntax(str(error)) from None
    if not isinstance(document, Entries):
        raise _unreadable(
            "not-an-object", "it does not hold an object", 'begin it with {"mcpServers": {'
        )
    return document


def _unreadable(code: str, what: str, hint: str) -> ConfigInvalid:
    return ConfigInvalid(what, hint=hint, reason=code)


def _syntax(what: str) -> ConfigInvalid:
    return _unreadable("json-syntax", what, "correct it there; the file must be plain JSON")


def _text(path: Path) -> str:
    data = _bytes(path)
    encoding = next((name for mark, name in MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        what = f"byte {error.start} is not {encoding.upper()[:6].rstrip('-')}"
        raise _unreadable("json-syntax", what, "save it as UTF-8") from None


def _bytes(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise _unreadable("unreadable", "it is not a file", "give the path of a JSON file")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        what = (error.strerror or str(error)).lower()
        raise _unreadable("unreadable", what, "give the path of a JSON file") from None
    if len(data) > LARGEST:
        what = f"it has more than {LARGEST >> 20} MiB"
        raise _unreadable("too-large", what, "give the path of a file of MCP servers")
    return data


def repeated(value: Any) -> list[str]:
    """The names that are there twice anywhere inside `value`."""
    names: list[str] = []
    rest = [value]
    while rest:
        one = rest.pop()
        if isinstance(one, Entries):
            names += one.twice
            rest += one.values()
        elif isinstance(one, list):
            rest += cast("list[Any]", one)
    return names
