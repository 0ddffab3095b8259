"""Closing ends what is still connecting, from wherever it is closed."""

import asyncio
import shlex
import sys
import threading
import time
from contextlib import suppress

import pytest

from mcp_workbench import Server, Workbench
from mcp_workbench.errors import (
    CallCancelled,
    ConnectionFailed,
    ServerNotFound,
    WorkbenchClosed,
)
from mcp_workbench.sessions.server import CLOSING
from tests.conftest import FAULTY, ROOT
from tests.sessions.programs import ended, until

ASKING = shlex.join([sys.executable, str(ROOT / "tests" / "servers" / "asking.py")])
BOUND = 10  # seconds; a server that never answers is given up after 30


@pytest.mark.requirement("CON-06")
@pytest.mark.parametrize("fault", ["mute", "slow-start", "stubborn"])
@pytest.mark.parametrize("how", ["close", "remove", "workbench"])
async def test_closing_ends_a_server_that_is_still_connecting(
    workbench: Workbench, fault: str, how: str
) -> None:
    server = workbench.add(f"{FAULTY} {fault}", "late")
    assert isinstance(server, Server)
    warming = asyncio.ensure_future(server.warm())
    waiting = asyncio.ensure_future(workbench.call("late.ok"))
    await until(lambda: server.status == "connecting")
    started = time.monotonic()
    await {"close": server.close, "remove": server.remove, "workbench": workbench.close}[how]()
    assert time.monotonic() - started < BOUND
    for one in (warming, waiting):
        with pytest.raises(ConnectionFailed) as caught:
            await one
        assert caught.value.reason == "closed"
    assert server.status == "closed"


async def test_a_server_that_was_closed_while_it_connected_connects_again(
    workbench: Workbench,
) -> None:
    server = workbench.add(f"{FAULTY} slow-start", "late")
    assert isinstance(server, Server)
    warming = asyncio.ensure_future(server.warm())
    await until(lambda: server.status == "connecting")
    await server.close()
    with pytest.raises(ConnectionFailed):
        await warming
    assert (await workbench.call("late.ok")).value == "done"


@pytest.mark.parametrize("fault", ["mute", "slow-start"])
@pytest.mark.parametrize(
    ("state", "close"), [("registered", ""), ("connecting", ""), ("connecting", "wb.close_sync()")]
)
async def test_a_script_ends_while_a_server_is_still_connecting(
    fault: str, state: str, close: str
) -> None:
    text = f"""
import time
from mcp_workbench import Workbench
wb = Workbench()
server = wb.add({FAULTY + " " + fault!r}, "late")
wb.loop.submit(server.connection())
while server.status != {state!r}:
    time.sleep(0.01)
print(server.status, flush=True)
{close}
"""
    started = time.monotonic()
    assert await ended(text) == (0, f"{state}\n")
    assert time.monotonic() - started < 2 * BOUND


@pytest.mark.parametrize("how", ["close", "remove"])
async def test_a_call_that_closing_cuts_off_is_cancelled_and_blames_nobody(
    workbench: Workbench, how: str
) -> None:
    server = await workbench.connect(f"{FAULTY} none", "one")
    assert isinstance(server, Server)
    waiting = asyncio.ensure_future(workbench.call("one.wait"))
    await until(lambda: "waiting" in server.log)
    await {"close": server.close, "remove": server.remove}[how]()
    with pytest.raises(CallCancelled, match="'one' was closed") as caught:
        await waiting
    assert "exit code" not in str(caught.value)


async def test_a_removed_server_refuses_to_connect_again(workbench: Workbench) -> None:
    server = await workbench.connect(f"{FAULTY} none", "one")
    assert isinstance(server, Server)
    await server.remove()
    with pytest.raises(ServerNotFound, match="removed"):
        await server.warm()
    assert server.status == "closed"
    other = await workbench.connect(f"{FAULTY} none", "one")
    with pytest.raises(ServerNotFound, match="removed"):
        await server.warm()
    assert isinstance(other, Server)
    assert other.status == "connected"


async def test_closing_waits_for_no_code_of_a_person_that_does_not_end(
    workbench: Workbench,
) -> None:
    server = await workbench.connect(ASKING, "asking")
    assert isinstance(server, Server)
    may_end, asked = threading.Event(), threading.Event()

    async def never(question: object) -> str:
        asked.set()
        while not may_end.is_set():
            with suppress(asyncio.CancelledError):
                await asyncio.to_thread(may_end.wait, 30)
        return "cancel"

    workbench.elicitation = never
    for is_cancelled in (True, False):
        asked.clear()
        calling = asyncio.create_task(workbench.call("asking.elicit", raise_on_error=False))
        assert await asyncio.to_thread(asked.wait, 10)
        if is_cancelled:
            calling.cancel()
        started = time.monotonic()
        await server.close()
        assert time.monotonic() - started < BOUND / 2
        assert server.status == "closed"
        await asyncio.wait([calling])
    may_end.set()
    workbench.elicitation = "decline"
    assert (await workbench.call("asking.elicit")).value == {"action": "decline"}


async def test_closing_a_workbench_ends_although_a_listener_blocks_all_of_it() -> None:
    workbench, may_end, begun = Workbench(), threading.Event(), threading.Event()
    server = await workbench.connect(ASKING, "asking")
    assert isinstance(server, Server)

    def block(_: object) -> None:
        begun.set()
        may_end.wait(60)

    server.on_log = block
    calling = asyncio.create_task(workbench.call("asking.log", raise_on_error=False))
    assert await asyncio.to_thread(begun.wait, 10)
    started = time.monotonic()
    try:
        await workbench.close()
        assert time.monotonic() - started < CLOSING + BOUND
    finally:
        may_end.set()
    assert isinstance((await calling).error, WorkbenchClosed)
