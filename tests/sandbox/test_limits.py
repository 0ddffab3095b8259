"""Every limit of the sandbox ends an evaluation with words of its own, and nothing else."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest

from mcp_workbench.errors import ConfigInvalid, LimitReached
from mcp_workbench.sandbox import Evaluation, Limits, Repl
from tests.sandbox.given import LIMITS, TOOLS, WAIT, Given

REACHED = [
    ("cpu-time", "while True: pass", "computed for more than 0.4 s"),
    ("cpu-time", "try:\n    while True: pass\nexcept BaseException: pass", "computed"),
    ("cpu-time", "sum(range(10**12))", "computed"),
    ("wall-time", "wait(60)", "took more than 1.5 s, tools included"),
    ("wall-time", "await wait(60)", "took more than 1.5 s"),
    (
        "memory",
        "a = []\nwhile True: a.append('x' * 100_000)",
        "more than 48,000,000 bytes of memory",
    ),
    ("memory", "try:\n    'x' * 10**9\nexcept BaseException: pass", "memory"),
    ("memory", "10 ** 10 ** 9", "memory"),
    ("memory", "('ß' * 14_000_000).upper()", "more than 48,000,000 bytes of memory"),
    ("tool-calls", "while True: shop.find('hat')", "more than 20 times"),
    ("tool-calls", "import asyncio\nawait asyncio.gather(*[wait(9) for _ in range(21)])", "20"),
    ("sleep", "import time\ntime.sleep(6)", "slept for more than 5 s"),
    (
        "sleep",
        "import asyncio\nawait asyncio.gather(*[asyncio.sleep(2) for _ in range(3)])",
        "slept",
    ),
    (
        "tool-calls",
        "import asyncio\nawait asyncio.gather(*[asyncio.sleep(0) for _ in range(21)])",
        "slept, more",
    ),
    ("value-size", "y = [0]\nfor _ in range(60): y = [y, y]\ny", "takes more than 300,000"),
    ("value-size", "[10 ** 8000] * 100", "takes more than 300,000"),
    ("value-size", "'é' * 140_000, 'é' * 140_000", "takes more than 300,000"),
    (
        "value-size",
        "class A: pass\na = A()\na.b = [0]\nfor _ in range(60): a.b = [a.b, a.b]\na",
        "takes more than 300,000",
    ),
    ("state-size", "kept = 'x' * 400_000", "more than 300,000 bytes"),
    ("output", "while True: print('x' * 1000)", "printed far more than 20,000 characters"),
    ("output", "try:\n    print('x' * 100_000)\nexcept BaseException: pass", "printed"),
]


@pytest.mark.alone
@pytest.mark.parametrize(("reason", "code", "words"), REACHED)
async def test_a_limit_is_told_and_changes_nothing(reason: str, code: str, words: str) -> None:
    async with Repl(TOOLS, LIMITS) as repl:
        await repl.run("x = 1")
        found = await repl.run(f"x = 2\n{code}")
        assert isinstance(found.error, LimitReached), found
        assert found.error.reason == reason
        assert words in str(found.error)
        assert str(found.error).endswith("; variables are as they were before this call")
        after = await repl.run("x")
        assert (after.value, after.variables) == (1, ("x",))


async def test_code_that_was_run_is_no_variable() -> None:
    async with Repl(limits=Limits(state=2000)) as repl:
        for number in range(60):
            found = await repl.run(f"x = {number}  # {'long' * 100}\ndef f(): return x + {number}")
            assert found.error is None, number
        found = await repl.run("y = 'x' * 400_000")
        assert found.error is not None
        assert "can be set to None" in found.error.hint


async def test_the_clock_of_computing_stands_while_tools_run() -> None:
    async with Repl([WAIT], Limits(cpu=0.2, wall=10)) as repl:
        assert (await repl.run("wait(0.5)")).value == "done"


async def test_a_stop_at_the_limit_of_time_does_not_wait_for_the_tool() -> None:
    told, may_end = asyncio.Event(), asyncio.Event()

    async def stubborn() -> None:
        try:
            await may_end.wait()
        except asyncio.CancelledError:
            told.set()
            await may_end.wait()

    async with Repl([Given("", "stubborn", stubborn)], Limits(wall=0.3)) as repl:
        found = await repl.run("stubborn()")
        assert found.error is not None
        assert found.error.reason == "wall-time"
        await told.wait()
        assert (await repl.run("1")).value == 1
        may_end.set()


async def test_a_limit_that_was_reached_says_what_was_printed_until_then() -> None:
    async with Repl(TOOLS, LIMITS) as repl:
        found = await repl.run("print('so far')\nwhile True: pass")
        assert found.printed == "so far\n"
        assert [call.tool for call in (await repl.run("shop.find('hat')\n1 / 0")).calls] == [
            "shop.find"
        ]


async def test_much_output_is_shown_in_part() -> None:
    async with Repl(limits=Limits(output=100)) as repl:
        found = await repl.run("for n in range(30): print('0123456789')")
        assert found.error is None
        assert found.printed.endswith("[… 230 more characters were printed]\n")
        assert len(found.printed) < 160


def test_a_program_that_cannot_be_started_is_told() -> None:
    code = """
import asyncio
from mcp_workbench.sandbox import Repl
async def main():
    async with Repl() as repl:
        print((await repl.run("1")).error.code)
        try:
            await repl.open()
        except Exception as error:
            print(error)
asyncio.run(main())
"""
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"MONTY_BIN": "/nowhere/monty"},
    )
    assert run.stdout.startswith("serve_refused\nthe process of the sandbox cannot be started: ")
    assert "/nowhere/monty" in run.stdout


@pytest.mark.parametrize("value", [0, -1, float("inf"), float("nan"), True, "10"])
def test_a_limit_is_a_number_above_0(value: Any) -> None:
    with pytest.raises(ConfigInvalid, match="the limit wall is"):
        Limits(wall=value)


def test_a_limit_that_counts_is_a_whole_number() -> None:
    with pytest.raises(ConfigInvalid, match=r"the limit images is 2\.5") as caught:
        Limits(images=2.5)  # pyright: ignore[reportArgumentType]  what a person may write
    assert caught.value.hint == "give a whole number above 0"


def test_an_evaluation_without_anything_is_empty() -> None:
    assert Evaluation() == Evaluation(None, "", (), (), (), (), None)
