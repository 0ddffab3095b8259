"""Entries of a configuration file, changed in place: everything else in it stays as it is."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from ..specs import ServerSpec
from ..visible import one_line
from .entry_form import Changes, FieldPath, changes, entry_form
from .entry_text import DISABLED, ENABLED, EntryText
from .files.dialect import ROOT
from .files.entries import mapping, value_at
from .files.inputs import Defaults
from .files.notation import SHARED, Place
from .in_place import as_read, changed, entry_in, refused, root_of, text_of
from .inline_secrets import InlineSecret, inline_secrets, with_references
from .json_edit import renamed, with_values, without
from .report import ConfigReport, Problem

TELLING = 8  # characters of a credential that is no word of a comment


def save_entry(path: Path, entry: str, spec: ServerSpec, *, disabled: bool = False) -> list[str]:
    """Write a server into a file of the kind of `.mcp.json`, which is made where there is none.

    Of an entry of that name only the fields are changed that mean something else; where that is not
    enough, since another one is in the way, all that are known here.

    Args:
        path: the file.
        entry: the name in the file.
        spec: the definition, its placeholders not filled.
        disabled: whether it is kept without being started.

    Returns:
        What of the definition such a file cannot say.

    Raises:
        ConfigInvalid: the file cannot be changed; it is as it was.
    """
    form = entry_form(spec)

    def change(text: str, report: ConfigReport) -> str:
        found = entry_in(report, entry)
        keys = (ROOT, entry) if found is None else _keys(path, entry, report)
        if mapping(value_at(root_of(text), keys)) is None:
            return with_values(text, {keys: form | ({DISABLED: True} if disabled else {})})
        there = EntryText(text, keys, report.client)
        is_told = found is not None and found.disabled is disabled
        missing = _missing(report, entry, spec)
        text = there.having(missing | ({} if is_told else there.flags(disabled)))
        if _missing(as_read(path, text), entry, spec):
            # what the entry said for naught before, or in other words, is in the way
            return EntryText(text, keys, report.client).anew(form)
        return text

    def check(_: ConfigReport, after: ConfigReport) -> None:
        found = entry_in(after, entry)
        if found is None or found.disabled is not disabled or _missing(after, entry, spec):
            raise refused(path, "the entry would be read as another one", "not-writable")

    report = changed(path, [entry], change, check)
    found = next(one.spec for one in report.servers if one.entry == entry)
    return _left_out(_as_kept(spec, report), found)


def _missing(report: ConfigReport, entry: str, spec: ServerSpec) -> Changes:
    """What has to change for an entry to be read as `spec`; the values as they are written."""
    found, form = entry_in(report, entry), entry_form(spec)
    old = {} if found is None else entry_form(found.spec)
    paths = changes(old, entry_form(_as_kept(spec, report)))
    return {path: value_at(form, path) for path in paths}


def _as_kept(spec: ServerSpec, report: ConfigReport) -> ServerSpec:
    """`spec` as it is once it has been written into a file and read again."""
    place, defaults = (
        Place(report.filling.workspace),
        Defaults({one.id: one for one in report.inputs}),
    )
    return spec.filled(lambda _, text: defaults.text(SHARED.shared(text, place, {}), {}))


def _left_out(wanted: ServerSpec, found: ServerSpec) -> list[str]:
    written = ("headers", "auth") if getattr(wanted, "auth", None) else ()
    return [
        f"{name} is not kept in such a file"
        for name in vars(wanted)
        if name not in written and getattr(wanted, name) != getattr(found, name, None)
    ]


def remove_entry(path: Path, entry: str) -> None:
    """Take a server out of a file, as often as it is in it.

    Raises:
        ConfigInvalid: it is not in it, or the file cannot be changed; it is as it was.
    """

    def change(text: str, report: ConfigReport) -> str:
        return without(text, _keys(path, entry, report))

    changed(path, [entry], change, lambda _, after: _refuse_left(path, entry, after))


def rename_entry(path: Path, entry: str, name: str) -> None:
    """Call a server of a file something else.

    Raises:
        ConfigInvalid: it is not in it, the other name is taken, or the file cannot be changed; it
            is as it was.
    """

    def change(text: str, report: ConfigReport) -> str:
        keys = _keys(path, entry, report)
        if name in value_at(root_of(text), keys[:-1]) or entry_in(report, name) is not None:
            raise refused(path, f"there is a server {one_line(name)!r} in it", "name-taken")
        return renamed(text, keys, name)

    changed(path, [entry, name], change, lambda _, after: _refuse_left(path, entry, after))


def _refuse_left(path: Path, entry: str, after: ConfigReport) -> None:
    if entry_in(after, entry) is not None:
        why = f"another server {one_line(entry)!r} of it would count from then on"
        raise refused(path, why, "not-writable")


def set_disabled(path: Path, entry: str, disabled: bool) -> None:
    """Have a file say whether one of its servers is kept without being started.

    Raises:
        ConfigInvalid: it is not in it, such a file has no way to say so, or it cannot be changed;
            it is as it was.
    """

    def change(text: str, report: ConfigReport) -> str:
        there = EntryText(text, _keys(path, entry, report), report.client)
        return there.having(there.flags(disabled))

    def check(_: ConfigReport, after: ConfigReport) -> None:
        found = entry_in(after, entry)
        if found is None or found.disabled is not disabled:
            told = DISABLED if disabled else ENABLED
            raise refused(path, f"such a file cannot say that a server is {told}", "not-writable")

    changed(path, [entry], change, check)


def edit_entry(path: Path, entry: str, fields: Mapping[FieldPath, Any]) -> None:
    """Give fields of a server of a file other values.

    Args:
        path: the file.
        entry: the server, as the file spells it.
        fields: each by its keys, such as `("env", "NAME")`, with anything that JSON can say;
            `None` takes it out.

    Raises:
        ConfigInvalid: the server is not in it, could not be used then, or the file cannot be
            changed; it is as it was.
    """

    def change(text: str, report: ConfigReport) -> str:
        keys = _keys(path, entry, report)
        return with_values(text, {(*keys, *inner): value for inner, value in fields.items()})

    def check(_: ConfigReport, after: ConfigReport) -> None:
        if entry_in(after, entry) is None:
            wrong = (one for one in after.errors if one.server in (entry, None))
            raise next(wrong, Problem(entry, "not-writable", "it would be no server")).as_error()

    changed(path, [entry], change, check)


def refer_entry(path: Path, entry: str, secrets: Sequence[InlineSecret]) -> None:
    """Have fields of a server of a file refer to the secret store.

    Args:
        path: the file.
        entry: the server, as the file spells it.
        secrets: what stands in its fields in plain text; those that do not are left out.

    Raises:
        ConfigInvalid: the server is not in it, one of `secrets` cannot be taken out of it, or the
            file cannot be changed; it is as it was.
    """

    def change(text: str, report: ConfigReport) -> str:
        there = EntryText(text, _keys(path, entry, report), report.client)
        new = there.referring(secrets)
        _refuse_hidden(path, new, secrets)
        return new

    def check(before: ConfigReport, after: ConfigReport) -> None:
        was, now = entry_in(before, entry), entry_in(after, entry)
        if was is None or now is None or now.spec != with_references(was.spec, secrets):
            raise refused(path, "the entry would be read as another one", "not-writable")
        moved = {one.value for one in secrets}
        for one in inline_secrets(entry, now.spec):
            if one.value in moved:
                raise refused(path, f"{one.place} would still hold a credential", "not-writable")

    changed(path, [entry], change, check)


def _refuse_hidden(path: Path, text: str, secrets: Sequence[InlineSecret]) -> None:
    """Refuse what leaves a credential in a comment, or in an entry of which another one counts."""
    read = json.dumps(root_of(text), ensure_ascii=False)
    for one in secrets:
        if len(one.value) >= TELLING and text.count(one.value) > read.count(one.value):
            why = f"the credential of {one.place} is in it once more, where nothing is read"
            raise refused(path, why, "not-writable")


def entry_of(path: Path, entry: str) -> Mapping[str, Any]:
    """A server of a file as it stands there.

    Raises:
        ConfigInvalid: it is not in it.
    """
    try:
        text = text_of(path)
        return value_at(root_of(text), _keys(path, entry, as_read(path, text)))
    except ValueError as error:
        raise refused(path, str(error), "not-writable") from None


def _keys(path: Path, entry: str, report: ConfigReport) -> tuple[str, ...]:
    """The keys that lead to an entry."""
    found = entry_in(report, entry)
    if found is None:
        raise refused(path, f"there is no server {one_line(entry)!r} in it", "not_found")
    if not all(isinstance(key, str) for key in found.path):
        raise refused(path, "its servers stand in a list", "not-writable")
    return cast("tuple[str, ...]", found.path)
