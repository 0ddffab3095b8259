"""What is written where: what was asked for to standard output, words about it to the other."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from ..errors import WorkbenchError
from ..visible import visible


def say(text: str) -> None:
    """A line for the person, on standard error."""
    sys.stderr.write(f"{visible(text)}\n")
    sys.stderr.flush()


def put(text: str) -> None:
    """What was asked for, on standard output."""
    _write(visible(text))


def put_json(document: Mapping[str, Any]) -> None:
    """The one JSON document of a command, on standard output."""
    _write(json_text(document))


def json_text(value: Any) -> str:
    r"""`value` as JSON that a terminal shows as it is; what JSON has no form for becomes text.

    >>> print(json_text({"name": "grün", "bell": "\x9b"}))
    {
      "name": "gr\u00fcn",
      "bell": "\u009b"
    }
    """
    text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
    plain = all(char.isprintable() or char == "\n" for char in text)
    return text if plain else json.dumps(value, indent=2, default=str)


def _write(text: str) -> None:
    try:
        sys.stdout.write(f"{text}\n")
    except UnicodeEncodeError:  # a terminal that is not UTF-8
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(f"{text.encode(encoding, 'backslashreplace').decode(encoding)}\n")
    sys.stdout.flush()


def say_error(error: WorkbenchError) -> None:
    """An error in words, with its code."""
    say(f"error [{error.code}]: {error}")


def error_json(error: WorkbenchError | None) -> dict[str, str] | None:
    """An error as JSON has it."""
    if error is None:
        return None
    from ..results import error_message

    return dict(error_message(error))  # pyright: ignore[reportArgumentType, reportReturnType]  all are texts
