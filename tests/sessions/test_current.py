"""The workbench of this kernel is always one that can be used."""

from collections.abc import Iterator

import pytest

from mcp_workbench import Workbench, get_workbench
from mcp_workbench.sessions import set_workbench, watch_workbench
from tests.conftest import DEMO, FAULTY
from tests.sessions.programs import ended


@pytest.fixture(autouse=True)
def _nobody_elses() -> Iterator[None]:
    before = set_workbench(None)
    yield
    mine = set_workbench(before)
    if mine is not None:
        mine.close_sync()


def test_it_is_made_once() -> None:
    assert get_workbench() is get_workbench()


def test_one_that_was_closed_is_replaced() -> None:
    first = get_workbench()
    first.connect_sync(DEMO, "demo")
    first.close_sync()
    second = get_workbench()
    assert second is not first
    second.connect_sync(DEMO, "demo")
    assert second.call_sync("demo.add", {"a": 1, "b": 2}).value == 3


def test_one_that_was_closed_before_any_use_is_replaced_too() -> None:
    first = get_workbench()
    first.close_sync()
    assert get_workbench() is not first


def test_a_watcher_that_fails_keeps_nothing_from_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError

    heard: list[object] = []
    stops = [watch_workbench(fail), watch_workbench(heard.append), watch_workbench(heard.append)]
    workbench = get_workbench()
    stops[1]()
    stops[1]()
    set_workbench(None)
    for stop in stops:
        stop()
    set_workbench(workbench)
    assert heard == [workbench, workbench, None]
    assert "a watcher of the workbench failed" in caplog.text


async def test_the_one_of_an_open_block_is_this_kernels() -> None:
    async with Workbench() as workbench:
        assert get_workbench() is workbench
    assert get_workbench() is not workbench


async def test_a_fork_gets_one_of_its_own() -> None:
    text = f"""
import os, sys, warnings
warnings.simplefilter("ignore", DeprecationWarning)
from mcp_workbench import get_workbench
parent = get_workbench()
parent.connect_sync({FAULTY + " none"!r}, "s")
child = os.fork()
if child == 0:
    own = get_workbench()
    own.connect_sync({FAULTY + " none"!r}, "s")
    print(own is parent, own.call_sync("s.ok").value, flush=True)
    own.close_sync()
    sys.exit(0)
os.waitpid(child, 0)
print(get_workbench() is parent, parent.call_sync("s.ok").value)
"""
    assert await ended(text) == (0, "False done\nTrue done\n")
