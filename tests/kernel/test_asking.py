"""What a server asks and says during a call is seen in the cell that made the call."""

from __future__ import annotations

import shlex
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.kernel.drive import LIMIT, Kernel, Message, Shown
from tests.kernel.front_end import FrontEnd

# one kernel for all tests here, each of which leaves it usable
pytestmark = pytest.mark.asyncio(loop_scope="module")
SERVER = shlex.join([sys.executable, str(Path(__file__).parents[1] / "servers" / "asking.py")])
SET_UP = f"""
%load_ext mcp_workbench
import asyncio, json
from mcp_workbench import get_workbench
wb = get_workbench()
old = wb.connect_sync({SERVER!r}, "old")
new = wb.connect_sync({SERVER + " anew"!r}, "new")
def tell(result):
    print(json.dumps(result.value), *result.warnings)
"""
SYNC = "tell(wb.call_sync('{}.elicit'))"
AWAITED = "tell(await wb.call('{}.elicit'))"
CELLS = pytest.mark.parametrize(
    "cell",
    [SYNC.format("old"), AWAITED.format("old"), SYNC.format("new"), AWAITED.format("new")],
    ids=["old", "old-awaited", "new", "new-awaited"],
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def kernel(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Kernel]:
    async with Kernel(tmp_path_factory.mktemp("asking")) as one:
        set_up = await one.run(SET_UP)
        assert set_up.status == "ok", set_up
        yield one
    assert "Traceback" not in one.log.read_text()


@pytest_asyncio.fixture(loop_scope="module")
async def panel(kernel: Kernel) -> AsyncIterator[FrontEnd]:
    async with FrontEnd(kernel) as one:
        await one.state(old="connected", new="connected")
        yield one


async def asked(kernel: Kernel) -> str:
    message = await kernel.client.get_stdin_msg(timeout=LIMIT)
    assert message["msg_type"] == "input_request"
    return message["content"]["prompt"]


async def ended(kernel: Kernel, cell: str) -> Shown:
    return Shown(await kernel.reply(cell), await kernel.output(cell, _is_idle))


def _is_idle(message: Message) -> bool:
    return message["msg_type"] == "status" and message["content"]["execution_state"] == "idle"


def printed(shown: Shown) -> str:
    assert shown.status == "ok", shown
    return "".join(
        one["content"]["text"] for one in shown.outputs if one["msg_type"] == "stream"
    ).strip()


@CELLS
@pytest.mark.requirement("CON-22")
@pytest.mark.requirement("CON-35")
async def test_a_form_is_filled_in_line_by_line_below_the_cell_that_calls(
    kernel: Kernel, cell: str
) -> None:
    running = kernel.start(cell)
    first = await asked(kernel)
    assert "The server 'old' asks:" in first or "The server 'new' asks:" in first
    assert "Who are you?" in first
    assert "name · at least 2 characters · required · Full name" in first
    for answer in ("y", "Ada", "200", "medium", "no"):
        kernel.client.input(answer)
        prompt = await asked(kernel)
    assert prompt == "`age` must be at most 150, not 200.\nage: "
    kernel.client.input("36")
    shown = printed(await ended(kernel, running))
    content = '{"name": "Ada", "age": 36, "size": "m", "news": false}'
    assert shown.endswith(f'{{"action": "accept", "content": {content}}}')


@CELLS
async def test_where_no_input_can_be_typed_the_server_is_told_at_once(
    kernel: Kernel, cell: str
) -> None:
    shown = printed(await ended(kernel, kernel.client.execute(cell, allow_stdin=False)))
    assert shown.startswith('{"action": "cancel"} server')
    assert "nobody can be asked: no input can be typed where this runs" in shown


@CELLS
async def test_a_cell_that_is_stopped_while_it_is_asked_calls_the_question_off(
    kernel: Kernel, cell: str
) -> None:
    running = kernel.start(cell)
    await asked(kernel)
    reply, seconds = await kernel.interrupt(running)
    assert reply["status"] == "error"
    assert seconds < 1
    kernel.client.input("y")  # too late
    again = kernel.start(cell)
    assert "Who are you?" in await asked(kernel)
    kernel.client.input("n")
    assert printed(await ended(kernel, again)).endswith('{"action": "decline"}')


@pytest.mark.requirement("CON-22")
async def test_an_address_is_shown_in_full_and_opened_by_nobody(kernel: Kernel) -> None:
    running = kernel.start("tell(wb.call_sync('new.open'))")
    prompt = await asked(kernel)
    assert "open an address at pay.example.org:\n    Please pay.\n" in prompt
    assert "    https://pay.example.org/bill?id=42\n" in prompt
    kernel.client.input("y")
    assert printed(await ended(kernel, running)).endswith('{"action": "accept"}')


@CELLS
@pytest.mark.requirement("CON-22")
@pytest.mark.requirement("CON-35")
async def test_a_form_is_shown_below_its_cell_and_answered_in_the_panel(
    panel: FrontEnd, cell: str
) -> None:
    running = panel.kernel.start(cell)
    form = await panel.view("asked", state="open")
    (output,) = (one for one in panel.published if form in _views(one))
    assert output["parent_header"]["msg_id"] == running
    assert (form["about"], form["text"], form["values"]) == (
        "form",
        "Who are you?",
        {"news": "true"},
    )
    assert [field["name"] for field in form["fields"]] == ["name", "age", "size", "news"]
    refused = await answer(panel, form, "accept", name="A")
    assert (refused["type"], refused["field"]) == ("failed", "name")
    assert (await answer(panel, form, "accept", name="Ada", size='"m"'))["type"] == "done"
    assert "Ada" in printed(await panel.ended(running))
    await panel.view("asked", id=form["id"], state="accepted")


def _views(message: Message) -> list[Any]:
    return list(message["content"].get("data", {}).values())


async def answer(panel: FrontEnd, view: Message, decision: str, **content: str) -> Message:
    return await panel.answer("answer", question=view["id"], decision=decision, content=content)


async def test_a_stopped_cell_takes_its_form_along(panel: FrontEnd) -> None:
    for cell in (SYNC.format("old"), AWAITED.format("new")):
        panel.published.clear()
        running = panel.kernel.start(cell)
        form = await panel.view("asked", state="open")
        await panel.kernel.manager.interrupt_kernel()
        assert (await panel.ended(running)).status == "error"
        await panel.view("asked", id=form["id"], state="gone")
        late = await answer(panel, form, "decline")
        assert late["error"]["reason"] == "not-open"


async def test_what_is_asked_behind_a_cell_that_ended_is_cancelled(panel: FrontEnd) -> None:
    begin = "task = asyncio.create_task(wb.call('new.elicit'))"
    await panel.run(begin)  # the question comes when the cell is over
    shown = printed(await panel.run("tell(await task)"))
    assert shown.startswith('{"action": "cancel"}')
    assert "its cell has ended" in shown


@pytest.mark.parametrize("server", ["old", "new"])
async def test_a_call_of_the_panel_is_asked_for_beside_that_call(
    panel: FrontEnd, server: str
) -> None:
    call = panel.ask("call", server=server, tool="elicit", values={})
    told = await panel.told(lambda one: one["id"] == call and one["type"] == "question")
    assert told["question"]["text"] == "Who are you?"
    assert (await answer(panel, told["question"], "decline"))["type"] == "done"
    reply = await panel.told(lambda one: one["id"] == call and one["type"] == "result")
    assert reply["result"]["blocks"][0]["text"] == '{"action": "decline"}'


@pytest.mark.requirement("CON-35")
async def test_what_callbacks_print_is_printed_by_the_cell_that_calls(panel: FrontEnd) -> None:
    await panel.run("old.on_log = new.on_log = lambda entry: print('log', entry)")
    for server in ("old", "new"):
        progress = "progress=lambda *told: print('progress', *told)"
        shown = printed(await panel.run(f"wb.call_sync('{server}.progress', {progress})"))
        assert shown.splitlines()[0] == "progress 1.0 3.0 on it"
        shown = printed(await panel.run(f"_ = await wb.call('{server}.log', {{'count': 2}})"))
        assert shown.splitlines() == [f"log [warning · disk] low on space {n}" for n in (0, 1)]


@pytest.mark.requirement("CON-35")
async def test_two_cells_at_the_same_time_are_each_asked_for_their_own(panel: FrontEnd) -> None:
    other = await panel.beside()
    cells: list[str] = []
    for place in (None, other.subshell):
        panel.published.clear()
        message = panel.kernel.client.session.msg(
            "execute_request", {"code": SYNC.format("new"), "silent": False, "store_history": True}
        )
        message["header"]["subshell_id"] = place
        panel.kernel.client.shell_channel.send(message)
        cells.append(message["header"]["msg_id"])
        form = await panel.view("asked", state="open")
        (output,) = (one for one in panel.published if form in _views(one))
        assert output["parent_header"]["msg_id"] == cells[-1]
        cells[-1] = form["id"]
    for form in reversed(cells):
        reply = await panel.answer("answer", question=form, decision="decline", content={})
        assert reply["type"] == "done"
        await panel.view("asked", id=form, state="declined")
    other.close()
