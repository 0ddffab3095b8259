"""`%mcp enable`, `disable`, `rename` and `save`: definitions changed here, and in their files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import UsageInvalid, near
from ..grammar import read_options
from ..visible import one_line
from .command import SHOWN, Command, Line, plain_words, server_names

if TYPE_CHECKING:
    from ..sessions import Server
    from ..sessions.editable import Saved

WRITE, SCOPE = "--write", "--scope"
SCOPES = ("project", "user")
SCOPES_TOLD = "|".join(SCOPES)
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
    words, given = read_options(line.words, {SCOPE: SCOPES_TOLD})
    (name,) = plain_words(words, 1, "save needs a server", "%mcp save SERVER --scope project")
    scope = _scope(given.get(SCOPE, "project"))
    server = line.workbench.server(name)
    path = server.save(scope)
    return Edited(server, f"is kept in the scope {scope}", str(path))


def _read(line: Line, count: int, form: str) -> tuple[Sequence[str], bool]:
    """The plain words of a line, and whether its file is to be written."""
    words, given = read_options(line.words, {WRITE: ""})
    missing = f"{form.partition(' ')[0]} needs {' and '.join(form.lower().split()[1:])}"
    plain = plain_words(words, count, missing, f"%mcp {form} [{WRITE}]", least=count)
    return plain, WRITE in given


def _scope(given: str) -> Saved:
    if given not in SCOPES:
        raise UsageInvalid(
            f"there is no scope {one_line(given, SHOWN)!r} to save to",
            hint=near(given, SCOPES),
            reason="bad-value",
        )
    return given


def _command(name: str, form: str, summary: str, run: Any, python: str) -> Command:
    return Command(name, (form,), summary, run, python, {WRITE: ""}, server_names)


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
    {SCOPE: SCOPES_TOLD},
    server_names,
    values={SCOPE: lambda _: SCOPES},
)
