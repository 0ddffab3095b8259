"""Whoever listens learns of every change of a server, on the background loop."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from mcp_workbench import Server, Workbench
from mcp_workbench.errors import WorkbenchError
from tests.conftest import FAULTY
from tests.kernel.drive import Ears

LIMIT = 20  # seconds after which something has gone wrong


class Notes:
    """The states of all servers, as they were at each change."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench, self._here = workbench, asyncio.get_running_loop()
        self._states: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self.threads: set[str] = set()
        self.stop = workbench.listen(self._note)

    def _note(self) -> None:
        self.threads.add(threading.current_thread().name)
        states = {name: server.status for name, server in self._workbench.servers.items()}
        self._here.call_soon_threadsafe(self._states.put_nowait, states)

    async def until(self, **wanted: str) -> None:
        """Wait for a call that came with these states."""
        async with asyncio.timeout(LIMIT):
            while await self._states.get() != wanted:
                pass


@pytest_asyncio.fixture
async def ears() -> AsyncIterator[Ears]:
    async with Ears() as one:
        yield one


async def test_each_state_of_a_server_is_told_on_the_background_loop(
    workbench: Workbench, ears: Ears
) -> None:
    notes = Notes(workbench)
    server = workbench.add(ears.command(), "telling")
    assert isinstance(server, Server)
    await notes.until(telling="registered")
    warming = asyncio.ensure_future(server.warm())
    await notes.until(telling="connecting")
    await notes.until(telling="connected")
    await warming
    await server.close()
    await notes.until(telling="closed")
    await server.remove()
    await notes.until()
    assert notes.threads == {"mcp-workbench"}


async def test_a_server_that_dies_although_nobody_calls_it_is_told(
    workbench: Workbench, ears: Ears
) -> None:
    await workbench.connect(ears.command(), "telling")
    started = await ears.hear("started")
    notes = Notes(workbench)
    os.kill(int(started.split()[1]), signal.SIGKILL)
    await notes.until(telling="failed")
    assert workbench.server("telling").error is not None


async def test_a_server_that_cannot_be_connected_and_its_replacement_are_told(
    workbench: Workbench,
) -> None:
    notes = Notes(workbench)
    with pytest.raises(WorkbenchError):
        await workbench.connect(f"{FAULTY} initialize-error", "one")
    await notes.until(one="failed")
    workbench.add("demo", "one")
    await notes.until(one="registered")


async def test_a_listener_that_fails_neither_stops_the_others_nor_the_servers(
    workbench: Workbench, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise ValueError("of the listener")

    workbench.listen(fail)
    notes = Notes(workbench)
    await workbench.connect("demo")
    await notes.until(demo="connected")
    assert (await workbench.call("demo.add", {"a": 1, "b": 2})).value == 3
    assert "a listener of the workbench failed" in caplog.text


async def test_who_has_stopped_is_not_told_and_no_thread_starts_for_nobody() -> None:
    workbench = Workbench()
    Notes(workbench).stop()
    workbench.add("demo")
    assert not workbench.loop.started


async def test_the_end_of_a_workbench_is_told() -> None:
    async with Workbench() as workbench:
        notes = Notes(workbench)
        await workbench.connect("demo")
    await notes.until(demo="closed")
