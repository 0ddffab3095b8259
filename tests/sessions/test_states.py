"""The states of a server, each told within half a second to whoever listens."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator

import pytest

from mcp_workbench import HttpServer, Workbench
from mcp_workbench.comm.state import state_of
from mcp_workbench.errors import AuthorizationRequired, ConnectionFailed
from mcp_workbench.magics.listings import ServerListing
from tests.conftest import FAULTY
from tests.servers.forgetful import Forgetful
from tests.sessions.lively import Lively

LIMIT = 20  # seconds after which something has gone wrong
SOON = 0.5  # seconds within which each change is told


@pytest.fixture
def forgetful() -> Iterator[Forgetful]:
    with Forgetful() as server:
        yield server


class Told:
    """The states as they are told, with the time of each."""

    def __init__(self, workbench: Workbench, name: str) -> None:
        self._workbench, self._name = workbench, name
        self._here = asyncio.get_running_loop()
        self._queue: asyncio.Queue[tuple[float, str]] = asyncio.Queue()
        self.states: list[str] = []
        workbench.listen(self._note)

    def _note(self) -> None:
        server = self._workbench.servers.get(self._name)
        state = "gone" if server is None else server.status
        self._here.call_soon_threadsafe(self._queue.put_nowait, (time.monotonic(), state))

    async def until(self, state: str) -> float:
        """When it was first told, on the clock of `time.monotonic`."""
        async with asyncio.timeout(LIMIT):
            while True:
                when, told = await self._queue.get()
                self.states.append(told)
                if told == state:
                    return when


@pytest.mark.requirement("CON-09")
async def test_a_life_passes_through_its_states(workbench: Workbench, lively: Lively) -> None:
    told = Told(workbench, "lively")
    server = workbench.add(lively.spec(), "lively")
    await told.until("registered")
    await server.warm()
    await told.until("connected")
    started = time.monotonic()
    await server.close()
    assert await told.until("closed") - started < LIMIT
    assert next(state for state in told.states if state != "registered") == "connecting"
    await server.remove()
    await told.until("gone")


@pytest.mark.requirement("CON-09")
async def test_a_process_that_dies_without_being_called_is_told_within_half_a_second(
    workbench: Workbench, lively: Lively
) -> None:
    server = await workbench.connect(lively.spec(), "lively")
    pid = int((await workbench.call("lively.pid")).value)
    told = Told(workbench, "lively")
    started = time.monotonic()
    os.kill(pid, signal.SIGKILL)
    assert await told.until("failed") - started < SOON
    assert server.error is not None
    assert server.error.reason == "closed"
    (state,) = state_of(workbench, 1)["servers"]
    assert state["status"] == "failed"
    assert state["error"] is not None
    assert " failed " in repr(ServerListing(workbench.servers.values()))


@pytest.mark.requirement("CON-09")
async def test_a_server_that_says_no_more_but_lives_on_is_told_within_half_a_second(
    workbench: Workbench,
) -> None:
    server = await workbench.connect(f"{FAULTY} closes-output", "odd")
    told = Told(workbench, "odd")
    started = time.monotonic()
    calling = asyncio.ensure_future(workbench.call("odd.ok", raise_on_error=False))
    assert await told.until("failed") - started < SOON
    assert server.error is not None
    assert server.error.hint
    await calling


@pytest.mark.requirement("CON-09")
async def test_a_server_that_wants_a_sign_in_says_so_and_is_tried_again_by_the_next_use(
    workbench: Workbench, forgetful: Forgetful
) -> None:
    told = Told(workbench, "web")
    server = workbench.add(HttpServer(f"{forgetful.url}/status/401"), "web")
    with pytest.raises(AuthorizationRequired):
        await server.warm()
    await told.until("needs_auth")
    assert server.status == "needs_auth"
    (state,) = state_of(workbench, 1)["servers"]
    assert state["status"] == "needs_auth"
    assert repr(server).startswith("<Server web needs_auth")
    assert "needs_auth" in repr(ServerListing(workbench.servers.values()))
    workbench.add(HttpServer(f"{forgetful.url}/mcp"), "web")
    await workbench.server("web").warm()
    await told.until("connected")


@pytest.mark.requirement("CON-09")
async def test_a_sign_in_that_is_lost_in_the_middle_is_a_state_and_the_next_use_connects_again(
    workbench: Workbench, forgetful: Forgetful
) -> None:
    server = await workbench.connect(HttpServer(f"{forgetful.url}/mcp"), "web")
    told = Told(workbench, "web")
    forgetful.forget("401")
    started = time.monotonic()
    with pytest.raises(AuthorizationRequired):
        await workbench.call("web.ok")
    assert await told.until("needs_auth") - started < LIMIT
    assert server.status == "needs_auth"
    assert (await workbench.call("web.ok")).value == "xxxx"
    assert server.status == "connected"


async def test_one_tool_that_is_forbidden_ends_no_connection(
    workbench: Workbench, forgetful: Forgetful
) -> None:
    server = await workbench.connect(HttpServer(f"{forgetful.url}/mcp"), "web")
    forgetful.forget("403")
    result = await workbench.call("web.ok", raise_on_error=False)
    assert result.error is not None
    assert result.error.code == "authorization_required"
    assert server.status == "connected"
    assert forgetful.methods.count("initialize") == 1


@pytest.mark.requirement("CON-09")
async def test_an_http_server_that_went_away_is_noticed_by_the_next_use(
    workbench: Workbench, forgetful: Forgetful
) -> None:
    server = await workbench.connect(HttpServer(f"{forgetful.url}/mcp"), "web")
    told = Told(workbench, "web")
    forgetful.go_away()
    with pytest.raises(ConnectionFailed):
        await workbench.call("web.ok")
    await told.until("failed")
    assert server.status == "failed"
    assert server.error is not None
    assert server.error.hint


async def test_a_call_in_flight_beside_one_whose_sign_in_is_lost_may_have_run(
    workbench: Workbench, forgetful: Forgetful
) -> None:
    await workbench.connect(HttpServer(f"{forgetful.url}/mcp"), "web")
    waiting = asyncio.ensure_future(workbench.call("web.silent", raise_on_error=False))
    await forgetful.called("silent")
    forgetful.forget("401")
    result = await workbench.call("web.ok", raise_on_error=False)
    assert result.error is not None
    assert result.error.code == "authorization_required"
    error = (await waiting).error
    assert error is not None
    assert error.code == "mcp_may_have_run"
