"""Calls run side by side over one connection; a server may ask for fewer."""

from __future__ import annotations

import asyncio
import time

import pytest

from mcp_workbench import Workbench
from tests.sessions.lively import Lively
from tests.sessions.programs import until


@pytest.mark.requirement("CON-13")
async def test_calls_over_one_connection_run_side_by_side(
    workbench: Workbench, lively: Lively
) -> None:
    await workbench.connect(lively.spec(), "lively")
    started = time.monotonic()
    calls = [workbench.call("lively.work", {"seconds": 0.5}) for _ in range(12)]
    results = await asyncio.gather(*calls)
    assert time.monotonic() - started < 3  # one after the other it would be 6
    assert {result.value for result in results} == {"worked 0.5"}


@pytest.mark.requirement("CON-13")
async def test_a_server_that_does_one_thing_at_a_time_gets_its_calls_in_order(
    workbench: Workbench, lively: Lively
) -> None:
    await workbench.connect(lively.spec(max_concurrency=1), "lively")
    calls = [workbench.call("lively.alone", {"number": number}) for number in range(8)]
    results = await asyncio.gather(*calls)
    assert [result.value for result in results] == [str(number) for number in range(8)]
    # the wait in the queue is no time of the call
    assert max(result.elapsed for result in results) < 0.35


@pytest.mark.requirement("CON-13")
async def test_without_a_limit_such_a_server_is_told_too_much(
    workbench: Workbench, lively: Lively
) -> None:
    await workbench.connect(lively.spec(), "lively")
    calls = [workbench.call("lively.alone", raise_on_error=False) for _ in range(4)]
    results = await asyncio.gather(*calls)
    assert any("still active" in result.text for result in results)


@pytest.mark.requirement("CON-13")
async def test_the_limit_of_a_call_starts_when_its_turn_comes(
    workbench: Workbench, lively: Lively
) -> None:
    await workbench.connect(lively.spec(max_concurrency=1), "lively")
    calls = [workbench.call("lively.work", {"seconds": 0.3}, timeout=0.8) for _ in range(4)]
    results = await asyncio.gather(*calls)
    assert {result.value for result in results} == {"worked 0.3"}


@pytest.mark.requirement("CON-13")
async def test_who_is_interrupted_in_the_queue_has_left_it(
    workbench: Workbench, lively: Lively
) -> None:
    await workbench.connect(lively.spec(max_concurrency=1), "lively")
    first = asyncio.ensure_future(workbench.call("lively.work", {"seconds": 1}))
    await lively.noted("call work")
    second = asyncio.ensure_future(workbench.call("lively.alone", {"number": 2}))
    third = asyncio.ensure_future(workbench.call("lively.alone", {"number": 3}))
    await asyncio.sleep(0)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    assert (await first).value == "worked 1"
    assert (await third).value == "3"
    assert lively.lines.count("call alone") == 1
    assert lively.lines.count("cancelled") == 0


async def test_who_waits_in_the_queue_of_a_server_that_dies_is_called_over_the_next_connection(
    workbench: Workbench, lively: Lively
) -> None:
    await workbench.connect(lively.spec(max_concurrency=1), "lively")
    dying = asyncio.ensure_future(workbench.call("lively.pay", {"deaths": 1}, raise_on_error=False))
    others = [
        asyncio.ensure_future(workbench.call("lively.alone", {"number": number}))
        for number in range(2)
    ]
    error = (await dying).error
    assert error is not None
    assert error.code == "mcp_may_have_run"
    assert [(await one).value for one in others] == ["0", "1"]


async def test_all_cells_and_agents_share_one_process_until_it_is_closed(
    workbench: Workbench, lively: Lively
) -> None:
    server = await workbench.connect(lively.spec(), "lively")
    pids = {(await workbench.call("lively.pid")).value for _ in range(3)}
    assert {await server.tool("pid")()} == pids
    assert len(pids) == 1
    await server.close()
    assert (await workbench.call("lively.pid")).value not in pids


@pytest.mark.requirement("CON-07")
async def test_a_connection_that_nobody_uses_is_closed_and_the_next_use_connects_again(
    workbench: Workbench, lively: Lively
) -> None:
    states: list[str] = []
    server = await workbench.connect(lively.spec(idle_timeout=0.3), "lively")
    workbench.listen(lambda: states.append(server.status))
    pid = (await workbench.call("lively.pid")).value
    await until(lambda: server.status == "closed")
    assert server.error is None
    assert "lively" in workbench.servers
    await until(lambda: "closed" in states)
    assert (await workbench.call("lively.pid")).value != pid
    assert server.status == "connected"


@pytest.mark.requirement("CON-07")
async def test_a_call_in_flight_and_a_subscription_are_uses(
    workbench: Workbench, lively: Lively
) -> None:
    server = await workbench.connect(lively.spec(idle_timeout=0.2), "lively")
    pid = (await workbench.call("lively.pid")).value
    assert (await workbench.call("lively.work", {"seconds": 0.6})).value == "worked 0.6"
    connection = await server.connection()

    async def hold(held: asyncio.Event, done: asyncio.Event) -> None:
        with connection.in_use():
            held.set()
            await done.wait()

    held, done = asyncio.Event(), asyncio.Event()
    holding = asyncio.ensure_future(workbench.loop.wait(hold(held, done)))
    assert (await workbench.call("lively.work", {"seconds": 0.5})).value == "worked 0.5"
    assert (await workbench.call("lively.pid")).value == pid
    workbench.loop.post(done.set)
    await holding
    await until(lambda: server.status == "closed")


@pytest.mark.requirement("CON-07")
async def test_without_an_idle_timeout_a_connection_stays(lively: Lively) -> None:
    assert lively.spec().idle_timeout is None
