"""The kernel's end of the panel, in a real kernel, over comms as JupyterLab opens them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from mcp_workbench.comm.attachment import MOST
from mcp_workbench.messages import HELLO
from tests.kernel.drive import Ears, Kernel
from tests.kernel.front_end import FrontEnd

# one kernel for all tests here, each of which leaves it usable
pytestmark = pytest.mark.asyncio(loop_scope="module")
SET_UP = """
import asyncio, time
%reload_ext mcp_workbench
from mcp_workbench import get_workbench
from mcp_workbench.asking import Approval, ask_person
wb = get_workbench()
wb.connect_sync("demo")
"""
SLEEP = "time.sleep(60)"  # ended by an interrupt


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def kernel(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Kernel]:
    async with Kernel(tmp_path_factory.mktemp("panel")) as one:
        assert (await one.run(SET_UP)).status == "ok"
        yield one
    assert "Traceback" not in one.log.read_text()


@pytest_asyncio.fixture(loop_scope="module")
async def panel(kernel: Kernel) -> AsyncIterator[FrontEnd]:
    async with FrontEnd(kernel) as one:
        await one.state(demo="connected")
        yield one


async def sleeping(panel: FrontEnd, first: str = "") -> str:
    """A cell that sleeps, after it has done something else."""
    cell = panel.kernel.start(f"{first}\nprint('asleep')\n{SLEEP}")
    await panel.output_of(cell, "asleep")
    return cell


async def woken(panel: FrontEnd, cell: str) -> None:
    """End the cell that sleeps; that it still does shows that nothing waited for it."""
    await panel.kernel.manager.interrupt_kernel()
    assert (await panel.ended(cell)).reply["ename"] == "KeyboardInterrupt"


async def test_every_request_is_answered_while_a_cell_sleeps(panel: FrontEnd) -> None:
    # the cell makes the kernel speak on `events`, and must not draw the requests to its own shell
    cell = await sleeping(panel, "wb.add('demo', 'again')")
    await panel.state(demo="connected", again="registered")
    assert (await panel.answer("warm", server="again"))["type"] == "done"
    await panel.state(demo="connected", again="connected")
    tools = await panel.answer("tools", server="again")
    assert tools["type"] == "tools"
    assert "add" in [form["tool"] for form in tools["tools"]]
    values = {"a": "1", "b": "9007199254740993"}
    called = await panel.answer("call", server="again", tool="add", values=values)
    assert called["result"]["blocks"][0]["text"] == "9007199254740994"
    assert (await panel.answer("close", server="again"))["type"] == "done"
    await panel.state(demo="connected", again="closed")
    await woken(panel, cell)
    await panel.run("wb.server('again').remove_sync()")
    await panel.state(demo="connected")


async def test_requests_set_off_nothing_that_belongs_to_cells(panel: FrontEnd) -> None:
    # on such an event the inline backend would give the figures of the running cell to the request
    watch = "events = []\nget_ipython().events.register('post_execute', lambda: events.append(1))"
    cell = await sleeping(panel, watch)
    await panel.answer("tools", server="demo")
    await panel.answer("nonsense")
    await woken(panel, cell)
    assert (await panel.run("len(events)")).texts == ["1"]


async def test_states_come_at_once_and_at_each_change_and_their_revision_grows(
    panel: FrontEnd,
) -> None:
    await panel.run("wb.add('python -m nothing_at_all', 'lost')")
    await panel.state(demo="connected", lost="registered")
    failed = await panel.answer("warm", server="lost")
    assert failed["error"]["code"] == "mcp_connection_failed"
    state = await panel.state(demo="connected", lost="failed")
    assert state["servers"][1]["error"] == failed["error"]
    await panel.run("wb.server('lost').remove_sync()")
    await panel.state(demo="connected")
    revisions = [one["revision"] for one in panel.states]
    assert revisions == sorted(set(revisions))


async def test_a_burst_of_changes_is_told_in_few_states(panel: FrontEnd) -> None:
    before = len(panel.states)
    names = "[f's{n}' for n in range(200)]"
    await panel.run(f"for name in {names}:\n    wb.add('demo', name)")
    await panel.state(demo="connected", **{f"s{n}": "registered" for n in range(200)})
    assert len(panel.states) - before < 50
    await panel.run(f"for name in {names}:\n    wb.server(name).remove_sync()")
    await panel.state(demo="connected")


@pytest.mark.requirement("TOOL-04")
@pytest.mark.requirement("CON-09")
async def test_a_server_that_dies_without_being_called_is_told_to_the_panel_while_a_cell_sleeps(
    panel: FrontEnd,
) -> None:
    async with Ears() as ears:
        connect = f"wb.connect_sync({ears.command()!r}, 'mortal')"
        cell = await sleeping(panel, connect)
        pid = int((await ears.hear("started")).split()[1])
        await panel.state(demo="connected", mortal="connected")
        killed = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        await panel.state(demo="connected", mortal="failed")
        assert time.monotonic() - killed < 0.5
        await woken(panel, cell)
    await panel.run("wb.server('mortal').remove_sync()")
    await panel.state(demo="connected")


async def test_a_call_that_is_cancelled_by_button_is_a_value_and_the_server_is_told(
    panel: FrontEnd, ears: Ears
) -> None:
    await panel.run(f"wb.connect_sync({ears.command()!r}, 'telling')")
    call = panel.ask("call", server="telling", tool="wait", values={})
    await ears.hear("tools/call")
    assert (await panel.answer("cancel", request=call))["type"] == "done"
    failed = await panel.reply(call)
    assert (failed["type"], failed["error"]["code"]) == ("failed", "mcp_cancelled")
    assert failed["error"]["text"]
    assert await ears.hear("notifications/cancelled")
    called = await panel.answer("call", server="telling", tool="add", values={"a": "1", "b": "2"})
    assert called["result"]["error"] is None
    await panel.run("wb.server('telling').remove_sync()")


async def test_a_call_tells_its_progress_before_its_result(panel: FrontEnd) -> None:
    call = panel.ask("call", server="demo", tool="slow", values={"seconds": "0.5"})
    result = await panel.reply(call)
    told = [one for one in panel.replies if one["id"] == call]
    assert told[-1] == result
    assert result["result"]["blocks"][0]["text"] == "waited 0.5 s"
    assert {one["type"] for one in told[:-1]} == {"progress"}
    assert told[0]["total"] == 5
    assert told[0]["message"].endswith("of 0.5 s")


async def test_a_tool_that_fails_is_a_result_and_a_wrong_field_is_named(panel: FrontEnd) -> None:
    failed = await panel.answer("call", server="demo", tool="fail", values={})
    assert failed["result"]["error"]["code"] == "mcp_tool_error"
    wrong = await panel.answer("call", server="demo", tool="add", values={"a": "x", "b": "1"})
    assert (wrong["error"]["code"], wrong["field"]) == ("mcp_arguments_invalid", "a")
    # a rule that the kinds of fields do not know
    beyond = await panel.answer("call", server="demo", tool="big", values={"megabytes": "65"})
    assert (beyond["error"]["reason"], beyond["field"]) == ("maximum", "megabytes")


@pytest.mark.parametrize(
    ("params", "code", "hint"),
    [
        ({"server": "dem", "tool": "add"}, "mcp_server_not_found", "did you mean 'demo'?"),
        ({"server": "demo", "tool": "ad"}, "mcp_tool_not_found", "did you mean 'add'?"),
    ],
)
async def test_what_is_not_there_is_told_with_what_is_near(
    panel: FrontEnd, params: dict[str, str], code: str, hint: str
) -> None:
    for method in ("call", "line"):
        failed = await panel.answer(method, **params, values={})
        assert (failed["type"], failed["error"]["code"]) == ("failed", code)
        assert failed["error"]["hint"] == hint


async def test_the_line_of_a_call_makes_that_call_in_a_cell(panel: FrontEnd) -> None:
    values = {"text": 'it\'s "007" {x} $y\n?'}
    line = (await panel.answer("line", server="demo", tool="echo", values=values))["line"]
    await panel.run(f"r = {line}" if line.startswith("%mcp") else line)
    assert (await panel.run("print(r.value == " + repr(values["text"]) + ")")).texts == ["True\n"]


@pytest.mark.parametrize(
    "data",
    [
        {"id": "odd-1"},
        {"id": "odd-2", "method": "nonsense", "more": [1]},
        {"id": "odd-3", "method": "call", "server": "demo", "tool": "add", "values": {"a": 1}},
        {"id": "odd-4", "method": "warm", "server": ["demo"]},
        {
            "id": "odd-5",
            "method": "answer",
            "question": "no such one",
            "decision": "once",
            "content": {},
        },
        {"id": "odd-6", "method": "line", "server": "demo", "tool": "add", "values": None},
    ],
)
async def test_a_request_that_is_wrong_is_refused(panel: FrontEnd, data: dict[str, str]) -> None:
    panel.send(data)
    failed = await panel.reply(data["id"])
    assert (failed["type"], failed["error"]["code"]) == ("failed", "usage_invalid")


async def test_what_is_no_request_at_all_is_ignored(panel: FrontEnd) -> None:
    for data in (None, [], "text", 7, {}, {"method": "warm"}, {"id": 3, "method": "warm"}):
        panel.send(data)
        panel.send(data, events=True)
    assert (await panel.answer("tools", server="demo"))["type"] == "tools"
    assert len(panel.replies) == 1


async def test_a_front_end_of_another_version_is_sent_away(kernel: Kernel) -> None:
    async with FrontEnd(kernel, version=2) as panel:
        await panel.until_closed()
        assert panel.states == []


async def test_a_panel_that_closes_takes_its_calls_along_and_nothing_else(
    panel: FrontEnd, ears: Ears
) -> None:
    await panel.run(f"wb.connect_sync({ears.command()!r}, 'telling')")
    panel.ask("call", server="telling", tool="wait", values={})
    await ears.hear("tools/call")
    panel.close()
    assert await ears.hear("notifications/cancelled")
    await panel.open()
    await panel.state(demo="connected", telling="connected")
    called = await panel.answer("call", server="telling", tool="add", values={"a": "1"})
    assert called["result"]["error"] is None
    await panel.run("wb.server('telling').remove_sync()")


ADD = "wb.call{}('demo.add', dict(a=1, b=2), approval=Approval('always', ask_person))"


@pytest.mark.parametrize(
    "cell", [f"print({ADD.format('_sync')}.value)", f"print((await {ADD.format('')}).value)"]
)
async def test_a_question_is_asked_below_its_cell_and_answered_in_the_panel(
    panel: FrontEnd, cell: str
) -> None:
    asking = panel.kernel.start(cell)
    question = await panel.view("question", state="open")
    assert (question["server"], question["tool"]) == ("demo", "add")
    assert (await panel.answer("answer", question=question["id"], decision="once", content={})) == {
        "id": "1",
        "type": "done",
    }
    ended = await panel.ended(asking)
    await panel.view("question", id=question["id"], state="once")
    kinds = [one["msg_type"] for one in ended.outputs]
    assert {"display_data", "update_display_data", "stream"} <= set(kinds)
    assert ended.texts[-1] == "3\n"


async def test_a_denied_call_is_not_made_and_an_interrupted_question_is_gone(
    panel: FrontEnd,
) -> None:
    asking = panel.kernel.start(ADD.format("_sync"))
    question = await panel.view("question", state="open")
    await panel.answer("answer", question=question["id"], decision="denied", content={})
    assert (await panel.ended(asking)).reply["ename"] == "ApprovalDenied"
    panel.published.clear()
    asking = panel.kernel.start(ADD.format("_sync"))
    question = await panel.view("question", state="open")
    await panel.kernel.manager.interrupt_kernel()
    assert (await panel.ended(asking)).status == "error"
    await panel.view("question", id=question["id"], state="gone")
    late = await panel.answer("answer", question=question["id"], decision="once", content={})
    assert late["error"]["reason"] == "not-open"


async def test_two_panels_are_told_the_same(panel: FrontEnd) -> None:
    other = await panel.beside()
    await panel.run("wb.add('demo', 'shared')")
    for one in (panel, other):
        await one.state(demo="connected", shared="registered")
    other.close()
    await panel.run("wb.server('shared').remove_sync()")


async def test_a_panel_that_is_in_use_is_not_given_up_for_those_that_are_opened_later(
    panel: FrontEnd,
) -> None:
    first = await panel.beside()
    await first.state(demo="connected")
    others: list[FrontEnd] = []
    while not first.closed:  # pages that are loaded again, and say nothing of those they were
        assert len(others) < MOST
        others.append(await panel.beside())
        await others[-1].state(demo="connected")
        assert (await panel.answer("warm", server="demo"))["type"] == "done"
    await panel.run("wb.add('demo', 'later')")
    await panel.state(demo="connected", later="registered")
    await panel.run("wb.server('later').remove_sync()")
    for other in others:
        other.close()


async def test_the_panel_follows_the_workbench_of_the_kernel(panel: FrontEnd) -> None:
    cell = """
