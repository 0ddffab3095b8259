"""What was found in a configuration file: servers, and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..errors import ConfigInvalid, WorkbenchError
from ..specs import ServerSpec
from ..specs.placeholders import PIECE, Reference, contents_of, reference, substituted, with_home
from .files.definition import Definition
from .files.entries import Keys
from .filling import Filling

MOST = 20  # placeholders without a value that are told of one entry


@dataclass(frozen=True)
class Input:
    """Something that a file wants a person to be asked for, as in `${input:ID}`.

    Args:
        id: what its placeholders call it.
        description: for the person.
        password: whether it is typed without being shown.
        options: what may be chosen; anything where there are none.
        default: what is offered, and taken where nobody can be asked.
    """

    id: str
    description: str = ""
    password: bool = False
    options: tuple[str, ...] = ()
    default: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Found:
    """One server, with the name it is registered under.

    Args:
        name: a name that can be typed, as in `name.tool`.
        spec: what it is, its placeholders not filled.
        disabled: whether its file keeps it without starting it.
        origin: `cell`, or the path of its file.
        entry: the name as its file spells it, which may hold what nobody can type.
        path: the keys that lead to it, from the root of its file.
        line: of its file, counted from 1.
        definition: all that its file says, fields that `spec` has not included; `auto_approve` is
            what its client would call without asking, and never an approval here.
        inputs: what its file wants a person to be asked for before it starts.

    >>> from mcp_workbench.specs import StdioServer
    >>> Found("now", StdioServer("uvx", ("mcp-server-time",))).spec.origin
    'uvx mcp-server-time'
    """

    name: str
    spec: ServerSpec
    disabled: bool = False
    origin: str = ""
    entry: str = ""
    path: Keys = ()
    line: int | None = None
    definition: Definition | None = field(default=None, repr=False)
    inputs: tuple[Input, ...] = ()


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a file.

    Args:
        server: the entry it is about, as the file spells it; `None` for the file as a whole.
        code: a stable word such as `json-syntax` or `missing-command-or-url`.
        text: what is wrong, with the names of file and server, and the line where it is known.
        hint: what to do about it.
        line: of the file, counted from 1.
        place: among all that is wrong with its file.
    """

    server: str | None
    code: str
    text: str
    hint: str = ""
    line: int | None = None
    place: int = field(default=0, repr=False, compare=False)

    def as_error(self) -> ConfigInvalid:
        """The problem as an error; its code is the error's `reason`.

        >>> Problem("a", "bad-url", "a.json: server 'a': 'x' is not an address").as_error().reason
        'bad-url'
        """
        return ConfigInvalid(self.text, hint=self.hint, reason=self.code)


@dataclass(frozen=True)
class ConfigReport:
    """All of one file: what can be used, and what is wrong with the rest.

    Args:
        path: the file.
        servers: the entries that can be registered, in the file's order.
        errors: what cannot be used, or not as it was meant.
        warnings: what works, although it may not be what was meant.
        unready: what keeps a server of `servers` from starting as things are now: a variable that
            is not set, an input that nobody gave. Starting it fails with the same words.
        client: the dialect that it is in.
        listed: all entries that say what they are, in the file's order: those of `servers`, and
            those that only cannot be connected.
        inputs: what it wants a person to be asked for.
        filling: where the values of placeholders come from.
    """

    path: Path
    servers: tuple[Found, ...] = ()
    errors: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    unready: tuple[Problem, ...] = ()
    client: str = ""
    listed: tuple[Definition, ...] = field(default=(), repr=False)
    inputs: tuple[Input, ...] = ()
    filling: Filling = field(default_factory=Filling, repr=False)

    def as_dict(self) -> Mapping[str, Any]:
        """The report as plain data: every placeholder filled, secrets excepted; times in seconds.

        What has no value stays as its file has it, and is named under `unresolved`. Of several
        problems of one kind an entry has one.

        >>> problem = Problem(None, "empty", "x.json: it is empty")
        >>> ConfigReport(Path("x.json"), errors=(problem,)).as_dict()
        {'servers': [], 'errors': [{'server': None, 'code': 'empty'}], 'warnings': []}
        """
        filling = replace(self.filling)  # files may have changed
        return {
            "servers": [Filled(one, filling).as_dict() for one in self.listed],
            "errors": _codes((*self.errors, *self.unready)),
            "warnings": _codes(self.warnings),
        }


def _codes(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    ordered = sorted(problems, key=lambda one: one.place)
    pairs = dict.fromkeys((one.server, one.code) for one in ordered)
    return [{"server": server, "code": code} for server, code in pairs]


class Filled:
    """A definition with its placeholders filled, and what could not be.

    Args:
        definition: what an entry says.
        filling: where the values come from.
    """

    def __init__(self, definition: Definition, filling: Filling) -> None:
        self.unset: list[tuple[Reference, WorkbenchError]] = []
        self._definition, self._filling = definition, filling
        self._values = definition.as_dict(self._text)

    @property
    def values(self) -> Mapping[str, Any]:
        """The fields; they may hold secrets."""
        return self._values

    def as_dict(self) -> dict[str, Any]:
        """The fields, the inputs they ask for, and what has no value."""
        contents = [
            reference(content)
            for _, text in self._definition.texts()
            for content in contents_of(text)
        ]
        inputs = {one.name for one in contents if one.kind == "input"}
        unset = {found.shown for found, _ in self.unset}
        return {**self._values, "inputs": sorted(inputs), "unresolved": sorted(unset)}

    def _text(self, field: str, text: str) -> str:
        if "${" not in text and "~" not in text:
            return text
        parts: list[str] = []
        at = 0
        text = with_home(field, text)
        for match in PIECE.finditer(text):
            parts += [text[at : match.start()], self._piece(field, match[0])]
            at = match.end()
        return "".join([*parts, text[at:]])

    def _piece(self, field: str, piece: str) -> str:
        found: list[Reference] = []

        if len(self.unset) >= MOST:
            return piece

        def value(one: Reference) -> str:
            found.append(one)
            return piece if one.kind == "secret" else self._filling.value(field, one)

        try:
            return substituted(piece, value)
        except WorkbenchError as error:
            self.unset += [(one, error) for one in found]
            return self._definition.spelled.get(piece, piece)
