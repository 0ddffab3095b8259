"""Waiting for the background loop: from threads, cells, other loops; stopped by signals."""

import asyncio
import time

import pytest

from mcp_workbench import Workbench
from mcp_workbench.errors import CallCancelled, UsageInvalid, WorkbenchClosed, WorkbenchError
from mcp_workbench.sessions.loop import BackgroundLoop
from tests.conftest import DEMO, FAULTY
from tests.sessions.programs import ended, interrupted


@pytest.fixture
def loop():
    found = BackgroundLoop()
    yield found
    found.stop()


async def double(number: int) -> int:
    await asyncio.sleep(0)
    return 2 * number


def test_blocking_gives_the_value_or_raises_what_the_work_raised(loop: BackgroundLoop) -> None:
    assert not loop.started
    assert loop.block(double(2)) == 4

    async def fail() -> None:
        raise TimeoutError("of the work itself")

    with pytest.raises(TimeoutError, match="of the work itself"):
        loop.block(fail())


async def test_both_ways_work_where_a_loop_runs_already(loop: BackgroundLoop) -> None:
    assert loop.block(double(2)) == 4
    assert await loop.wait(double(3)) == 6


async def test_blocking_does_not_wait_for_what_was_awaited_before_in_the_same_round(
    loop: BackgroundLoop,
) -> None:
    assert loop.block(double(0)) == 0
    started = time.monotonic()
    for number in range(20):
        awaited = asyncio.ensure_future(loop.wait(double(number)))
        await asyncio.sleep(0)  # it is on its way, and its wake-up is due in the next round
        assert loop.block(double(number)) == 2 * number
        assert await awaited == 2 * number
    assert time.monotonic() - started < 2  # woken by the next look alone, 4 s


async def test_many_at_once_come_back_each_to_its_own_awaiter(loop: BackgroundLoop) -> None:
    found = await asyncio.gather(*(loop.wait(double(number)) for number in range(1000)))
    assert found == [2 * number for number in range(1000)]


async def test_work_that_is_sent_together_begins_a_little_in_each_round(
    loop: BackgroundLoop,
) -> None:
    begun: list[int] = []
    begun_by_then: list[int] = []

    async def work(number: int) -> None:
        begun.append(number)
        await asyncio.sleep(0)
        begun_by_then.append(len(begun))

    await asyncio.gather(*(loop.wait(work(number)) for number in range(64)))
    assert begun == list(range(64))
    assert begun_by_then[0] < 20


def test_blocking_on_the_background_thread_is_refused(loop: BackgroundLoop) -> None:
    async def nested() -> int:
        return loop.block(double(1))

    with pytest.raises(UsageInvalid, match="without _sync"):
        loop.block(nested())


def test_work_that_something_else_cancelled_is_told_as_such(loop: BackgroundLoop) -> None:
    async def cancelled() -> None:
        raise asyncio.CancelledError

    with pytest.raises(CallCancelled):
        loop.block(cancelled())


async def test_awaited_work_that_something_else_cancelled_is_told_as_such(
    loop: BackgroundLoop,
) -> None:
    async def cancelled() -> None:
        raise asyncio.CancelledError

    with pytest.raises(CallCancelled):
        await loop.wait(cancelled())


async def test_cancelling_the_awaiter_cancels_the_work(loop: BackgroundLoop) -> None:
    ended = asyncio.Event()
    here = asyncio.get_running_loop()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            here.call_soon_threadsafe(ended.set)

    awaiter = asyncio.ensure_future(loop.wait(work()))
    await asyncio.wait({awaiter}, timeout=0.05)
    awaiter.cancel()
    await asyncio.wait_for(ended.wait(), 5)
    assert awaiter.cancelled() or await asyncio.wait({awaiter}, timeout=5)


async def test_a_timeout_around_an_await_is_a_timeout(loop: BackgroundLoop) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await loop.wait(asyncio.sleep(60))


def test_stopping_is_safe_twice_and_before_any_use(loop: BackgroundLoop) -> None:
    loop.stop()
    loop.stop()
    with pytest.raises(WorkbenchClosed) as caught:
        loop.block(double(1))
    assert caught.value.reason == "closed"
    assert not loop.usable


def test_a_stopped_loop_leaves_nobody_waiting(loop: BackgroundLoop) -> None:
    import threading

    errors: list[WorkbenchError] = []
    waiting = threading.Event()

    async def work() -> None:
        waiting.set()
        await asyncio.sleep(60)

    def block() -> None:
        try:
            loop.block(work())
        except WorkbenchError as error:
            errors.append(error)

    thread = threading.Thread(target=block)
    thread.start()
    waiting.wait(5)
    loop.stop()
    thread.join(5)
    assert [error.reason for error in errors] == ["closed"]


