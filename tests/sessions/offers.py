"""Servers with resources and prompts, for the tests of a module."""

from __future__ import annotations

import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from mcp_workbench import Server, Workbench
from tests.conftest import EVERYTHING, ROOT

SERVERS = ROOT / "tests" / "servers"
CHANGING = shlex.join([sys.executable, str(SERVERS / "changing.py")])
HANGING_UP = shlex.join([sys.executable, str(SERVERS / "hanging_up.py")])
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


@contextmanager
def changing_web() -> Iterator[str]:
    """The URL of `changing` over HTTP, in a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, str(SERVERS / "changing.py"), str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as child:
        try:
            _until_it_listens(port)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            child.kill()


def _until_it_listens(port: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
    raise TimeoutError(f"nothing listens at port {port}")
