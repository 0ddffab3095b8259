"""Loads the workbench into an IPython shell, and takes it out again."""

from __future__ import annotations

from typing import Any

from .magics import McpMagics, matcher


def load(shell: Any) -> None:
    """Give an IPython shell the magics and their completion.

    They work on this process's workbench, the one that `get_workbench` gives. Nothing starts: no
    server, no thread.
    """
    shell.register_magics(McpMagics(shell))
    if matcher not in shell.Completer.custom_matchers:
        shell.Completer.custom_matchers.append(matcher)


def unload(shell: Any) -> None:
    """Take magics and completion away, and close this process's workbench."""
    for magics in shell.magics_manager.magics.values():
        magics.pop("mcp", None)
    shell.magics_manager.registry.pop(McpMagics.__name__, None)
    if matcher in shell.Completer.custom_matchers:
        shell.Completer.custom_matchers.remove(matcher)
    from .sessions import set_workbench  # not needed to load

    workbench = set_workbench(None)
    if workbench is not None:
        workbench.close_sync()
