"""One pass over a file: every entry becomes a definition or a problem, and none costs another."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...errors import ConfigInvalid, WorkbenchError
from ...notebook import is_directory, is_file
from ...specs import HttpServer, ServerSpec
from ...specs.placeholders import Reference
from ...visible import one_line
from ..filling import Filling
from ..report import ConfigReport, Filled, Found, Input, Problem
from .credentials import credentials
from .definition import Definition
from .dialect import NOT_A_SERVER, ROOT, Dialect, Note, Raw, Where
from .entries import Document, Entries, Keys, mapping, repeated, sequence, value_at
from .entry import Entry, misplaced_secrets
from .fields import SHOWN, refused
from .handles import handles_of
from .inputs import Defaults, inputs_named_in, inputs_of
from .notation import Place

UNSET = "unset-variable"
REASONS = (UNSET, "input-required", "bad-value")  # why a placeholder has no value
ROOTS: Mapping[Keys, str] = {
    (ROOT,): "claude-code",
    ("servers",): "vscode",
    ("mcp", "servers"): "vscode-settings",
    ("context_servers",): "zed",
    ("mcp_servers",): "jupyter-ai",
    ("extensions",): "goose",
    ("mcp",): "opencode",
}


@dataclass(frozen=True)
class Source:
    """A file that is read.

    Args:
        path: of it, or what stands for it in words.
        document: what it holds.
        dialect: how it is written.
        filling: where the values of placeholders come from.
        agent: the one whose servers are wanted, of a file with several.
    """

    path: Path
    document: Document
    dialect: Dialect
    filling: Filling
    agent: str | None = None

    def problem(self, server: str | None, note: Note, keys: Keys = ()) -> Problem:
        """What is wrong, in words that name file, server and line."""
        code, what, hint = note
        line = self.document.line(keys)
        whose = "" if server is None else f"server {one_line(server, SHOWN)!r} "
        place = "" if line is None else f" (line {line})"
        return Problem(server, code, f"{self.path}: {whose}{what}{place}", hint, line)


def read(source: Source) -> ConfigReport:
    """All servers of the file, and everything that is wrong with it; it never raises for that."""
    reading = _Reading(source)
    reading.take_all()
    return reading.report()


class _Reading:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._inputs = inputs_of(source.document.root)
        self._defaults = Defaults(self._inputs)
        self._made: dict[str, Any] = {}
        self._kept: dict[str, tuple[Definition, ServerSpec | None]] = {}
        self._errors: list[Problem] = []
        self._warnings: list[Problem] = []
        self._unready: list[Problem] = []

    def take_all(self) -> None:
        source, root = self._source, self._source.document.root
        if source.document.has_comments and not source.dialect.has_comments:
            what = f"has comments or trailing commas, which {source.dialect.title} does not read"
            self._warn(None, ("jsonc", what, "take them out, if it has to read this file too"))
        where = Where(source.filling.workspace, source.agent)
        places = list(source.dialect.places(root, where))
        if not places:
            self._error(None, _no_servers(source))
        for name in dict.fromkeys(root.twice):
            what = f"has {one_line(name, SHOWN)!r} twice; the last one counts"
            self._warn(None, ("duplicate-key", what, "remove one"), (name,))
        for name, keys in self._entries(places).items():
            self._take(name, keys)

    def _entries(self, places: Iterable[Keys]) -> dict[str, Keys]:
        """The names, each with the keys that lead to the entry that counts."""
        found: dict[str, Keys] = {}
        for place in places:
            value = value_at(self._source.document.root, place)
            here: dict[str, Keys] = {}
            twice = list(value.twice) if isinstance(value, Entries) else []
            for name, keys in self._named(value, place):
                if name in here:
                    twice.append(name)
                    del here[name]  # it takes the place of the entry that counts
                here[name] = keys
            if not self._source.dialect.layered:
                twice += [name for name in here if name in found]
            for name in dict.fromkeys(twice):
                note = ("duplicate-name", "is there twice; the last one counts", "rename one")
                self._error(name, note, here[name])
            found.update(here)
        return found

    def _named(self, value: object, place: Keys) -> Iterator[tuple[str, Keys]]:
        pairs = mapping(value)
        many = sequence(value) if self._source.dialect.may_list else None
        if pairs is not None:
            yield from ((name, (*place, name)) for name in pairs)
        elif many is None:
            what = f"{'.'.join(map(str, place))!r} is not an object"
            hint = 'as in {"time": {"command": "uvx", "args": ["mcp-server-time"]}}'
            self._error(None, ("not-an-object", what, hint), place)
        for at, one in enumerate(many or ()):
            keys = (*place, at)
            fields = mapping(one)
            if fields is None:
                note = ("not-an-object", f"entry {at + 1} is not an object", "give it a name")
                self._error(None, note, keys)
            elif not isinstance(name := fields.get("name"), str):
                self._error(None, ("bad-name", f"entry {at + 1} has no name", "name it"), keys)
            else:
                yield name, keys

    def _take(self, name: str, keys: Keys) -> None:
        source = self._source
        try:
            _check_name(name)
            entry = self._entry(name, value_at(source.document.root, keys))
        except ConfigInvalid as error:
            self._error(name, (error.reason, error.what, error.hint), keys)
            return
        try:
            definition = entry.read(keys, source.document.line(keys))
            self._keep(self._defaults.of(definition))
        except ConfigInvalid as error:
            note = (error.reason, error.what, error.hint)
            if error.reason == NOT_A_SERVER:
                self._warn(name, note, keys)
            else:
                self._error(name, note, keys)
        else:
            self._note_twice(name, keys)
            for note in entry.warnings:
                self._warn(name, note, keys)
        for note in entry.errors:
            self._error(name, note, keys)

    def _entry(self, name: str, value: object) -> Entry:
        source = self._source
        fields = mapping(value)
        if fields is None:
            raise refused("not-an-object", "is not an object", 'as in {"command": "uvx"}')
        raw = Raw(name, fields, source.document.root, [], self._made)
        return Entry(raw, source.dialect, Place(source.filling.workspace))

    def _keep(self, definition: Definition) -> None:
        """Keep what can be used, once its values are looked at.

        Raises:
            ConfigInvalid: it cannot be used.
        """
        filled = Filled(definition, self._source.filling)
        file = _variables_file(filled, self._source.filling)
        spec = _spec(definition, filled, file)
        self._kept[definition.name] = definition, spec
        if not definition.disabled:
            for found, error in filled.unset:
                note = _unset(error, found, self._inputs)
                self._unready.append(self._problem(definition.name, note, definition.path))
        for field in misplaced_secrets(definition):
            what = f"has a secret in {one_line(field, SHOWN)}, where others can read it"
            note = ("secret-not-allowed", what, "a secret may stand in env, headers and url")
            self._error(definition.name, note, definition.path)
        # of a project that is not on this machine nothing can be said
        if file is not None and is_directory(file.parent) and not is_file(file):
            what = f"has a file of variables that is not there: {one_line(str(file))}"
            note = ("env-file-missing", what, "write it, or take envFile out")
            self._warn(definition.name, note, definition.path)
        fields = list(credentials(definition))
        if fields:
            what = f"has what looks like a credential in {one_line(', '.join(fields))}"
            hint = "keep it out of files: %mcp secret set NAME, and write ${secret:NAME}"
            self._warn(definition.name, ("inline-secret", what, hint), definition.path)

    def _note_twice(self, name: str, keys: Keys) -> None:
        names = repeated(value_at(self._source.document.root, keys))
        for key in dict.fromkeys(one_line(one, SHOWN) for one in names):
            what = f"has {key!r} twice; the last one counts"
            self._warn(name, ("duplicate-key", what, "remove one"), keys)

    def _error(self, server: str | None, note: Note, keys: Keys = ()) -> None:
        self._errors.append(self._problem(server, note, keys))

    def _warn(self, server: str | None, note: Note, keys: Keys = ()) -> None:
        self._warnings.append(self._problem(server, note, keys))

    def _problem(self, server: str | None, note: Note, keys: Keys) -> Problem:
        place = len(self._errors) + len(self._warnings) + len(self._unready)
        return replace(self._source.problem(server, note, keys), place=place)

    def report(self) -> ConfigReport:
        source = self._source
        usable = {name: one for name, (one, spec) in self._kept.items() if spec is not None}
        handles = handles_of(usable)
        servers = [
            Found(
                handles[name],
                spec,
                one.disabled,
                str(source.path),
                name,
                path=one.path,
                line=one.line,
                definition=one,
                inputs=inputs_named_in(spec, self._inputs),
            )
            for name, (one, spec) in self._kept.items()
            if spec is not None
        ]
        return ConfigReport(
            source.path,
            tuple(servers),
            tuple(self._errors),
            tuple(self._warnings),
            tuple(self._unready),
            client=source.dialect.name,
            listed=tuple(one for one, _ in self._kept.values()),
            inputs=tuple(self._inputs.values()),
            filling=source.filling,
        )


def _check_name(name: str) -> None:
    if not name.strip() or any(unicodedata.category(char) == "Cc" for char in name):
        raise refused("bad-name", "has a name that cannot be shown", "give it a plain name")


def _variables_file(filled: Filled, filling: Filling) -> Path | None:
    told = filled.values["env_file"]
    return filling.workspace / told if told and "${" not in told else None


def _spec(definition: Definition, filled: Filled, file: Path | None) -> ServerSpec | None:
    """What can be registered; `None` for what can be said, but not connected."""
    if not definition.is_supported:
        return None
    try:
        spec = definition.spec(file)
    except ConfigInvalid as error:
        raise refused(error.reason, f"cannot be used: {error.what}", error.hint) from None
    values = filled.values
    if isinstance(spec, HttpServer) and not filled.unset:
        _check_filled(spec, values["url"], values["headers"])
    return spec


def _check_filled(spec: HttpServer, url: str, headers: Mapping[str, str]) -> None:
    try:
        replace(spec, url=url, headers=headers)
    except ConfigInvalid as error:
        # its words may hold the value of a variable, which may be a secret
        what = "is wrong once its variables are filled in"
        raise refused(error.reason, what, f"check their values; {error.hint}") from None


def _unset(error: WorkbenchError, found: Reference, inputs: Mapping[str, Input]) -> Note:
    """What it means for an entry that a placeholder of it has no value."""
    code = error.reason if error.reason in REASONS else UNSET
    if found.kind == "input" and found.name not in inputs:
        code = "undeclared-input"
        hint = f'"inputs": [{{"type": "promptString", "id": "{one_line(found.name, SHOWN)}"}}]'
        return code, f"asks for an input that is not declared: {error.what}", hint
    return code, f"cannot be connected: {error.what}", error.hint


def _no_servers(source: Source) -> Note:
    root = source.document.root
    for keys, client in ROOTS.items():
        if isinstance(value_at(root, keys), dict | list):
            place = ".".join(map(str, keys))
            told = f"has no servers where {source.dialect.title} has them, but {place!r}"
            return "no-servers", told, f"read it as client={client!r}"
    hint = f'as in {{"{ROOT}": {{"time": {{"command": "uvx", "args": ["mcp-server-time"]}}}}}}'
    return "no-servers", f"has no {ROOT!r}", hint
