"""Records written to a file, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..errors import ConfigInvalid
from ..grammar import finite
from ..home import write_whole
from ..visible import one_line

PRIVATE = 0o600  # what went to and fro is nobody else's


def save_lines(path: str | Path, records: Iterable[Mapping[str, Any]]) -> Path:
    r"""Write `records` as JSON Lines, in ASCII: no character within one ends a line for anybody.

    Raises:
        ConfigInvalid: the file cannot be written (reason `unwritable`).

    Source: jsonlines.org; RFC 8259, section 7, for the escapes.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     print(save_lines(Path(directory, "a.jsonl"), [{"text": "one\u2028line"}]).read_text())
    {"text": "one\u2028line"}
    <BLANKLINE>
    """
    file = Path(path).expanduser()
    text = "".join(f"{json_line(record)}\n" for record in records)
    try:
        write_whole(file, text, PRIVATE)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ConfigInvalid(
            f"{one_line(str(file))!r} cannot be written: {why.lower()}",
            hint="give another path",
            reason="unwritable",
        ) from None
    return file


def json_line(record: Mapping[str, Any]) -> str:
    """`record` as JSON that every program reads; what JSON has no form for becomes text.

    >>> json_line({"score": float("nan")})
    '{"score": "NaN"}'
    """
    try:
        return json.dumps(record, default=str, allow_nan=False)
    except ValueError:
        return json.dumps(finite(record), default=str)
