"""A session: values, variables, what is printed, and what a failed call leaves behind."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import time
from collections.abc import AsyncIterator

import psutil
import pytest
import pytest_asyncio

from mcp_workbench.errors import CodeFailed, LimitReached, WorkbenchClosed, WorkbenchError
from mcp_workbench.sandbox import Evaluation, Limits, Repl
from tests.sandbox.given import LIMITS, TOOLS, Given, workers


@pytest_asyncio.fixture
async def repl() -> AsyncIterator[Repl]:
    async with Repl(TOOLS, LIMITS) as session:
        yield session


def failure(evaluation: Evaluation, kind: type[WorkbenchError], reason: str) -> str:
    """The words of an error of this kind and reason."""
    assert isinstance(evaluation.error, kind), evaluation
    assert evaluation.error.reason == reason, evaluation.error
    assert evaluation.value is None
    assert str(evaluation.error).endswith("variables are as they were before this call")
    return str(evaluation.error)


async def test_the_value_is_that_of_the_last_expression(repl: Repl) -> None:
    found = await repl.run("x = 20\nprint('hello')\nx + 22")
    assert (found.value, found.printed, found.variables) == (42, "hello\n", ("x",))
    assert found.error is None
    assert (await repl.run("x = 1")).value is None


async def test_variables_functions_and_imports_stay(repl: Repl) -> None:
    await repl.run("import math\ndef area(r):\n    return math.floor(r * r)\nside = 3")
    found = await repl.run("area(side)")
    assert (found.value, found.variables) == (9, ("math", "area", "side"))


async def test_variables_that_a_function_binds_are_told(repl: Repl) -> None:
    await repl.run("def keep():\n    global kept\n    kept = 5")
    assert (await repl.run("keep()")).variables == ("keep", "kept")
    assert (await repl.run("exec('made = 1')\nkept")).variables == ("keep", "kept", "made")


@pytest.mark.parametrize(
    "code",
    [
        "locals = [1]",
        "def locals():\n    while True: print('out')",
        "def locals(): return [wait(60)]",
        "def locals(): return ['a`b']",
        "exec('def loc' + 'als(): return 5')",
    ],
)
async def test_a_function_locals_of_the_code_neither_names_nor_prints_nor_calls(
    repl: Repl, code: str, capfd: pytest.CaptureFixture[str]
) -> None:
    await repl.run("x = 1")
    found = await repl.run(f"x = 2\n{code}")
    assert isinstance(found.error, WorkbenchError)
    assert found.calls == ()
    assert capfd.readouterr() == ("", "")
    after = await repl.run("x")
    assert (after.value, after.variables) == (1, ("x",))


async def test_a_variable_in_the_place_of_a_tool_is_told(repl: Repl) -> None:
    for code in ("shop = 5", "def shop(): pass", "for shop in [1]: pass", "import math as shop"):
        found = await repl.run(code)
        assert (found.hidden, found.error) == (("shop",), None)
    within = await repl.run("def f():\n    shop = 5\n    return shop\n[shop for shop in [1]]")
    assert within.hidden == ()


async def test_whatever_fails_changes_nothing(repl: Repl) -> None:
    await repl.run("numbers = [1]\nx = 'before'")
    text = failure(
        await repl.run("x = 'after'\nnumbers.append(2)\n1 / 0"), CodeFailed, "ZeroDivisionError"
    )
    assert 'File "repl #2", line 3, in <module>' in text
    found = await repl.run("x, numbers")
    assert (found.value, found.variables) == (("before", [1]), ("numbers", "x"))


async def test_a_traceback_names_the_calls_in_which_its_lines_stood(repl: Repl) -> None:
    await repl.run("1 / 0")
    await repl.run("def broken():\n    return 1 / 0")
    await repl.run("y = 1")
    text = failure(await repl.run("broken()"), CodeFailed, "ZeroDivisionError")
    assert 'File "repl #4", line 1, in <module>' in text
    assert 'File "repl #2", line 2, in broken' in text


@pytest.mark.parametrize(
    ("code", "reason", "words"),
    [
        ("a b", "SyntaxError", "repl #1"),
        ("class A(B): pass", "NotImplementedError", "class inheritance"),
        ("yield 1", "NotImplementedError", "yield"),
        ("nothing_there", "NameError", "nothing_there"),
        ("raise ValueError('odd: \\x1b[31m')", "ValueError", "odd: ␛[31m"),
        ("raise ValueError('x' * 100_000)", "ValueError", "[…]"),
        ("def deep(n): return deep(n + 1)\ndeep(0)", "RecursionError", "recursion depth"),
        ("\x00", "SyntaxError", "␀"),
        ("'\ud800' + 1", "TypeError", "str"),
        ("import numpy", "ModuleNotFoundError", "there are asyncio, base64"),
    ],
)
async def test_what_python_says_is_told(repl: Repl, code: str, reason: str, words: str) -> None:
    text = failure(await repl.run(code), CodeFailed, reason)
    assert words in text
    assert len(text) < 8000


@pytest.mark.parametrize(
    "code",
    [
        "open('/etc/passwd').read()",
        "import os\nos.environ['HOME']",
        "import os\nos.listdir('/')",
        "from pathlib import Path\nPath('/etc').exists()",
        "import os\nos.urandom(8)",
    ],
)
async def test_files_and_environment_are_out_of_reach(repl: Repl, code: str) -> None:
    assert "no files, no environment" in failure(
        await repl.run(code), CodeFailed, "PermissionError"
    )


async def test_there_is_no_module_for_the_network(repl: Repl) -> None:
    for module in ("socket", "urllib.request", "http.client", "subprocess", "ctypes"):
        failure(await repl.run(f"import {module}"), CodeFailed, "ModuleNotFoundError")


async def test_calls_on_one_session_are_made_one_after_the_other(repl: Repl) -> None:
    await repl.run("n = 0")
    await asyncio.gather(*(repl.run("m = n\nwait(0.01)\nn = m + 1") for _ in range(8)))
    assert (await repl.run("n")).value == 8


async def test_two_sessions_know_nothing_of_each_other() -> None:
    async with Repl() as one, Repl() as two:
        await one.run("secret = 1")
        failure(await two.run("secret"), CodeFailed, "NameError")


async def test_a_cancelled_call_ends_its_tool_and_changes_nothing() -> None:
    started, ended = asyncio.Event(), asyncio.Event()

    async def hang() -> None:
        started.set()
        try:
            await asyncio.sleep(60)
        finally:
            ended.set()

    async with Repl([Given("", "hang", hang)], LIMITS) as repl:
        await repl.run("x = 1")
        call = asyncio.create_task(repl.run("x = 2\nhang()"))
        await started.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await asyncio.wait_for(ended.wait(), 5)
        assert (await repl.run("x")).value == 1


async def test_a_call_that_had_ended_when_it_was_cancelled_changes_nothing(repl: Repl) -> None:
    await repl.run("x = 1")
    call = asyncio.create_task(repl.run("x = 2\ny = 3"))
    while repl.variables == ("x",):
        await asyncio.sleep(0)
        # who holds up the loop sees what happens on the thread before the call does
        ends = time.monotonic() + 1
        while repl.variables == ("x",) and time.monotonic() < ends:
            pass
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    found = await repl.run("x")
    assert (found.value, found.variables) == (1, ("x",))


async def test_a_start_that_is_cancelled_holds_up_nothing() -> None:
    async with Repl() as repl:
        opening = asyncio.create_task(repl.open())
        while not workers():
            await asyncio.sleep(0)
            opening.cancel()
        await asyncio.wait({opening})
        assert (await asyncio.wait_for(repl.run("1"), 10)).value == 1
    with pytest.raises(WorkbenchClosed):
        await repl.open()


async def test_a_cancelled_call_ends_what_computes() -> None:
    computing = asyncio.Event()

    async def tell() -> None:
        computing.set()

    limits = Limits(cpu=60, wall=60)
    async with Repl([Given("", "tell", tell)], limits) as repl:
        await repl.run("x = 1")
        before = workers()
        call = asyncio.create_task(repl.run("x = 2\ntell()\nwhile True: pass"))
        await computing.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert (await repl.run("x")).value == 1
        assert psutil.wait_procs(before, 5)[1] == []


async def test_a_process_that_dies_is_replaced() -> None:
    def crash() -> None:
        for worker in workers():
            worker.kill()

    async with Repl([Given("", "crash", crash)], LIMITS) as repl:
        await repl.run("x = 1")
        failure(await repl.run("x = 2\ncrash()"), CodeFailed, "crashed")
        assert (await repl.run("x")).value == 1
        crash()
        failure(await repl.run("x = 3"), CodeFailed, "crashed")
        assert (await repl.run("x")).value == 1


async def test_no_process_is_left_after_closing() -> None:
    repl = Repl(TOOLS, Limits(cpu=60, wall=60))
    await repl.run("x = 1")
    mine = workers()
    assert len(mine) == 1
    endless = asyncio.create_task(repl.run("while True: pass"))
    await asyncio.sleep(0)
    await repl.close()
    await repl.close()
    assert isinstance((await endless).error, WorkbenchClosed)
    assert psutil.wait_procs(mine, 5)[1] == []
    with pytest.raises(WorkbenchClosed):
        await repl.run("x")


async def test_a_session_that_is_forgotten_ends_its_process() -> None:
    repl = Repl()
    await repl.run("x = 1")
    mine = workers()
    del repl
    gc.collect()
    assert psutil.wait_procs(mine, 5)[1] == []


def test_no_process_is_left_when_nobody_closes() -> None:
    code = """
