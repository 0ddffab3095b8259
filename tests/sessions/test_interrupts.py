"""Interrupts at any moment: the workbench lives on, and leaves no words behind."""

import threading
import time

import pytest

from mcp_workbench.errors import CallTimeout, WorkbenchClosed
from mcp_workbench.sessions.loop import BackgroundLoop
from tests.conftest import FAULTY
from tests.sessions.programs import ended

SHOWER = """
import os, random, signal, threading, time
ROUNDS = 400
signal.signal(signal.SIGINT, signal.default_int_handler)
chance, told = random.Random(7), []

def shower(done):
    while not done.wait(chance.uniform(0.0005, 0.01)):
        os.kill(os.getpid(), signal.SIGINT)

def under_fire(act):
    "Repeat `act` until it was interrupted `ROUNDS` times, or for 12 seconds."
    done, until = threading.Event(), time.monotonic() + 12
    thread = threading.Thread(target=shower, args=(done,), daemon=True)
    thread.start()
    while True:
        try:
            while len(told) < ROUNDS and time.monotonic() < until:
                act()
            done.set()
            thread.join()
            break
        except KeyboardInterrupt:
            told.append(1)
"""


@pytest.mark.alone
async def test_a_loop_of_calls_under_a_shower_of_interrupts_leaves_the_workbench_usable() -> None:
    code, output = await ended(
        SHOWER
        + f"""
from mcp_workbench import Workbench
wb = Workbench()
wb.connect_sync({FAULTY + " none"!r}, "s")
under_fire(lambda: wb.call_sync("s.ok"))
assert len(told) > 100, len(told)
for _ in range(3):
    started = time.monotonic()
    print(wb.call_sync("s.ok", timeout=5).value)
    assert time.monotonic() - started < 1
"""
    )
    assert code == 0, output
    assert output.endswith("done\ndone\ndone\n")
    assert "never awaited" not in output
    assert "mcp_workbench" not in output


async def test_an_interrupt_while_the_thread_starts_does_not_close_anything_for_good() -> None:
    code, output = await ended(
        SHOWER
        + """
import asyncio
from mcp_workbench.sessions.loop import BackgroundLoop
loop = BackgroundLoop()
async def work():
    return "usable"
def start():
    global loop
    loop.stop()
    loop = BackgroundLoop()
    loop.block(work)
under_fire(start)
assert len(told) > 100, len(told)
loop.stop()
loop = BackgroundLoop()
print(loop.block(work))
"""
    )
    assert code == 0, output
    assert output.endswith("usable\n")
    assert "never awaited" not in output


def test_work_is_made_only_where_it_runs() -> None:
    loop = BackgroundLoop()
    try:

        async def where() -> bool:
            return loop.inside

        assert loop.block(where)
    finally:
        loop.stop()
    made: list[bool] = []

    async def never() -> None:
        made.append(True)

    with pytest.raises(WorkbenchClosed):
        loop.block(never)
    assert made == []


def test_a_wait_with_a_limit_ends_whatever_hangs() -> None:
    loop = BackgroundLoop()
    free = threading.Event()

    async def hangs() -> None:
        free.wait(30)

    started = time.monotonic()
    with pytest.raises(CallTimeout):
        loop.block(hangs, limit=0.3)
    assert time.monotonic() - started < 5
    free.set()
    loop.stop()


@pytest.mark.alone
async def test_a_script_ends_although_the_background_thread_hangs() -> None:
    started = time.monotonic()
    code, output = await ended(
        f"""
import threading, time
from mcp_workbench import Workbench
wb = Workbench()
wb.connect_sync({FAULTY + " none"!r}, "s")
print(wb.call_sync("s.ok").value)
hung = threading.Event()
async def hang():
    hung.set()
    time.sleep(60)
wb.loop.submit(hang())
hung.wait()
"""
    )
    assert (code, output) == (0, "done\n")
    assert time.monotonic() - started < 25
