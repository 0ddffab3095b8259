"""A line of `%mcp` becomes words, its first word a subcommand, and that one is run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import UsageInvalid, WorkbenchError
from ..grammar import split_words
from ..sessions import get_workbench
from ..sessions.surface import calls_from
from .command import Command, Line
from .failure import Failure
from .helping import ASKED, find, help_on
from .subcommands import COMMANDS


def run(line: str, cell: str | None, scope: Mapping[str, Any], shell: Any) -> Any:
    """The value of a line, and of the cell below it.

    Raises:
        UsageInvalid: the line cannot be read. Every other error of ours is a `Failure`.
    """
    name, *words = split_words(line) or ["help"]
    command = find(name, COMMANDS)
    if ASKED.intersection(words[:1]):
        return help_on(command)
    _refuse_lost_body(command, cell)
    try:
        with calls_from("magic"):
            return command.run(Line(words, cell, scope, get_workbench(), shell))
    except UsageInvalid:
        raise
    except WorkbenchError as error:
        return Failure(error)


def _refuse_lost_body(command: Command, cell: str | None) -> None:
    if cell is not None and cell.strip() and not command.takes_body:
        raise UsageInvalid(
            f"%mcp {command.name} takes no cell below it",
            hint=f"write it as a line: %mcp {command.name}",
            reason="body",
        )
