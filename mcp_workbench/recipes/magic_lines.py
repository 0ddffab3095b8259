"""Servers of a notebook, from its lines `%mcp connect`, `add`, `remove` and `rename`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..errors import ConfigInvalid, UsageInvalid
from ..grammar import ConnectLine, parse_connect, split_words, unquoted
from ..sources import Found, resolve
from ..sources.filling import input_variable
from ..sources.resolve import nearest
from ..sources.scopes import known
from ..specs import ServerSpec, StdioServer
from ..visible import one_line
from .notebook import Cell

LINE = re.compile(
    r"\s*(?:(?P<name>\w+)\s*=\s*)?%mcp\s+(?P<command>connect|add|remove|rename)\b(?P<rest>.*)"
)


class ConnectedServers:
    """The servers that the lines of a notebook register, in order.

    Args:
        directory: of the notebook, where files and `.mcp.json` are looked for.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self.specs: dict[str, ServerSpec] = {}
        self.variables: dict[str, str] = {}
        self.notes: list[str] = []

    def take(self, cell: Cell) -> None:
        """Do what the lines of `cell` say, without starting anything."""
        for number, variable, command, rest in _lines(cell):
            place = f"{cell.place}, line {number}"
            try:
                words = split_words(rest)
                if command == "remove":
                    self._remove(words)
                elif command == "rename":
                    self._rename(words)
                else:
                    self._register(parse_connect(words), variable, place)
            except (UsageInvalid, ConfigInvalid) as error:
                # not its words: they quote the line, which may hold a secret
                self.notes.append(f"{place}: this %mcp {command} cannot be used ({error.reason})")

    def _remove(self, words: list[str]) -> None:
        for word in words:
            self.specs.pop(unquoted(word), None)

    def _rename(self, words: list[str]) -> None:
        names = [unquoted(word) for word in words if not word.startswith("--")]
        if len(names) == 2 and self.is_known(names[0]):
            old, new = names
            self.specs = {new if name == old else name: one for name, one in self.specs.items()}

    def is_known(self, name: str) -> bool:
        """Whether there is such a server: of a line, or of a file, as its first use finds it."""
        if name in self.specs:
            return True
        try:
            found = nearest(name, known(self._directory))
        except ConfigInvalid:  # its entry cannot be used
            return False
        if found is None or found.servers[0].disabled:
            return False
        self.specs[name] = found.servers[0].spec
        return True

    def _register(self, line: ConnectLine, variable: str, place: str) -> None:
        alone = isinstance(line.what, str) and line.name is None and not line.options
        if alone and line.what in self.specs:  # one of an earlier line, connected now
            self.variables[variable] = str(line.what)
            return
        what = line.what if isinstance(line.what, str) else StdioServer(line.what[0], line.what[1:])
        options = {name: one for name, one in line.options.items() if name != "sampling"}
        if len(options) < len(line.options):
            self.notes.append(f"{place}: --sampling is not kept, since nobody can allow it there")
        found = resolve(what, line.name, options, directory=self._directory)
        self.notes += [
            f"{place}: an entry of its file cannot be used ({problem.reason})"
            for problem in found.problems
        ]
        for one in found.servers:
            if one.disabled:
                self.notes.append(f"{place}: server {one.name} is disabled in its file")
                continue
            self.notes += [f"{place}: server {one.name}: {lost}" for lost in _lost(one)]
            self.specs[one.name] = one.spec
        if variable and len(found.servers) == 1:
            self.variables[variable] = found.servers[0].name


def _lost(found: Found) -> Iterator[str]:
    """What its file says of a server and a recipe cannot."""
    if found.definition is not None and found.definition.oauth:
        yield "what its file says about a sign-in is not kept"
    for one in found.inputs:
        variable = input_variable(one.id)
        yield f"a recipe asks nobody for {one_line(one.id, 60)!r}: a run takes it from {variable}"


def _lines(cell: Cell) -> Iterator[tuple[int, str, str, str]]:
    """Number, variable, subcommand and rest of each line; a backslash goes on in the next one."""
    number = 1
    for text in re.split(r"(?<!\\)\n", cell.source if cell.kind == "code" else ""):
        match = LINE.fullmatch(text.replace("\\\n", " "))
        if match:
            yield number, match["name"] or "", match["command"], match["rest"]
        number += text.count("\n") + 1
