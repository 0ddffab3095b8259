"""`%%agent` in a real kernel: streamed, stopped, asked about, and told in a saved notebook."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
import pytest_asyncio
from nbclient import NotebookClient

from mcp_workbench.messages import RESULT_MIME
from tests.kernel.drive import LIMIT, Kernel, Message, Shown

SET_UP = """
%load_ext mcp_workbench
%mcp connect demo
import time
from mcp_workbench.agent import Agent, ScriptedModel, tool
def call(name, **arguments):
    return {"name": name, "args": arguments}
def made(*steps, **options):
    model = ScriptedModel(steps, name="tour")
    return Agent(model, servers=["demo"], tools=[hold, erase], **options)
def hold(seconds: float) -> str:
    "Holds the thread."
    print("holding")
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        time.sleep(0.01)
    return "held"
@tool(destructive=True)
def erase(what: str) -> str:
    "Erases."
    return f"erased {what}"
"""
ERASE = "made({'calls': [call('erase', what='all')]}, 'Done.')"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def kernel(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Kernel]:
    async with Kernel(tmp_path_factory.mktemp("agent")) as one:
        assert (await one.run(SET_UP)).status == "ok"
        yield one


def is_idle(message: Message) -> bool:
    return message["msg_type"] == "status" and message["content"]["execution_state"] == "idle"


def views(outputs: list[Message]) -> list[dict[str, Any]]:
    """The messages for the renderer, as each display was last."""
    last: dict[str, dict[str, Any]] = {}
    for one in outputs:
        data = one["content"].get("data", {})
        if RESULT_MIME in data:
            last[one["content"]["transient"]["display_id"]] = data[RESULT_MIME]
    return list(last.values())


def states(outputs: list[Message]) -> list[str]:
    return [one.get("state", one.get("stop_reason")) for one in views(outputs)]


async def ended(kernel: Kernel, cell: str) -> Shown:
    reply = await kernel.reply(cell)
    return Shown(reply, await kernel.output(cell, is_idle))


async def stopped(kernel: Kernel, cell: str) -> list[Message]:
    """All that `cell` shows after it is stopped."""
    reply, seconds = await kernel.interrupt(cell)
    assert seconds < 2
    assert reply["ename"] == "Interrupted"
    assert len([line for line in reply["traceback"] if line]) == 1
    return await kernel.output(cell, is_idle)


async def is_usable(kernel: Kernel) -> bool:
    shown = await kernel.run("agent = made('Still here.')\n%agent agent Hello.")
    return states(shown.outputs) == ["done", "done"]


def is_running(message: Message) -> bool:
    view = message["content"].get("data", {}).get(RESULT_MIME, {})
    return view.get("kind") == "agent-call" and view["state"] == "running"


async def test_a_run_streams_into_displays_of_its_own(kernel: Kernel) -> None:
    await kernel.run(
        "scan = call('scan_codes', words=['alpha'])\n"
        "agent = made({'text': 'word ' * 4000, 'calls': [scan]}, 'One.')"
    )
    shown = await kernel.run("%%agent agent\nHow many codes?")
    assert shown.status == "ok"
    updates = [one for one in shown.outputs if one["msg_type"] == "update_display_data"]
    first = next(one for one in shown.outputs if one["msg_type"] == "display_data")
    assert first["content"]["data"][RESULT_MIME]["state"] == "streaming"
    assert updates
    assert states(shown.outputs) == ["done"] * 4
    text, call, answer, end = views(shown.outputs)
    assert text["text"] == "word " * 4000
    (image,) = [one for one in call["result"]["blocks"] if one["type"] == "image"]
    assert image["recognition"]["detections"]["total"] == 1
    assert answer["text"] == "One."
    assert (end["scripted"], end["calls"]) == (True, 1)
    pictures = [one for one in updates if "image/png" in one["content"]["data"]]
    assert pictures[-1]["content"]["data"][RESULT_MIME]["kind"] == "agent-call"


async def test_the_value_is_not_shown_a_second_time_below_its_run(kernel: Kernel) -> None:
    def values(shown: Shown) -> list[str]:
        found = [one["content"] for one in shown.outputs if one["msg_type"] == "execute_result"]
        return [one["data"]["text/plain"][:16] for one in found]

    assert values(await kernel.run("agent = made('A.', 'B.')\n%agent agent Go.")) == []
    assert values(await kernel.run("_")) == ["<AgentRun tour ("]
    assert values(await kernel.run("run = %agent agent Go.\nrun")) == []
    assert values(await kernel.run("run")) == ["<AgentRun tour ("]


async def test_a_person_is_asked_below_the_cell_and_may_deny(kernel: Kernel) -> None:
    for answer, outcome in (("y", "done"), ("n", "failed")):
        cell = kernel.start(f"agent = {ERASE}\nrun = %agent agent Clean up.")
        message = await kernel.client.get_stdin_msg(timeout=LIMIT)
        assert 'wants to call erase\n    what = "all"' in message["content"]["prompt"]
        assert "it is marked as destructive" in message["content"]["prompt"]
        kernel.client.input(answer)
        assert states((await ended(kernel, cell)).outputs) == [outcome, "done", "done"]


async def test_an_awaited_run_asks_too(kernel: Kernel) -> None:
    cell = kernel.start(f"run = await {ERASE}.run('Clean up.')\nrun.trace[1]['state']")
    await kernel.client.get_stdin_msg(timeout=LIMIT)
    kernel.client.input("a")
    shown = await ended(kernel, cell)
    assert shown.status == "ok", shown.reply


async def test_without_input_the_call_is_denied_and_the_cells_below_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    sources = [SET_UP, f"agent = {ERASE}", "%%agent agent\nClean up.", "'goes on'"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(s) for s in sources])
    place = {"metadata": {"path": str(tmp_path)}}
    await NotebookClient(
        notebook, timeout=LIMIT, kernel_name="python3", resources=place
    ).async_execute()
    *_, run, last = notebook.cells
    call, answer, end = [one.data for one in run.outputs]
    assert call["text/plain"].startswith(
        "→ erase(what='all')\n← [approval_denied] erase was not called: it is marked as "
        "destructive, and nobody can be asked: no input can be typed where this runs · "
    )
    assert "approved=['erase']" in call[RESULT_MIME]["error"]["hint"]
    assert (answer["text/plain"], end[RESULT_MIME]["stop_reason"]) == ("Done.", "done")
    assert last.outputs[0].data["text/plain"] == "'goes on'"


async def test_a_run_that_is_stopped_while_it_asks_keeps_what_was_shown(kernel: Kernel) -> None:
    cell = kernel.start(f"agent = {ERASE}\n%agent agent Clean up.")
    before = await kernel.output(cell, is_running)
    await kernel.client.get_stdin_msg(timeout=LIMIT)
    outputs = await stopped(kernel, cell)
    assert states([*before, *outputs])[0] == "stopped"
    assert await is_usable(kernel)


@pytest.mark.parametrize(
    "called", ["call('slow', seconds=60)", "call('hold', seconds=60)"], ids=["server", "function"]
)
async def test_a_run_that_is_stopped_while_a_tool_runs_says_so(kernel: Kernel, called: str) -> None:
    cell = kernel.start(
        f"agent = made({{'text': 'Wait.', 'calls': [{called}]}}, 'Done.')\n%agent agent Wait."
    )
    before = await kernel.output(cell, is_running)
    outputs = await stopped(kernel, cell)
    assert states([*before, *outputs]) == ["done", "stopped", "interrupted"]
    assert await is_usable(kernel)


@pytest.mark.parametrize("form", ["%agent agent Go.", "await agent.run('Go.')"])
async def test_an_async_function_that_would_end_the_kernel_fails_alone(
    kernel: Kernel, form: str
) -> None:
    shown = await kernel.run(
        "async def leave():\n    raise SystemExit(3)\n"
        "async def interrupt():\n    raise KeyboardInterrupt\n"
        "model = ScriptedModel([{'calls': [call('leave'), call('interrupt')]}, 'Still here.'])\n"
        f"agent = Agent(model, tools=[leave, interrupt])\nrun = {form}\n"
        "print(run.output, *[one['text'] for one in run.trace if one['kind'] == 'call'], sep='; ')"
    )
    assert shown.texts[-1] == (
        "Still here.; [mcp_tool_error] leave: SystemExit: 3; "
        "[mcp_tool_error] interrupt: KeyboardInterrupt\n"
    )


STOP_AT_IMPORT = """
import signal, sys
class Stop:
    def find_spec(self, name, *_):
        if name == {name!r}:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)
sys.modules.pop({name!r}, None)
sys.meta_path.insert(0, Stop())
"""


@pytest.mark.parametrize(("line", "module"), [("%agent", "agent_line"), ("%mcp", "dispatch")])
async def test_a_stop_while_a_magic_is_loaded_is_told_in_one_line(
    kernel: Kernel, line: str, module: str
) -> None:
    await kernel.run(STOP_AT_IMPORT.format(name=f"mcp_workbench.magics.{module}"))
    shown = await kernel.run(line)
    assert shown.reply["ename"] == "Interrupted"
    assert [one for one in shown.reply["traceback"] if one] == ["KeyboardInterrupt: stopped"]
    assert (await kernel.run(line)).status == "ok"
