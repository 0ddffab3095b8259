"""Stopping a cell: within a second, the server is told, kernel and connection stay usable."""

import pytest

from tests.kernel.drive import Ears, Kernel, Message
from tests.kernel.silent_web import SilentWeb

START = "%load_ext mcp_workbench\nfrom mcp_workbench import get_workbench\nwb = get_workbench()"
SECOND = 1.0


@pytest.fixture
def kernel(used_kernel: Kernel) -> Kernel:
    """One for all tests here: what is stopped again and again must stay usable."""
    return used_kernel


async def connect(kernel: Kernel, line: str) -> None:
    shown = await kernel.run(f"{START}\n%mcp connect {line}")
    assert shown.texts[-1].startswith(f"<Server {line.split()[0]} connected, "), shown


def is_progress(message: Message) -> bool:
    return message["msg_type"] == "display_data" or (
        message["msg_type"] == "stream" and "going" in message["content"]["text"]
    )


def was_stopped(reply: Message) -> bool:
    """Whether the cell ended as one that was stopped, told in one line."""
    lines = [line for line in reply["traceback"] if line]
    return reply["ename"] in ("Interrupted", "CancelledError") and len(lines) == 1


@pytest.mark.requirement("CON-12")
@pytest.mark.parametrize(
    "cell",
    [
        "%mcp call telling.wait",
        "r = %mcp call telling.wait",
        "for _ in range(3):\n    %mcp call telling.wait",
        "wb.call_sync('telling.wait')",
        "await wb.call('telling.wait')",
        "await wb.server('telling').tool('wait')()",
    ],
)
async def test_a_stopped_call_tells_the_server_and_leaves_everything_usable(
    kernel: Kernel, ears: Ears, cell: str
) -> None:
    await connect(kernel, f"telling -- {ears.command()}")
    running = kernel.start(cell)
    await ears.hear("tools/call")

    reply, seconds = await kernel.interrupt(running)

    assert seconds < SECOND
    assert was_stopped(reply), reply
    assert await ears.hear("notifications/cancelled")
    usable = await kernel.run("%mcp call telling.add a=1 b=2")
    assert (usable.status, usable.texts) == ("ok", ["3"])
    assert sum(line.startswith("started") for line in ears.log) == 1


@pytest.mark.requirement("CON-12")
@pytest.mark.parametrize(
    "cell",
    [
        "%mcp call demo.slow seconds=60",
        "await wb.call('demo.slow', {'seconds': 60}, progress=lambda *_: print('going'))",
    ],
)
async def test_a_call_that_tells_its_progress_is_stopped_within_a_second(
    kernel: Kernel, cell: str
) -> None:
    await connect(kernel, "demo")
    running = kernel.start(cell)
    await kernel.output(running, is_progress)

    reply, seconds = await kernel.interrupt(running)

    assert seconds < SECOND
    assert was_stopped(reply), reply
    usable = await kernel.run("%mcp call demo.add a=1 b=2")
    assert (usable.status, usable.texts) == ("ok", ["3"])


@pytest.mark.requirement("CON-12")
@pytest.mark.parametrize(
    "cell",
    [
        "%mcp connect mute -- {command}",
        "wb.connect_sync({command!r}, 'mute')",
        "await wb.connect({command!r}, 'mute')",
        "wb.add({command!r}, 'mute')\n%mcp call mute.tool",
    ],
)
async def test_connecting_to_a_mute_server_is_stopped_within_a_second(
    kernel: Kernel, ears: Ears, cell: str
) -> None:
    await kernel.run(START)
    running = kernel.start(cell.format(command=ears.command("mute")))
    await ears.hear("started")

    reply, seconds = await kernel.interrupt(running)

    assert seconds < SECOND
    assert was_stopped(reply), reply
    assert await ears.hear("gone")
    usable = await kernel.run(f"%mcp connect telling -- {ears.command()}")
    assert usable.status == "ok"
    assert (await kernel.run("%mcp call telling.add a=1 b=2")).texts == ["3"]


@pytest.mark.requirement("CON-12")
@pytest.mark.parametrize("path", ["mute", "stream"])
@pytest.mark.parametrize("cell", ["%mcp call web.wait", "await wb.call('web.wait')"])
async def test_a_call_to_a_silent_http_server_is_stopped_within_a_second(
    kernel: Kernel, path: str, cell: str
) -> None:
    with SilentWeb() as web:
        await connect(kernel, f"web {web.url}/{path}")
        running = kernel.start(cell)
        await web.hear("tools/call")

        reply, seconds = await kernel.interrupt(running)

        assert seconds < SECOND
        assert was_stopped(reply), reply
        await web.hear("notifications/cancelled")
        usable = await kernel.run("%mcp call web.ok")
        assert (usable.status, usable.texts) == ("ok", ["xxxx"])


@pytest.mark.requirement("CON-12")
async def test_a_stopped_line_of_progress_says_so(kernel: Kernel, ears: Ears) -> None:
    await connect(kernel, f"telling -- {ears.command()}")
    running = kernel.start("%mcp call telling.wait")
    first = await kernel.output(running, is_progress)
    assert first[-1]["content"]["data"]["text/plain"].startswith("telling.wait · running · ")

    await kernel.interrupt(running)

    last = (await kernel.output(running, lambda m: m["msg_type"] == "update_display_data"))[-1]
    assert last["content"]["data"]["text/plain"].startswith("telling.wait · stopped after ")
    assert last["content"]["transient"] == first[-1]["content"]["transient"]
