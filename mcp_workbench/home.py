"""The user's own directory, and files in it: written whole, by one process at a time."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Generator
from pathlib import Path

HOME = "MCP_WORKBENCH_HOME"
WRITE, ANY = 0o022, 0o077  # what others may do with a file


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


def is_of_others(found: os.stat_result, rights: int) -> bool:
    """Whether a file is of another user, or others have any of `rights` to it, where there are any.

    >>> with tempfile.TemporaryDirectory() as directory:
    ...     is_of_others(os.stat(directory), ANY)
    False
    """
    return os.name == "posix" and (found.st_uid != os.geteuid() or bool(found.st_mode & rights))


def read_own(path: Path, most: int) -> bytes:
    """What a file holds that nobody but this user can have written.

    Args:
        path: the file.
        most: bytes that it may have.

    Raises:
        OSError: it is not there, or cannot be read.
        ValueError: it is no file, others may write to it, or it is too large.
    """
    if path.exists() and not path.is_file():
        raise ValueError("it is no file")  # a pipe would be waited for
    with path.open("rb") as file:
        if is_of_others(os.fstat(file.fileno()), WRITE):
            raise ValueError("others may write to it; chmod 600 makes it yours")
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"it has more than {most >> 20} MiB")
    return data


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
