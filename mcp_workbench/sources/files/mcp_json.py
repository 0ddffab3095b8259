"""`.mcp.json` as Claude Code writes it: `mcpServers` with a command or a URL each."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...errors import ConfigInvalid
from ...specs import check_name, handle
from ...visible import one_line
from ..report import ConfigReport, Found, Problem
from .document import Entries, read_document, repeated
from .mcp_entry import Entry, refused

ROOT = "mcpServers"
SHOWN = 60  # characters of a name in an error
UNIT = 0.001  # this client gives times in milliseconds


def read_mcp_json(path: Path) -> ConfigReport:
    """All servers of the file, and everything that is wrong with it; never raises for its content.

    Source: Claude Code documentation, "Connect Claude Code to tools via MCP", MCP configuration.
    """
    try:
        document = read_document(path)
    except ConfigInvalid as error:
        problem = Problem(None, error.reason, f"{path}: {error.what}", error.hint)
        return ConfigReport(path, errors=(problem,))
    servers = document.get(ROOT)
    if not isinstance(servers, Entries):
        missing = ROOT not in document
        what = f"has no {ROOT!r}" if missing else f"{ROOT!r} is not an object"
        code = "no-servers" if missing else "not-an-object"
        hint = f'as in {{"{ROOT}": {{"time": {{"command": "uvx", "args": ["mcp-server-time"]}}}}}}'
        return ConfigReport(path, errors=(Problem(None, code, f"{path}: {what}", hint),))
    reading = _Reading(path)
    reading.note_repeated(document, servers)
    for name, value in servers.items():
        reading.take(name, value)
    return reading.report()


def _shown(names: list[str]) -> list[str]:
    return list(dict.fromkeys(one_line(name, SHOWN) for name in names))


class _Reading:
    """One pass over a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kept: dict[str, Entry] = {}
        self.errors: list[Problem] = []
        self.warnings: list[Problem] = []

    def take(self, name: str, value: Any) -> None:
        entry = Entry(value, UNIT)
        try:
            if not name.strip() or any(unicodedata.category(char) == "Cc" for char in name):
                raise refused("bad-name", "has a name that cannot be shown", "give it a plain name")
            entry.read()
        except ConfigInvalid as error:
            self.errors.append(self._problem(name, error.reason, error.what, error.hint))
        else:
            self.kept[name] = entry
            self.warnings += [self._problem(name, *note) for note in entry.warnings]
        self.errors += [self._problem(name, *note) for note in entry.errors]

    def note_repeated(self, document: Entries, servers: Entries) -> None:
        self.errors += [
            self._problem(
                name, "duplicate-name", "is there twice; the last one counts", "rename one"
            )
            for name in dict.fromkeys(servers.twice)
        ]
        self.warnings += [
            Problem(
                None,
                "duplicate-key",
                f"{self.path}: {one_line(name, SHOWN)!r} is there twice",
                "remove one",
            )
            for name in dict.fromkeys(document.twice)
        ]
        self.warnings += [
            self._problem(
                name,
                "duplicate-key",
                f"has {key!r} twice; the last one counts",
                "",
            )
            for name, value in servers.items()
            for key in _shown(repeated(value))
        ]

    def _problem(self, name: str, code: str, what: str, hint: str) -> Problem:
        return Problem(name, code, f"{self.path}: server {one_line(name, SHOWN)!r} {what}", hint)

    def report(self) -> ConfigReport:
        handles = handles_of(self.kept)
        servers = tuple(
            Found(handles[name], entry.spec, entry.disabled, str(self.path), name)
            for name, entry in self.kept.items()
        )
        return ConfigReport(self.path, servers, tuple(self.errors), tuple(self.warnings))


def handles_of(names: Mapping[str, Any]) -> dict[str, str]:
    """A name to type for each of `names`; those that can be typed as they are come first.

    >>> handles_of({"my server": 1, "my-server": 2})
    {'my-server': 'my-server', 'my server': 'my-server-2'}
    """
    handles: dict[str, str] = {}
    for name in sorted(names, key=lambda name: not _can_be_typed(name)):
        taken = {known.casefold() for known in handles.values()}
        free = _can_be_typed(name) and name.casefold() not in taken
        handles[name] = name if free else handle(name, taken)
    return handles


def _can_be_typed(name: str) -> bool:
    try:
        check_name(name)
    except ConfigInvalid:
        return False
    return True
