"""What is written where: what was asked for to standard output, words about it to the other."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO

from ..errors import WorkbenchError
from ..grammar import finite
from ..visible import one_line, visible
from .interrupts import interrupts
from .words import hint_in_our_words, in_our_words

LINE = 2000  # characters of a warning


def has_streams() -> None:
    """See to it that there are standard streams, also where a shell has closed one.

    What the program opens would take its number otherwise, and get what is printed.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # the lowest number that is free
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  for good
    sys.stderr = _unbroken(sys.stderr or open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  for good


class _Unbroken(io.TextIOWrapper):
    """Words whose loss must not cost an answer: once they cannot be written, they go nowhere."""

    def write(self, text: str) -> int:
        """The characters that are done with."""
        try:
            return super().write(text)
        except OSError:
            _goes_nowhere(self)
            return len(text)

    def flush(self) -> None:
        """Write what waits."""
        try:
            super().flush()
        except OSError:
            _goes_nowhere(self)


def _unbroken(stream: TextIO) -> TextIO:
    try:
        file = open(stream.fileno(), "wb", closefd=False)  # noqa: SIM115  for good
    except OSError:  # one in memory
        return stream
    return _Unbroken(file, stream.encoding, "backslashreplace", line_buffering=True)


def _goes_nowhere(stream: TextIO) -> None:
    """What `stream` still holds is dropped, also when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def flushed() -> bool:
    """Write what is still in buffers; whether all of it could be written."""
    try:
        sys.stdout.flush()
    except OSError:
        _goes_nowhere(sys.stdout)
        return False
    return True


@contextmanager
def aside() -> Generator[None]:
    """What is printed meanwhile goes to standard error, and nobody is asked on standard input.

    That holds for code, for libraries in C, and for the programs that they start.
    """
    sys.stdout.flush()
    kept = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    interrupts.answers = kept[1]
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        interrupts.answers = 1
        for number, stream in enumerate(kept):
            os.dup2(stream, number)
            os.close(stream)
        os.close(nothing)


def say(text: str) -> None:
    """A line for the person, on standard error."""
    sys.stderr.write(f"{visible(text)}\n")
    sys.stderr.flush()


def say_warnings(texts: Iterable[str], kind: str = "warning") -> None:
    """What is odd, a line each, in words that a person in a terminal can follow."""
    for text in texts:
        say(f"{kind}: {one_line(in_our_words(text), LINE)}")


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
    >>> print(json_text([float("inf")]))
    [
      "Infinity"
    ]
    """
    try:
        text = _json(value, ensure_ascii=False)
    except ValueError:  # numbers without end, which JSON does not know
        value = finite(value)
        text = _json(value, ensure_ascii=False)
    plain = all(char.isprintable() or char == "\n" for char in text)
    return text if plain else _json(value, ensure_ascii=True)


def _json(value: Any, *, ensure_ascii: bool) -> str:
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=2, default=str, allow_nan=False)


def _write(text: str) -> None:
    try:
        _written(text)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise WorkbenchError(
            f"the answer cannot be written to standard output: {why}",
            hint="let standard output go elsewhere",
            reason="unwritable",
        ) from None


def _written(text: str) -> None:
    try:
        sys.stdout.write(f"{text}\n")
    except UnicodeEncodeError:  # a terminal that is not UTF-8
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(f"{text.encode(encoding, 'backslashreplace').decode(encoding)}\n")
    sys.stdout.flush()


def say_error(error: WorkbenchError) -> None:
    """An error in words, with its code."""
    hint = hint_in_our_words(error.hint)
    told = f"\nhint: {_indented(hint)}" if hint else ""
    say(f"error [{error.code}]: {_indented(error.what)}{told}")


def _indented(text: str) -> str:
    """`text` with the lines below its first moved in, so that none can be taken for ours."""
    return re.sub(r"\n(?! )", "\n  ", text)


def error_json(error: WorkbenchError | None) -> dict[str, Any] | None:
    """An error as JSON has it."""
    if error is None:
        return None
    from ..results import error_message

    told: dict[str, Any] = {**error_message(error)}
    return {**told, "hint": hint_in_our_words(error.hint)}
