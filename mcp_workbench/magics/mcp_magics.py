"""The magics `%mcp` and `%%mcp`: a line becomes words, its first word a subcommand."""

from __future__ import annotations

from typing import Any

from IPython.core.magic import (
    Magics,
    line_cell_magic,
    magics_class,
    needs_local_scope,
    no_var_expand,
)

from ..errors import UsageInvalid, WorkbenchError
from ..grammar import split_words
from ..sessions import get_workbench
from .command import Command, Line
from .failure import Failure
from .helping import ASKED, find, help_on
from .subcommands import COMMANDS


@magics_class
class McpMagics(Magics):
    """The magics of this package, for one shell."""

    shell: Any  # IPython's classes have no types

    @no_var_expand
    @needs_local_scope
    @line_cell_magic
    def mcp(
        self, line: str, cell: str | None = None, local_ns: dict[str, Any] | None = None
    ) -> Any:
        """Work with MCP servers; `%mcp help` lists the subcommands, `%mcp help call` tells of one.

        A line that cannot be read raises. Every other error is the value, so that the cells below
        go on.
        """
        name, *words = split_words(line) or ["help"]
        command = find(name, COMMANDS)
        if ASKED.intersection(words[:1]):
            return help_on(command)
        _refuse_lost_body(command, cell)
        scope = {**self.shell.user_ns, **(local_ns or {})}
        try:
            return command.run(Line(words, cell, scope, get_workbench(), self.shell))
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
