"""A connection is there whole, in the time that it may take, or not at all."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import pytest

from mcp_workbench import Server, Workbench, WorkbenchError
from mcp_workbench.asking import Approval, Decision, Question
from mcp_workbench.errors import ApprovalDenied, ConnectionFailed, ProtocolError
from mcp_workbench.sessions.idleness import Idleness
from tests.sessions.halting import Halting
from tests.sessions.lively import Lively
from tests.sessions.programs import until


@pytest.fixture
def halting(tmp_path: Path) -> Halting:
    """A server of its own for each test."""
    return Halting(tmp_path)


async def nothing() -> None:
    pass


async def yes(_question: Question) -> Decision:
    return "once"


async def test_what_was_cut_short_while_it_connected_is_never_used(
    workbench: Workbench, halting: Halting
) -> None:
    halting.be(tool="as approved")
    server = await workbench.connect(halting.spec(), "late")
    assert isinstance(server, Server)
    await server.subscribe("notes://all", print)
    await server.close()
    halting.be(tool="another one", resources_subscribe=[None])
    asked = len(server.messages.find(method="resources/subscribe"))
    warming = asyncio.ensure_future(server.warm())
    await until(lambda: len(server.messages.find(method="resources/subscribe")) > asked)
    warming.cancel()
    with pytest.raises(asyncio.CancelledError):
        await warming
    await until(lambda: server.status != "connecting")
    assert server.live_connection is None
    halting.be(tool="another one")
    with pytest.raises(ApprovalDenied) as caught:
        await workbench.call("late.look", approval=Approval(asker=yes))
    assert caught.value.reason == "tool-changed"


async def test_closing_is_heeded_by_a_connect_that_waits_for_a_secret(
    workbench: Workbench, halting: Halting
) -> None:
    await workbench.connect("demo")
    workbench.secrets.set("LATE_TOKEN", "kept for the test")
    halting.be(initialize=[None])
    server = workbench.add(halting.spec(env={"TOKEN": "${secret:LATE_TOKEN}"}), "late")
    assert isinstance(server, Server)
    busy = threading.Event()

    async def keep_the_threads_busy() -> list[asyncio.Task[bool]]:
        return [asyncio.create_task(asyncio.to_thread(busy.wait, 20)) for _ in range(64)]

    try:
        await workbench.loop.wait(keep_the_threads_busy)
        warming = asyncio.ensure_future(server.warm())
        await workbench.loop.wait(nothing)
        closing = asyncio.ensure_future(server.close())
        await workbench.loop.wait(nothing)
    finally:
        busy.set()
    with pytest.raises(ConnectionFailed) as caught:
        await asyncio.wait_for(warming, 10)
    assert caught.value.reason == "closed"
    await closing
    assert not server.messages
    workbench.secrets.delete("LATE_TOKEN")


async def test_all_of_connecting_has_one_limit(workbench: Workbench, halting: Halting) -> None:
    halting.be(initialize=[1], tools_list=[1.5])
    server = workbench.add(halting.spec(startup_timeout=2), "late")
    assert isinstance(server, Server)
    with pytest.raises(ConnectionFailed, match="within 2 s") as caught:
        await server.warm()
    assert caught.value.reason == "timeout"
    assert server.status == "failed"


async def test_a_server_that_never_says_which_log_it_keeps_is_connected_at_once(
    workbench: Workbench, halting: Halting
) -> None:
    halting.be(logging_setLevel=[None])
    started = time.monotonic()
    server = await workbench.connect(halting.spec(startup_timeout=5), "late")
    assert isinstance(server, Server)
    assert time.monotonic() - started < 5
    methods = [one.method for one in server.messages if one.direction == "sent"]
    assert "logging/setLevel" in methods
    assert (await workbench.call("late.look")).text == "looked"


async def test_a_call_that_begins_while_a_person_is_asked_is_not_on_the_clock(
    workbench: Workbench, lively: Lively
) -> None:
    server = await workbench.connect(lively.spec(), "lively")
    assert isinstance(server, Server)
    asked, answered = threading.Event(), threading.Event()

    async def ask() -> None:
        connection = await server.connection()
        with connection.uncounted():
            with connection.uncounted():
                pass
            asked.set()
            await asyncio.to_thread(answered.wait, 20)

    asking = asyncio.ensure_future(workbench.loop.wait(ask))
    await until(asked.is_set)
    try:
        result = await workbench.call("lively.work", {"seconds": 0.6}, timeout=0.3)
    finally:
        answered.set()
    assert result.value == "worked 0.6"
    await asking


async def test_listing_counts_as_use(workbench: Workbench, halting: Halting) -> None:
    halting.be(tools_list=[0, 1.2])
    server = await workbench.connect(halting.spec(idle_timeout=0.4), "late")
    assert isinstance(server, Server)
    assert [one.name for one in await workbench.tools("late")] == ["look"]
    await until(lambda: server.status == "closed")


async def test_a_subscription_that_is_refused_keeps_no_connection_in_use(
    workbench: Workbench, halting: Halting
) -> None:
    halting.be(refuses="resources/subscribe")
    server = await workbench.connect(halting.spec(idle_timeout=0.4), "late")
    assert isinstance(server, Server)
    with pytest.raises(WorkbenchError):
        await server.subscribe("notes://all", print)
    await until(lambda: server.status == "closed")


async def test_who_subscribes_beside_another_one_is_refused_with_that_one(
    workbench: Workbench, halting: Halting
) -> None:
    halting.be(refuses="resources/subscribe", resources_subscribe=[0.3])
    server = await workbench.connect(halting.spec(), "late")
    assert isinstance(server, Server)
    both = (server.subscribe("notes://all", print) for _ in range(2))
    outcomes = await asyncio.gather(*both, return_exceptions=True)
    assert [type(one) for one in outcomes] == [ProtocolError, ProtocolError]


async def test_a_use_that_ends_after_the_connection_starts_no_clock() -> None:
    retired: list[str] = []
    ended = Idleness(0.01, lambda: retired.append("ended"))
    other = Idleness(0.05, lambda: retired.append("other"))
    with ended, other:
        ended.end()
    await until(lambda: bool(retired))
    assert retired == ["other"]


async def test_a_transport_that_breaks_down_is_not_taken_for_an_answer_of_the_server(
    workbench: Workbench, halting: Halting
) -> None:
    server = await workbench.connect(halting.spec(), "late")
    assert isinstance(server, Server)
    connection = server.live_connection
    assert connection is not None
    connection.heard["notifications/odd"] = break_down
    halting.be(says={"tools/call": ["notifications/odd"]})
    result = await workbench.call("late.look", raise_on_error=False)
    assert result.error is not None
    assert "-32000" not in result.error.what
    assert server.status == "failed"
    assert (await workbench.call("late.look")).text == "looked"


def break_down(_method: str, _params: object) -> None:
    raise ZeroDivisionError("no such number")
