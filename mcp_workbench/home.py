"""The user's own directory, and files in it: written whole, by one process at a time."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Generator
from pathlib import Path

HOME = "MCP_WORKBENCH_HOME"


def home() -> Path:
    """The directory of this user for what the workbench keeps: `MCP_WORKBENCH_HOME`, else the
    platform's place for data of programs.

    >>> home().is_absolute()
    True
    """
    named = os.environ.get(HOME)
    if named:
        return Path(os.path.expanduser(named)).absolute()
    from platformdirs import user_data_path

    return user_data_path("mcp-workbench", appauthor=False)


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


@contextlib.contextmanager
def alone(path: Path) -> Generator[None]:
    """One process at a time with the file `path`, so that no change of another is lost; where the
    system can. What a process that was killed left behind is cleared away.

    >>> with tempfile.TemporaryDirectory() as directory, alone(Path(directory, "a.txt")):
    ...     pass
    """
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    handle = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        for left in path.parent.glob(f".{path.name}.*"):
            left.unlink(missing_ok=True)
        yield
    finally:
        os.close(handle)
