"""A run as the value of its cell, which has shown it piece by piece before."""

from __future__ import annotations

from typing import Any

RUN = "mcp_workbench.agent.run.AgentRun"  # by name: loading the extension costs little


class RunValue:
    """Keeps the display hook from showing a run a second time in the cell that ran it.

    Args:
        shell: the IPython shell, whose classes have no types.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._seen: list[Any] = []

    def attach(self) -> None:
        """Have the shell ask first how a run is displayed."""
        self._formatter.for_type_by_name(*RUN.rsplit(".", 1), self._display)
        self._shell.events.register("post_run_cell", self._forget)

    def detach(self) -> None:
        """Leave the shell as it was."""
        self._formatter.pop(RUN, None)
        self._shell.events.unregister("post_run_cell", self._forget)

    def remember(self, run: Any) -> None:
        """The running cell has shown `run`."""
        self._seen.append(run)

    @property
    def _formatter(self) -> Any:
        return self._shell.display_formatter.ipython_display_formatter

    def _display(self, run: Any) -> None:
        hook = self._shell.displayhook
        # `display(run)` asks too; the hook of a kernel holds a message for as long as it works
        in_hook = hook.is_active or getattr(hook, "msg", None) is not None
        if not in_hook or not any(one is run for one in self._seen):
            raise NotImplementedError  # how a formatter says that the others shall show it

    def _forget(self, _: Any = None) -> None:
        self._seen.clear()
