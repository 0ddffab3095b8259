"""`%mcp enable`, `disable`, `rename` and `save`: definitions changed here, and in their files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import UsageInvalid, near
from ..grammar import unquoted
from ..visible import one_line
from .command import SHOWN, Command, Line, Typing

if TYPE_CHECKING:
    from ..sessions import Server
    from ..sessions.editable import Saved

WRITE, SCOPE = "--write", "--scope"
SCOPES = ("project", "user")
LINE = 400  # characters of a line


@dataclass(frozen=True)
class Edited:
    """What was changed, and where it was written.

    Args:
        server: as it is now.
        done: what happened, in words.
        file: that was written; empty for none.
    """

    server: Server
    done: str
    file: str = ""

    def __repr__(self) -> str:
        notes = "".join(f"\n{one_line(note, LINE)}" for note in self.server.notes)
        where = f", and written to {one_line(self.file, LINE)}" if self.file else ""
        return f"server {self.server.name} {self.done}{where}{notes}"


def enable(line: Line) -> Edited:
    """Let a server be started again."""
    (name,), write = _read(line, 1, "enable SERVER")
    server = line.workbench.server(name).enable(write=write)
    return Edited(server, "is enabled", server.origin if write else "")


def disable(line: Line) -> Edited:
    """Keep a server without starting it."""
    (name,), write = _read(line, 1, "disable SERVER")
    server = line.workbench.server(name).disable(write=write)
    return Edited(server, "is disabled", server.origin if write else "")


def rename(line: Line) -> Edited:
    """Call a server something else."""
    (old, new), write = _read(line, 2, "rename SERVER NAME")
    server = line.workbench.server(old).rename(new, write=write)
    return Edited(server, f"was {old}", server.origin if write else "")


def save(line: Line) -> Edited:
    """Write a server into the project's file, or into the user's own."""
    words, scope = _without_scope(line.words)
    if len(words) != 1:
        raise _usage("save SERVER --scope project", words[1:])
    server = line.workbench.server(words[0])
    path = server.save(scope)
    return Edited(server, f"is kept in the scope {scope}", str(path))


def _read(line: Line, count: int, form: str) -> tuple[Sequence[str], bool]:
    """The plain words of a line, and whether its file is to be written."""
    options = [word for word in line.words if word.startswith("--")]
    unknown = next((word for word in options if word != WRITE), None)
    if unknown is not None:
        raise UsageInvalid(
            f"there is no option {one_line(unknown, SHOWN)}",
            hint=f"%mcp {form} {WRITE} writes it into the server's file",
            reason="unknown-option",
        )
    words = [unquoted(word) for word in line.words if word not in options]
    if len(words) != count:
        raise _usage(form, words[count:])
    return words, bool(options)


def _without_scope(given: Sequence[str]) -> tuple[list[str], Saved]:
    words: list[str] = []
    for word in given:
        words += word.split("=", 1) if word.startswith(f"{SCOPE}=") else [word]
    if SCOPE not in words:
        return [unquoted(word) for word in words], "project"
    at = words.index(SCOPE)
    scope = unquoted(words[at + 1]) if at + 1 < len(words) else ""
    if scope not in SCOPES:
        raise UsageInvalid(
            f"there is no scope {one_line(scope, SHOWN)!r} to save to",
            hint=near(scope, SCOPES),
            reason="bad-value",
        )
    return [unquoted(word) for word in (*words[:at], *words[at + 2 :])], scope


def _usage(form: str, more: Sequence[str]) -> UsageInvalid:
    if more:
        what = f"{one_line(more[0], SHOWN)!r} is one word too many"
        return UsageInvalid(what, hint=f"%mcp {form}", reason="too-many")
    return UsageInvalid("a word is missing", hint=f"%mcp {form}", reason="missing")


def _complete(typing: Typing) -> list[str]:
    return [WRITE] if typing.words else _names(typing)


def _complete_save(typing: Typing) -> list[str]:
    if typing.words and typing.words[-1] == SCOPE:
        return list(SCOPES)
    return [SCOPE] if typing.words else _names(typing)


def _names(typing: Typing) -> list[str]:
    available = (one.name for one in typing.workbench.configured())
    return [*typing.workbench.servers, *available]


def _command(name: str, form: str, summary: str, run: Any, python: str) -> Command:
    return Command(name, (form,), summary, run, python, {WRITE: ""}, _complete)


ENABLE = _command(
    "enable",
    f"SERVER [{WRITE}]",
    "let a server be started again",
    enable,
    'wb.server("server").enable(write=False)',
)
DISABLE = _command(
    "disable",
    f"SERVER [{WRITE}]",
    "keep a server without starting it; its connection ends",
    disable,
    'wb.server("server").disable(write=False)',
)
RENAME = _command(
    "rename",
    f"SERVER NAME [{WRITE}]",
    "call a server something else",
    rename,
    'wb.server("server").rename("name", write=False)',
)
SAVE = Command(
    "save",
    ("SERVER", f"SERVER {SCOPE} user"),
    "write a server into the project's .mcp.json, or into the user's own servers",
    save,
    'wb.server("server").save("project")',
    {SCOPE: "project|user"},
    _complete_save,
)
