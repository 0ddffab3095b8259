"""A person is asked by a line of input below the cell, and whoever cannot be asked denies."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.kernel.drive import LIMIT, Kernel, Message, Shown

# one kernel for all tests here, each of which leaves it usable
SET_UP = """
%load_ext mcp_workbench
from mcp_workbench import get_workbench
from mcp_workbench.asking import Approval, ask_person
wb = get_workbench()
wb.connect_sync("demo")
def ask():
    return Approval("always", ask_person)
def tell(result):
    print(result.value if result.error is None else f"{result.error.code} {result.error.reason}")
    print("" if result.error is None else result.error.what)
async def add(approval):
    return await wb.call("demo.add", {"a": 1, "b": 2}, approval=approval, raise_on_error=False)
def add_sync(approval):
    return wb.call_sync("demo.add", {"a": 1, "b": 2}, approval=approval, raise_on_error=False)
"""
CELLS = pytest.mark.parametrize("cell", ["tell(add_sync(ask()))", "tell(await add(ask()))"])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def kernel(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Kernel]:
    async with Kernel(tmp_path_factory.mktemp("approval")) as one:
        assert (await one.run(SET_UP)).status == "ok"
        yield one


async def asked(kernel: Kernel) -> str:
    """The next question."""
    message = await kernel.client.get_stdin_msg(timeout=LIMIT)
    assert message["msg_type"] == "input_request"
    return message["content"]["prompt"]


async def ended(kernel: Kernel, cell: str) -> Shown:
    reply = await kernel.reply(cell)
    return Shown(reply, await kernel.output(cell, _is_idle))


def _is_idle(message: Message) -> bool:
    return message["msg_type"] == "status" and message["content"]["execution_state"] == "idle"


async def run_without_input(kernel: Kernel, code: str) -> Shown:
    return await ended(kernel, kernel.client.execute(code, allow_stdin=False))


def printed(shown: Shown) -> str:
    assert shown.status == "ok", shown
    return "".join(
        one["content"]["text"] for one in shown.outputs if one["msg_type"] == "stream"
    ).strip()


async def is_usable(kernel: Kernel) -> bool:
    """Whether the next cell runs, gets what is typed for it, and can ask again."""
    cell = kernel.start("print(input('name? '))")
    assert await asked(kernel) == "name? "
    kernel.client.input("Ada")
    assert printed(await ended(kernel, cell)).endswith("Ada")
    return printed(await kernel.run("tell(add_sync(None))")) == "3"


@CELLS
async def test_a_yes_typed_below_the_cell_lets_the_call_pass(kernel: Kernel, cell: str) -> None:
    running = kernel.start(cell)
    question = await asked(kernel)
    kernel.client.input("y")
    assert question == (
        "The model wants to call demo.add\n"
        "    a = 1\n"
        "    b = 2\n"
        "It is asked because the policy asks before every call.\n"
        "Allow it? y = once, a = always in this session, n = no: "
    )
    assert printed(await ended(kernel, running)).endswith("3")
    assert await is_usable(kernel)


@pytest.mark.parametrize("answer", ["n", "", "\x04"])
async def test_what_is_no_yes_denies(kernel: Kernel, answer: str) -> None:
    running = kernel.start("tell(add_sync(ask()))")
    await asked(kernel)
    kernel.client.input(answer)
    shown = printed(await ended(kernel, running))
    assert "approval_denied person\ndemo.add was not called: a person denied it" in shown


async def test_always_holds_for_the_next_calls(kernel: Kernel) -> None:
    running = kernel.start("one = ask()\nfor _ in range(3):\n    tell(add_sync(one))")
    await asked(kernel)
    kernel.client.input(" Always ")
    assert printed(await ended(kernel, running)).split()[-3:] == ["3"] * 3


async def test_an_answer_that_is_none_is_asked_again_and_denies_in_the_end(kernel: Kernel) -> None:
    running = kernel.start("tell(await add(ask()))")
    questions: list[Any] = []
    for _ in range(3):
        questions.append(await asked(kernel))
        kernel.client.input("perhaps")
    assert questions[1:] == ["Please answer y, a or n: "] * 2
    assert "approval_denied person" in printed(await ended(kernel, running))


async def test_calls_at_the_same_time_ask_one_after_the_other(kernel: Kernel) -> None:
    running = kernel.start(
        "import asyncio\nfor one in await asyncio.gather(add(ask()), add(ask())):\n    tell(one)"
    )
    for answer in ("y", "n"):
        await asked(kernel)
        kernel.client.input(answer)
    shown = printed(await ended(kernel, running))
    assert "approval_denied person" in shown
    assert shown.startswith("3\n")


@CELLS
async def test_where_no_input_can_be_typed_it_is_denied_with_the_reason(
    kernel: Kernel, cell: str
) -> None:
    shown = printed(await run_without_input(kernel, cell))
    assert shown == (
        "approval_denied headless\ndemo.add was not called: the policy asks before every call, "
        "and nobody can be asked: no input can be typed where this runs"
    )


async def test_work_that_a_cell_leaves_behind_asks_nobody(kernel: Kernel) -> None:
    await kernel.run(
        "import asyncio\n"
        "go_on = asyncio.Event()\n"
        "async def later():\n"
        "    await go_on.wait()\n"
        "    return await add(ask())\n"
        "task = asyncio.create_task(later())"
    )
    shown = printed(await kernel.run("go_on.set()\ntell(await task)"))
    assert "approval_denied headless" in shown
    assert "its cell has ended" in shown


async def test_a_question_ends_with_its_cell(kernel: Kernel, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    cell = kernel.start(
        "task = asyncio.create_task(add(ask()))\n"
        f"await asyncio.to_thread(lambda: open({str(gate)!r}).read())"
    )
    await asked(kernel)
    gate.write_text("go on")
    assert (await ended(kernel, cell)).status == "ok"
    shown = printed(await kernel.run("tell(await task)"))
    assert "nobody can be asked: its cell has ended" in shown
    assert await is_usable(kernel)


@CELLS
async def test_a_cell_that_is_stopped_while_it_asks_leaves_everything_usable(
    kernel: Kernel, cell: str
) -> None:
    running = kernel.start(cell)
    await asked(kernel)

    reply, seconds = await kernel.interrupt(running)

    assert seconds < 1
    assert reply["ename"] in ("Interrupted", "CancelledError")
    assert len([line for line in reply["traceback"] if line]) == 1
    kernel.client.input("y")  # too late; it answers nothing that comes after
    assert await is_usable(kernel)
    threads = await kernel.run(
        "import threading\nprint([t.name for t in threading.enumerate() if 'tool' in t.name])"
    )
    assert printed(threads) == "[]"
