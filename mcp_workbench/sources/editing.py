"""Entries of a configuration file, changed in place: everything else in it stays as it is."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from ..errors import ConfigInvalid
from ..home import HOME, alone, home, write_whole
from ..specs import ServerSpec
from ..visible import one_line
from .entry_form import changes, entry_form
from .files.entries import mapping
from .files.json_text import parse_json
from .inline_secrets import inline_secrets
from .json_edit import renamed, with_value, without
from .report import ConfigReport, Found, Problem
from .scopes import read_servers

ROOT = "mcpServers"
# where a file may say that an entry is kept and not started, by the name that leads to its servers
FLAGS = {ROOT: "disabled", "context_servers": "enabled", "mcp": "enabled"}
OWN, SHARED = 0o600, 0o644  # modes of a new file: the user's own, and one of a project
LOCKS = "locks"

Change = Callable[[str], str]
Check = Callable[[ConfigReport], None]


def save_entry(
    path: Path,
    entry: str,
    spec: ServerSpec,
    *,
    disabled: bool = False,
    moved: Collection[str] = (),
) -> list[str]:
    """Write a server into a file of the kind of `.mcp.json`, which is made where there is none.

    An entry of that name keeps the fields that this does not know.

    Args:
        path: the file.
        entry: the name in the file.
        spec: the definition, its placeholders not filled.
        disabled: whether it is kept without being started.
        moved: credentials that the entry may hold no more.

    Returns:
        What of the definition such a file cannot say.

    Raises:
        ConfigInvalid: the file cannot be changed; it is as it was.
    """
    form = entry_form(spec) | ({"disabled": True} if disabled else {})

    def change(text: str) -> str:
        old = mapping((mapping(_root(text).get(ROOT)) or {}).get(entry))
        if old is None:
            return with_value(text, (ROOT, entry), form)
        wanted = {"disabled": None} if "disabled" in old and not disabled else {}
        for field, value in (changes(old, form) | wanted).items():
            keys = (ROOT, entry, field)
            text = without(text, keys) if value is None else with_value(text, keys, value)
        return text

    def check(report: ConfigReport) -> None:
        found = _entry(report, entry)
        if found is None or found.disabled is not disabled or entry_form(found.spec) | form != form:
            raise _refused(path, "the entry would be read as another one", "not-writable")
        for one in inline_secrets(entry, found.spec):
            if one.value in moved:
                raise _refused(path, f"{one.place} would still hold a credential", "not-writable")

    report = _edited(path, change, [entry], check)
    return _left_out(spec, next(one.spec for one in report.servers if one.entry == entry))


def remove_entry(path: Path, entry: str) -> None:
    """Take a server out of a file.

    Raises:
        ConfigInvalid: it is not in it, or the file cannot be changed; it is as it was.
    """
    keys = _keys(path, entry)
    _edited(path, lambda text: without(text, keys), [entry])


def rename_entry(path: Path, entry: str, name: str) -> None:
    """Call a server of a file something else.

    Raises:
        ConfigInvalid: it is not in it, the other name is taken, or the file cannot be changed; it
            is as it was.
    """
    keys = _keys(path, entry)
    if _entry(read_servers(path), name) is not None:
        raise _refused(path, f"there is a server {one_line(name)!r} in it", "name-taken")
    _edited(path, lambda text: renamed(text, keys, name), [entry, name])


def set_disabled(path: Path, entry: str, disabled: bool) -> None:
    """Have a file say whether one of its servers is kept without being started.

    Raises:
        ConfigInvalid: it is not in it, such a file has no way to say so, or it cannot be changed;
            it is as it was.
    """
    keys = _keys(path, entry)

    def change(text: str) -> str:
        held: Any = _root(text)
        for key in keys:
            held = held[key]
        flag = "enabled" if "enabled" in held else FLAGS.get(keys[0], "disabled")
        if flag == "disabled" and not disabled:
            return without(text, (*keys, flag))
        return with_value(text, (*keys, flag), disabled is (flag == "disabled"))

    def check(report: ConfigReport) -> None:
        found = _entry(report, entry)
        if found is None or found.disabled is not disabled:
            raise _refused(path, "such a file cannot say that a server is disabled", "not-writable")

    _edited(path, change, [entry], check)


def edit_entry(path: Path, entry: str, fields: Mapping[str, Any]) -> None:
    """Give fields of a server of a file other values; `env.NAME` is one of its variables.

    Args:
        path: the file.
        entry: the server, as the file spells it.
        fields: each with anything that JSON can say; `None` takes it out.

    Raises:
        ConfigInvalid: the server is not in it, could not be used then, or the file cannot be
            changed; it is as it was.
    """
    keys = _keys(path, entry)

    def change(text: str) -> str:
        for field, value in fields.items():
            inner = (*keys, *field.split(".", 1))
            text = without(text, inner) if value is None else with_value(text, inner, value)
        return text

    _edited(path, change, [entry], _usable(entry))


def replace_entry(path: Path, entry: str, value: Mapping[str, Any]) -> None:
    """Have a server of a file be another one.

    Raises:
        ConfigInvalid: see `edit_entry`.
    """
    keys = _keys(path, entry)
    _edited(path, lambda text: with_value(text, keys, value), [entry], _usable(entry))


def entry_of(path: Path, entry: str) -> Mapping[str, Any]:
    """A server of a file as it stands there.

    Raises:
        ConfigInvalid: it is not in it.
    """
    keys = _keys(path, entry)
    try:
        held: Any = _root(_read(path.resolve())[0])
    except (OSError, ValueError) as error:
        raise _refused(path, str(error), "not-writable") from None
    for key in keys:
        held = held[key]
    return held


def _usable(entry: str) -> Check:
    def check(report: ConfigReport) -> None:
        if _entry(report, entry) is None:
            wrong = (one for one in report.errors if one.server in (entry, None))
            raise next(wrong, Problem(entry, "not-writable", "it would be no server")).as_error()

    return check


def _keys(path: Path, entry: str) -> Sequence[str]:
    """The keys that lead to an entry."""
    found = _entry(read_servers(path), entry)
    if found is None:
        raise _refused(path, f"there is no server {one_line(entry)!r} in it", "not_found")
    keys = found.path or (ROOT, entry)
    if not all(isinstance(key, str) for key in keys):
        raise _refused(path, "its servers stand in a list", "not-writable")
    return cast("Sequence[str]", keys)


def _edited(
    path: Path, change: Change, entries: Sequence[str], check: Check | None = None
) -> ConfigReport:
    """Change the text of a file, whole or not at all; what will be read is checked before.

    Args:
        path: the file.
        change: makes the new text of the old one.
        entries: those that may be different then; no other may.
        check: raises where the file would say something else than is meant.
    """
    if path.suffix.lower() in (".toml", ".yaml", ".yml"):
        raise _refused(path, "its comments and its order would be lost", "not-writable")
    target = path.resolve()  # a link stays one
    lock = home() / LOCKS / hashlib.sha256(os.fsencode(target)).hexdigest()[:32]
    try:
        lock.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        with alone(lock):
            old, mode = _read(target)
            _ = _root(old)  # raises
            new = change(old)
            before, after = _as_read(path, old, new)
            if _others(before, entries) != _others(after, entries):
                raise _refused(path, "other entries would change", "not-writable")
            if check is not None:
                check(after)
            if new != old or not target.exists():
                write_whole(target, new, mode)
    except OSError as error:
        raise _refused(path, (error.strerror or str(error)).lower(), "unwritable") from None
    except UnicodeError:
        raise _refused(path, "it is not UTF-8", "not-writable") from None
    except ValueError as error:
        raise _refused(path, str(error), "not-writable") from None
    return after


def _read(target: Path) -> tuple[str, int]:
    try:
        text = target.read_bytes().decode("utf-8")
        return text, stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        own = target.is_relative_to(home().resolve())
        return '{\n  "mcpServers": {}\n}\n', OWN if own else SHARED


def _root(text: str) -> Mapping[str, Any]:
    """The object that a text holds.

    Raises:
        ValueError: it holds none.
    """
    try:
        return parse_json(text.removeprefix("\ufeff")).root
    except ConfigInvalid as error:
        raise ValueError(error.what) from None


def _as_read(path: Path, *texts: str) -> list[ConfigReport]:
    """The reports on a file of this name with each of `texts`, none of which is anywhere yet."""
    reports: list[ConfigReport] = []
    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory, path.parent.name or "root", path.name)
        copy.parent.mkdir()
        for text in texts:
            copy.write_bytes(text.encode())
            reports.append(_named(read_servers(copy, path), str(copy), str(path)))
    return reports


def _named(report: ConfigReport, copy: str, path: str) -> ConfigReport:
    errors = (replace(one, text=one.text.replace(copy, path)) for one in report.errors)
    return replace(report, errors=tuple(errors))


def _others(report: ConfigReport, entries: Sequence[str]) -> list[tuple[str, ServerSpec, bool]]:
    others = (one for one in report.servers if one.entry not in entries)
    return [(one.entry, one.spec, one.disabled) for one in others]


def _entry(report: ConfigReport, entry: str) -> Found | None:
    return next((one for one in report.servers if one.entry == entry), None)


def _left_out(wanted: ServerSpec, found: ServerSpec) -> list[str]:
    written = ("headers", "auth") if getattr(wanted, "auth", None) else ()
    return [
        f"{name} is not kept in such a file"
        for name in vars(wanted)
        if name not in written and getattr(wanted, name) != getattr(found, name, None)
    ]


def _refused(path: Path, why: str, reason: str) -> ConfigInvalid:
    hints = {
        "not-writable": "change it there; %mcp reload takes it over",
        "unwritable": f"let it be a file that you may write to, and {HOME} a directory",
        "name-taken": "choose another name",
        "not_found": "%mcp servers shows what there is",
    }
    return ConfigInvalid(
        f"{one_line(str(path))} was not changed: {why}", hint=hints[reason], reason=reason
    )
