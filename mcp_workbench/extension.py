"""Loads the workbench into an IPython shell, and takes it out again."""

from __future__ import annotations

import threading
from typing import Any

from .asking import set_this_kernels_asker
from .comm import attach, detach
from .magics import AgentMagics, McpMagics, McpWorkbench, Person

MAGICS = ("mcp", "agent")

_loading = threading.Lock()  # a front end loads it on another thread than cells


def load(shell: Any) -> None:
    """Give an IPython shell the magics, agents somebody to ask, and front ends a way in.

    They work on this process's workbench, the one that `get_workbench` gives. Nothing starts: no
    server, no thread. In a shell that has it all, as from a front end that loaded it unseen, all
    stays as it is.
    """
    with _loading:
        if McpMagics.__name__ in shell.magics_manager.registry:
            return
        McpWorkbench(shell).attach()
        magics = McpMagics(shell)
        of_agents = AgentMagics(shell, magics.unseen)
        set_this_kernels_asker(Person(shell))
        attach(shell)
        magics.attach()
        of_agents.attach()
        # last: by them a front end, which waits for no lock, knows that all the rest is there
        shell.register_magics(magics, of_agents)


def unload(shell: Any) -> None:
    """Take magics, completion and comms away, and close this process's workbench."""
    detach(shell)
    for magics in shell.magics_manager.magics.values():
        for name in MAGICS:
            magics.pop(name, None)
    _unregister(shell)
    for one in [one for one in shell.configurables if isinstance(one, McpWorkbench)]:
        one.detach()
    set_this_kernels_asker(None)
    from .sessions import set_workbench  # not needed to load

    workbench = set_workbench(None)
    if workbench is not None:
        workbench.close_sync()


def _unregister(shell: Any) -> None:
    """Forget an earlier load, and what it asked the shell to tell it."""
    for kind in (McpMagics, AgentMagics):
        magics = shell.magics_manager.registry.pop(kind.__name__, None)
        if magics is not None:
            magics.detach()