async def test_an_interrupt_stops_a_blocking_call_tells_the_server_and_keeps_the_connection() -> (
    None
):
    text = f"""
import threading, time
from mcp_workbench import Workbench
wb = Workbench()
server = wb.connect_sync({FAULTY + " none"!r}, "s")
def tell():
    while "waiting" not in server.log:
        time.sleep(0.01)
    print("ready", flush=True)
threading.Thread(target=tell, daemon=True).start()
try:
    wb.call_sync("s.wait")
except KeyboardInterrupt as error:
    print(type(error).__name__, *error._render_traceback_(), flush=True)
while server.log[-1] == "waiting":  # another pipe than that of the answers
    wb.call_sync("s.ok")
print(wb.call_sync("s.echo", {{"text": "usable"}}).value, server.log[-1])
"""
    code, output, elapsed = await interrupted(text)
    assert code == 0
    assert elapsed < 1
    first, last = output.splitlines()
    assert first == "Interrupted KeyboardInterrupt: stopped; the server was told"
    assert last.startswith("usable cancelled ")


@pytest.mark.parametrize("fault", ["mute", "stubborn"])
async def test_an_interrupt_stops_connecting_to_a_silent_server_within_a_second(
    fault: str,
) -> None:
    text = f"""
import threading, time
from mcp_workbench import Workbench
wb = Workbench()
wb.connect_sync({FAULTY + " none"!r}, "warm")
server = wb.add({FAULTY + " " + fault!r}, "s")
def tell():
    while server.status != "connecting":
        time.sleep(0.01)
    print("ready", flush=True)
threading.Thread(target=tell, daemon=True).start()
try:
    server.warm_sync()
except KeyboardInterrupt as error:
    print(type(error).__name__, server.status, flush=True)
print(wb.call_sync("warm.ok").value)
"""
    code, output, elapsed = await interrupted(text)
    assert code == 0
    assert output.splitlines() == ["Interrupted registered", "done"]
    assert elapsed < 1


async def test_an_interrupt_reaches_an_awaited_call() -> None:
    text = f"""
import asyncio, signal
from mcp_workbench import Workbench
async def main():
    async with Workbench() as wb:
        server = await wb.connect({FAULTY + " none"!r}, "s")
        work = asyncio.ensure_future(wb.call("s.wait"))
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, work.cancel)
        while "waiting" not in server.log:
            await asyncio.sleep(0.01)
        print("ready", flush=True)
        try:
            await work
        except asyncio.CancelledError as error:
            print("stopped", flush=True)
        while server.log[-1] == "waiting":  # another pipe than that of the answers
            await wb.call("s.ok")
        print((await wb.call("s.echo", {{"text": "usable"}})).value, server.log[-1])
asyncio.run(main())
"""
    code, output, elapsed = await interrupted(text)
    assert code == 0
    assert elapsed < 1
    assert output.splitlines()[0] == "stopped"
    assert output.splitlines()[1].startswith("usable cancelled ")


async def test_a_script_that_closes_nothing_ends_at_once_and_without_a_word() -> None:
    text = f"""
from mcp_workbench import Workbench
wb = Workbench()
wb.connect_sync({FAULTY + " none"!r}, "s")
print(wb.call_sync("s.ok").value)
"""
    assert await ended(text) == (0, "done\n")


async def test_a_fork_is_told_instead_of_hanging() -> None:
    text = f"""
import os, sys, warnings
warnings.simplefilter("ignore", DeprecationWarning)
from mcp_workbench import Workbench
wb = Workbench()
wb.connect_sync({FAULTY + " none"!r}, "s")
child = os.fork()
if child == 0:
    error = wb.call_sync("s.ok", raise_on_error=False).error
    wb.close_sync()
    print(error.code, error.reason, flush=True)
    sys.exit(0)
os.waitpid(child, 0)
print(wb.call_sync("s.ok").value)
"""
    assert await ended(text) == (0, "workbench_closed forked\ndone\n")


async def test_a_closed_workbench_says_so(workbench: Workbench) -> None:
    await workbench.connect(DEMO, "demo")
    await workbench.close()
    await workbench.close()
    result = await workbench.call("demo.add", {"a": 1, "b": 2}, raise_on_error=False)
    assert result.error is not None
    assert (result.error.code, result.error.reason) == ("workbench_closed", "closed")
    assert workbench.server("demo").status == "closed"
