"""The text of a file, in whatever encoding, and no more of it than a configuration can have."""

from __future__ import annotations

import json
from pathlib import Path

from ...errors import ConfigInvalid

LARGEST = 1 << 20  # bytes; the largest of 12,000 public files has a tenth of it
SYNTAX = "json-syntax"


def read_text(path: Path, *, largest: int = LARGEST, syntax: str = SYNTAX) -> str:
    """All of it; UTF-8 and UTF-16 are accepted, with and without a byte order mark.

    Raises:
        ConfigInvalid: there is no such file, it is too large (more than `largest` bytes), empty, or
            in no such encoding (reason `syntax`).
    """
    data = read_bytes(path, largest)
    encoding = json.detect_encoding(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        what = f"byte {error.start} is not {encoding.upper()[:6].rstrip('-')}"
        raise unreadable(syntax, what, "save it as UTF-8") from None
    if not text.strip():
        raise unreadable("empty", "it is empty", 'write {"mcpServers": {}} into it')
    return text


def unreadable(code: str, what: str, hint: str) -> ConfigInvalid:
    """Why nothing of a file can be used; the words follow its path.

    >>> unreadable("empty", "it is empty", "").reason
    'empty'
    """
    return ConfigInvalid(what, hint=hint, reason=code)


def read_bytes(path: Path, largest: int) -> bytes:
    """All that a file holds; never what is no file, such as a pipe, which would be waited for.

    Raises:
        ConfigInvalid: it cannot be read (reason `unreadable`), or has more than `largest` bytes
            (`too-large`).
    """
    hint = "give the path of a file with MCP servers"
    try:
        if path.exists() and not path.is_file():
            raise unreadable("unreadable", "it is not a file", hint)
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except OSError as error:
        raise unreadable("unreadable", (error.strerror or str(error)).lower(), hint) from None
    except ValueError:  # a zero byte in the path
        raise unreadable("unreadable", "its path is none", hint) from None
    if len(data) > largest:
        told = f"{largest >> 20} MiB" if largest >> 20 else f"{largest >> 10} KiB"
        raise unreadable("too-large", f"it has more than {told}", hint)
    return data
