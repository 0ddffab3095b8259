"""Servers with resources and prompts, for the tests of a module."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from mcp_workbench import Server, Workbench
from tests.conftest import EVERYTHING, ROOT

SERVERS = ROOT / "tests" / "servers"
CHANGING = shlex.join([sys.executable, str(SERVERS / "changing.py")])
LISTER = shlex.join([sys.executable, str(SERVERS / "lister.py")])


@contextmanager
def offering() -> Iterator[Workbench]:
    """A workbench with `everything`, `changing` of the newest revision, `before` it, and `odd`."""
    workbench = Workbench()
    try:
        for name, command, era in (
            ("everything", EVERYTHING, "auto"),
            ("changing", CHANGING, "auto"),
            ("before", CHANGING, "legacy"),
            ("odd", f"{LISTER} odd", "legacy"),
        ):
            assert isinstance(workbench.add(command, name, era=era), Server)
        workbench.loop.block(lambda: _warm(workbench))
        yield workbench
    finally:
        workbench.close_sync()


async def _warm(workbench: Workbench) -> None:
    for server in workbench.servers.values():
        await server.warm()
