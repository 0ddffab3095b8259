"""`%mcp reload`: what changed in the files that servers come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar import unquoted
from ..visible import one_line
from .command import Command, Line, Typing, as_word
from .listings import ServerListing

if TYPE_CHECKING:
    from ..sessions.reloading import Reloaded

LINE = 400  # characters of a line


class Reloading(ServerListing):
    """The servers with another definition now; a cell shows what became of the others, too.

    Args:
        told: what reading the files again brought.
    """

    def __init__(self, told: Reloaded) -> None:
        self.told = told
        super().__init__(told.changed, notes=_notes(told), empty="Nothing changed.")


def _notes(told: Reloaded) -> list[str]:
    notes = [f"removed: {', '.join(told.removed)}"] if told.removed else []
    if told.same:
        notes.append(f"as before: {', '.join(server.name for server in told.same)}")
    notes += [one_line(f"{error.what}; {error.hint}", LINE) for error in told.problems]
    return notes or ["no server here comes from a file"]


def reload(line: Line) -> Reloading:
    """Read the files again; apply what is different."""
    names = map(unquoted, line.words)
    servers = [line.workbench.server(name) for name in names] or None
    return Reloading(line.workbench.reload(servers))


def _complete(typing: Typing) -> list[str]:
    servers = typing.workbench.servers.values()
    names = (one.name for one in servers if one.scope != "kernel")
    return [as_word(name) for name in names if name not in typing.plain]


RELOAD = Command(
    "reload",
    ("", "SERVER…"),
    "read the files of servers again, and apply what changed",
    reload,
    "wb.reload()",
    complete=_complete,
)
