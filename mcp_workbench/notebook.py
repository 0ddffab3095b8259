"""Where the notebook of this process is, as far as anybody told: files are looked for there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

CWD = "the working directory"
LONGEST = 4096  # characters of a path; longer ones name nothing on any system


@dataclass(frozen=True)
class Told:
    """What somebody says about the notebook.

    Args:
        path: of the notebook, absolute, from the working directory on, or from the root of a
            Jupyter server on; it need not be there yet.
        who: who says so, in words such as `VS Code`.
    """

    path: str
    who: str


@dataclass(frozen=True)
class Here:
    """The directory in which files are looked for.

    Args:
        directory: an absolute path.
        notebook: of the notebook's file; `None` where nobody tells.
        who: who told of it; the working directory where nobody did.
    """

    directory: Path
    notebook: Path | None = None
    who: str = CWD

    def __str__(self) -> str:
        known = f", where the notebook is, says {self.who}" if self.notebook else f", {self.who}"
        return f"{self.directory}{known}"


Finder = Callable[[], Iterable[Told]]
_finder: Finder | None = None
_shown: str = ""  # in the panel


def set_finder(finder: Finder | None) -> Finder | None:
    """Ask `finder` where the notebook is from now on; the one before is returned.

    Of what it gives the first counts whose directory is there.

    >>> before = set_finder(lambda: [Told("/data/books/a.ipynb", "VS Code")])
    >>> _ = set_finder(before)
    """
    global _finder
    before, _finder = _finder, finder
    return before


def tell_by_panel(path: str) -> None:
    """Remember which notebook the panel shows beside this kernel; it also hears of a new name.

    >>> tell_by_panel("")
    """
    global _shown  # noqa: PLW0603  one a process, as the notebook is
    _shown = path


def told_by_panel() -> list[Told]:
    """What the panel says, where it says something.

    >>> told_by_panel()
    []
    """
    return [Told(_shown, "the panel")] if _shown else []


def here() -> Here:
    """Where files are looked for now: beside the notebook, else in the working directory.

    >>> before = set_finder(None)
    >>> here().directory == Path.cwd(), here().who
    (True, 'the working directory')
    >>> _ = set_finder(before)
    """
    for told in _finder() if _finder is not None else ():
        if told.path and "\0" not in told.path and len(told.path) <= LONGEST:
            found = _found(Path(os.path.expanduser(told.path)))
            if found is not None:
                return Here(found.parent, found, told.who)
    return Here(working_directory())


def _found(path: Path) -> Path | None:
    """Where the file is; one that is not saved yet counts where its directory is there."""
    if path.is_absolute():
        return path if is_directory(path.parent) else None
    cwd = working_directory()
    # a front end names it from its server's root on, which is at or above where the kernel started
    for root in (cwd, *cwd.parents):
        if is_file(root / path):
            return Path(os.path.abspath(root / path))
    return None


def working_directory() -> Path:
    """Where this process is; where it was, or its person's own directory, where that was deleted.

    >>> working_directory() == Path.cwd()
    True
    """
    try:
        return Path.cwd()
    except OSError:  # it was deleted
        return Path(os.environ.get("PWD") or os.path.expanduser("~"))


def expanded(path: str | Path) -> Path:
    """The path, with the home directory in the place of a `~`; where nobody is called so, as it is.

    >>> expanded("~no-such-person/a.json")
    PosixPath('~no-such-person/a.json')
    """
    try:
        return Path(os.path.expanduser(path))
    except ValueError:  # no name of a person
        return Path(path)


def is_there(path: Path) -> bool:
    """Whether there is anything; never what no system would look for, such as a name too long.

    >>> is_there(Path("a" * 5000))
    False
    """
    return _answered(path.exists)


def is_file(path: Path) -> bool:
    """Whether it is a file; see `is_there`."""
    return _answered(path.is_file)


def is_directory(path: Path) -> bool:
    """Whether it is a directory; see `is_there`."""
    return _answered(path.is_dir)


def _answered(ask: Callable[[], bool]) -> bool:
    try:
        return ask()
    except (OSError, ValueError):
        return False