import asyncio, psutil
from mcp_workbench.sandbox import Limits, Repl
repl = Repl(limits=Limits(cpu=60, wall=60))
async def main():
    await repl.run("x = 1")
    print(*(child.pid for child in psutil.Process().children()), flush=True)
    asyncio.create_task(repl.run("while True: pass"))
    await asyncio.sleep(0)
asyncio.run(main())
"""
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30
    )
    assert run.stderr == ""
    left = [psutil.Process(int(pid)) for pid in run.stdout.split() if psutil.pid_exists(int(pid))]
    assert psutil.wait_procs(left, 5)[1] == []
    assert run.stdout.split()


def test_importing_the_package_loads_no_interpreter() -> None:
    code = "import sys, mcp_workbench.sandbox\nprint('pydantic_monty' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


def test_without_the_extra_the_refusal_names_it() -> None:
    code = """
import sys
sys.modules["pydantic_monty"] = None  # as where it is not installed
from mcp_workbench.sandbox import Repl
try:
    Repl()
except Exception as error:
    print(error.code, error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("serve_refused")
    assert 'pip install "mcp-workbench[serve]"' in run.stdout


async def test_code_that_is_too_long_is_refused_before_it_runs(repl: Repl) -> None:
    await repl.run("x = 1")
    found = await repl.run("x = 2  #" + "é" * 40_000)
    failure(found, LimitReached, "code-size")
    assert found.variables == ("x",)
    assert (await repl.run("x")).value == 1
