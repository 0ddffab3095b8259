"""Loads the workbench into an IPython shell, and takes it out again."""

from __future__ import annotations

from typing import Any

from .magics import McpMagics, matcher

AT_THE_END = "post_run_cell"


def load(shell: Any) -> None:
    """Give an IPython shell the magics and their completion.

    They work on this process's workbench, the one that `get_workbench` gives. Nothing starts: no
    server, no thread.
    """
    _unregister(shell)
    magics = McpMagics(shell)
    shell.register_magics(magics)
    shell.events.register(AT_THE_END, magics.unseen.tell)
    if matcher not in shell.Completer.custom_matchers:
        shell.Completer.custom_matchers.append(matcher)


def unload(shell: Any) -> None:
    """Take magics and completion away, and close this process's workbench."""
    for magics in shell.magics_manager.magics.values():
        magics.pop("mcp", None)
    _unregister(shell)
    if matcher in shell.Completer.custom_matchers:
        shell.Completer.custom_matchers.remove(matcher)
    from .sessions import set_workbench  # not needed to load

    workbench = set_workbench(None)
    if workbench is not None:
        workbench.close_sync()


def _unregister(shell: Any) -> None:
    """Forget an earlier load, and what it asked the shell to tell it."""
    magics = shell.magics_manager.registry.pop(McpMagics.__name__, None)
    if magics is not None:
        shell.events.unregister(AT_THE_END, magics.unseen.tell)
        magics.unseen.stop()