from mcp_workbench import Workbench
async with Workbench() as other:
    other.add("demo", "inner")
    while other.server("inner").status != "connected":
        await asyncio.sleep(0.05)
"""
    inside = panel.kernel.start(cell)
    await panel.state(inner="registered")
    panel.published.clear()
    assert (await panel.answer("warm", server="inner"))["type"] == "done"
    assert (await panel.ended(inside)).status == "ok"
    await panel.state(demo="connected")


async def test_the_end_of_a_workbench_is_told_and_the_next_one_is_followed(panel: FrontEnd) -> None:
    await panel.run("wb.add('demo', 'again')\nwb.server('again').warm_sync()")
    await panel.state(demo="connected", again="connected")
    await panel.run("wb.close_sync()")
    await panel.state(demo="closed", again="closed")
    await panel.run("%mcp servers")
    await panel.state()
    panel.published.clear()
    await panel.run(SET_UP)
    await panel.open()
    await panel.state(demo="connected")


@pytest.mark.requirement("CON-36")
async def test_unloading_takes_the_comm_target_away_and_loading_brings_it_back(
    panel: FrontEnd,
) -> None:
    target = "print('mcp_workbench' in get_ipython().kernel.comm_manager.targets)"
    unloaded = await panel.run(f"%unload_ext mcp_workbench\n{target}")
    assert unloaded.texts == ["False\n"]
    await panel.until_closed()
    panel.published.clear()
    assert (await panel.run(f"{SET_UP}\n{target}")).texts[-1] == "True\n"
    await panel.published_on(HELLO)
    await panel.open()
    await panel.state(demo="connected")


async def test_a_question_of_another_client_is_asked_there_and_not_in_the_panel(
    panel: FrontEnd,
) -> None:
    code = """
