"""A configuration file changed whole or not at all, once what it would then say is checked."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Sequence
from pathlib import Path

from ..errors import ConfigInvalid
from ..home import HOME, alone, home, write_whole
from ..specs import ServerSpec
from ..visible import one_line
from .files.document import YAML, largest
from .files.entries import Entries
from .files.json_text import parse_json
from .files.text import read_bytes
from .report import ConfigReport, Found
from .scopes import read_servers

EMPTY = '{\n  "mcpServers": {}\n}\n'
OWN, SHARED = 0o600, 0o644  # modes of a new file: the user's own, and one of a project
WRITABLE = 0o222  # whoever may write
LOCKS = "locks"
TRIES = 2  # where another program writes at the same time

Change = Callable[[str, ConfigReport], str]
Check = Callable[[ConfigReport, ConfigReport], None]


def changed(path: Path, entries: Sequence[str], change: Change, check: Check) -> ConfigReport:
    """Change the text of a file; gives what is read in it then.

    Args:
        path: the file; it is made where there is none.
        entries: those that may be different then; no other may.
        change: makes the new text of the old one and of what is read in it.
        check: raises where the file, as it is read before and after, would say something else
            than is meant.

    Raises:
        ConfigInvalid: the file cannot be changed; it is as it was.
    """
    if path.suffix.lower() in (".toml", *YAML):
        raise refused(path, "its comments and its order would be lost", "not-writable")
    try:
        target = path.resolve()  # a link stays one
        lock = home() / LOCKS / hashlib.sha256(os.fsencode(target)).hexdigest()[:32]
        lock.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        with alone(lock):
            for _ in range(TRIES):
                old, mode = _read(path)
                new, report = _changed(path, old, entries, change, check)
                if new != old and _read(path) != (old, mode):
                    continue  # other programs take no lock, and what they wrote is kept
                if new != old:
                    write_whole(target, new, mode)
                return report
    except (OSError, RuntimeError) as error:  # a link that leads to itself is a RuntimeError
        why = getattr(error, "strerror", None) or str(error)
        raise refused(path, why.lower(), "unwritable") from None
    except UnicodeError:
        raise refused(path, "that cannot be written as UTF-8", "not-writable") from None
    except ValueError as error:
        raise refused(path, str(error), "not-writable") from None
    raise refused(path, "another program writes to it all the time", "busy")


def _changed(
    path: Path, old: str, entries: Sequence[str], change: Change, check: Check
) -> tuple[str, ConfigReport]:
    root_of(old)  # raises
    before = as_read(path, old)
    new = change(old, before)
    after = as_read(path, new)
    if len(new.encode()) > largest(path):
        raise refused(path, "it would be too large to be read", "not-writable")
    if _others(before, entries) != _others(after, entries):
        raise refused(path, "other entries would change", "not-writable")
    check(before, after)
    return new, after


def _read(path: Path) -> tuple[str, int]:
    """The text and the mode of a file, or those that it gets where there is none."""
    target = path.resolve()
    if not target.exists():
        return EMPTY, OWN if target.is_relative_to(home().resolve()) else SHARED
    text = text_of(path)
    mode = stat.S_IMODE(target.stat().st_mode)
    if not mode & WRITABLE or not os.access(target, os.W_OK):
        raise refused(path, "it is protected from being written to", "unwritable")
    return text, mode


def text_of(path: Path) -> str:
    """The text of a file as it is, a byte order mark included.

    Raises:
        ConfigInvalid: it cannot be read, or is not UTF-8.
    """
    try:
        return read_bytes(path, largest(path)).decode("utf-8")
    except ConfigInvalid as error:
        raise refused(path, error.what, "unwritable") from None
    except UnicodeError:
        raise refused(path, "it is not UTF-8", "not-writable") from None


def root_of(text: str) -> Entries:
    """The object that a text holds.

    Raises:
        ValueError: it holds none.

    >>> root_of('{"mcpServers": {} /* none */}')
    {'mcpServers': {}}
    """
    try:
        return parse_json(text.removeprefix("\ufeff")).root
    except ConfigInvalid as error:
        raise ValueError(error.what) from None


def as_read(path: Path, text: str) -> ConfigReport:
    """What is read in a file once it holds `text`."""
    return read_servers(path, text.removeprefix("\ufeff"))


def entry_in(report: ConfigReport, entry: str) -> Found | None:
    """A server of a file, by the name that the file has for it."""
    return next((one for one in report.servers if one.entry == entry), None)


def _others(report: ConfigReport, entries: Sequence[str]) -> list[tuple[str, ServerSpec, bool]]:
    others = (one for one in report.servers if one.entry not in entries)
    return [(one.entry, one.spec, one.disabled) for one in others]


def refused(path: Path, why: str, reason: str) -> ConfigInvalid:
    """Why a file was not changed.

    >>> refused(Path("a.json"), "it is a pipe", "unwritable").what
    'a.json was not changed: it is a pipe'
    """
    hints = {
        "not-writable": "change it there; %mcp reload takes it over",
        "unwritable": f"let it be a file that you may write to, and {HOME} a directory",
        "busy": "try again once it is quiet",
        "name-taken": "choose another name",
        "not_found": "%mcp servers shows what there is",
    }
    return ConfigInvalid(
        f"{one_line(str(path))} was not changed: {why}", hint=hints[reason], reason=reason
    )
