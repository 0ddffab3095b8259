"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str, mode: int) -> None:
    """Replace `path` by `text`; whoever reads meanwhile sees the old file or the new one.

    Args:
        path: the file, in a directory that is there.
        text: all of it, written as UTF-8.
        mode: of the file; nobody else can read it before it has this.

    Raises:
        OSError: it cannot be written; nothing is left behind.
        ValueError: the text cannot be written as UTF-8.

    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = Path(directory, "a.txt")
    ...     write_whole(path, "whole", 0o600)
    ...     path.read_text()
    'whole'
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