from mcp_workbench.asking import Question
await ask_person(Question("demo.echo", "demo", "echo"))
"""
    client = panel.kernel.client
    request = client.session.msg("execute_request", {"code": code, "allow_stdin": False})
    request["header"]["session"] = "a-console"
    client.shell_channel.send(request)
    shown = await panel.ended(request["header"]["msg_id"])
    assert shown.reply["ename"] == "ApprovalDenied"
    assert "no input can be typed" in shown.reply["evalue"]


async def test_loading_what_is_loaded_leaves_the_comms_open(panel: FrontEnd) -> None:
    await panel.run(
        "get_ipython().extension_manager.loaded.discard('mcp_workbench')\n%load_ext mcp_workbench"
    )
    assert (await panel.answer("tools", server="demo"))["type"] == "tools"
    assert not panel.closed


async def test_unloading_while_a_question_is_open_denies_it(panel: FrontEnd) -> None:
    cell = """
from mcp_workbench.asking import Question
unload = get_ipython().extension_manager.unload_extension
asyncio.get_running_loop().call_soon(unload, "mcp_workbench")
await ask_person(Question("demo.echo", "demo", "echo"))
"""
    shown = await panel.run(cell)
    assert shown.reply["ename"] == "ApprovalDenied"
    await panel.view("question", tool="echo", state="gone")
    panel.published.clear()
    await panel.run(SET_UP)
    await panel.open()
    await panel.state(demo="connected")


async def test_a_restarted_kernel_is_connected_anew(kernel: Kernel) -> None:
    async with FrontEnd(kernel) as panel:
        await panel.state(demo="connected")
    await kernel.manager.restart_kernel()
    await kernel.client.wait_for_ready(timeout=60)
    assert (await kernel.run(SET_UP)).status == "ok"
    async with FrontEnd(kernel) as panel:
        assert (await panel.state(demo="connected"))["revision"] == 1
        assert (await panel.answer("tools", server="demo"))["type"] == "tools"
