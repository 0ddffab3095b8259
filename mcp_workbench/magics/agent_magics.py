"""The magics `%agent` and `%%agent`, as IPython knows them."""

from __future__ import annotations

from typing import Any

from IPython.core.magic import (
    Magics,
    line_cell_magic,
    magics_class,
    needs_local_scope,
    no_var_expand,
)

from .completion import agent_matcher
from .question_marks import KeptQuestionMark
from .run_value import RunValue
from .running_cell import RunningCells
from .stopping import stopped_in_one_line
from .unseen import Unseen


@magics_class
class AgentMagics(Magics):
    """Runs of agents, for one shell.

    Args:
        shell: the IPython shell.
        unseen: is told of a failure that the cell may not show.
    """

    shell: Any  # IPython's classes have no types

    def __init__(self, shell: Any, unseen: Unseen) -> None:
        super().__init__(shell)
        self._unseen = unseen
        self._matcher = agent_matcher(shell)
        self._cells = RunningCells()
        self._value = RunValue(shell)
        self._transformers: Any = shell.input_transformer_manager.token_transformers

    def attach(self) -> None:
        """Let the shell complete agents, and tell which cell runs: a person is asked there."""
        self._transformers.append(KeptQuestionMark)
        self.shell.Completer.custom_matchers.append(self._matcher)
        self.shell.events.register("pre_run_cell", self._cells.began)
        self.shell.events.register("post_run_cell", self._cells.ended)
        self._value.attach()
        self._cells.began()  # the cell that loads the extension

    def detach(self) -> None:
        """Leave the shell as it was."""
        self._transformers.remove(KeptQuestionMark)
        self.shell.Completer.custom_matchers.remove(self._matcher)
        self.shell.events.unregister("pre_run_cell", self._cells.began)
        self.shell.events.unregister("post_run_cell", self._cells.ended)
        self._value.detach()

    @no_var_expand
    @needs_local_scope
    @line_cell_magic
    def agent(
        self, line: str, cell: str | None = None, local_ns: dict[str, Any] | None = None
    ) -> Any:
        """Run an agent of this notebook on a prompt; `%agent` alone tells how it is written.

        Its value is the run. A line that cannot be read raises. Every other error is in the run,
        so that the cells below go on.
        """
        with stopped_in_one_line():
            from .agent_line import run  # on first use: loading the extension costs little

            value = run(line, cell, {**self.shell.user_ns, **(local_ns or {})}, self.shell)
        self._value.remember(value)
        self._unseen.remember("%agent", value)
        return value
