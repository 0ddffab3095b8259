"""The magics `%mcp` and `%%mcp`, as IPython knows them."""

from __future__ import annotations

from typing import Any

from IPython.core.magic import (
    Magics,
    line_cell_magic,
    magics_class,
    needs_local_scope,
    no_var_expand,
)

from .completion import matcher
from .stopping import stopped_in_one_line
from .unseen import Unseen


@magics_class
class McpMagics(Magics):
    """The magics of this package, for one shell."""

    shell: Any  # IPython's classes have no types

    def __init__(self, shell: Any) -> None:
        super().__init__(shell)
        self.unseen = Unseen(shell)

    def attach(self) -> None:
        """Let the shell complete servers and tools, and say what a cell did not show."""
        self.shell.events.register("post_run_cell", self.unseen.tell)
        self.shell.Completer.custom_matchers.append(matcher)

    def detach(self) -> None:
        """Leave the shell as it was."""
        self.shell.events.unregister("post_run_cell", self.unseen.tell)
        self.shell.Completer.custom_matchers.remove(matcher)
        self.unseen.stop()

    @no_var_expand
    @needs_local_scope
    @line_cell_magic
    def mcp(
        self, line: str, cell: str | None = None, local_ns: dict[str, Any] | None = None
    ) -> Any:
        """Work with MCP servers; `%mcp help` lists the subcommands, `%mcp help call` tells of one.

        A line that cannot be read raises. Every other error is the value, so that the cells below
        go on; one that the cell does not show is said at its end.
        """
        with stopped_in_one_line():
            from .dispatch import run  # on first use: loading the extension costs little

            value = run(line, cell, {**self.shell.user_ns, **(local_ns or {})}, self.shell)
        self.unseen.remember(" ".join(["%mcp", *line.split(maxsplit=1)[:1]]), value)
        return value
