"""Agents in a real kernel: a stopped cell ends within a second, and the conversation goes on."""

from __future__ import annotations

import asyncio

from tests.agent.wire import Provider
from tests.kernel.drive import Ears, Kernel, Message
from tests.kernel.test_interrupt import SECOND, START, was_stopped

TOOLS = """
import time
from mcp_workbench import Agent

def hangs():
    print("in the function")
    while True:
        time.sleep(0.01)

def quick():
    print("quickly")
    return 1
"""
HANGS = {"calls": [{"name": "quick", "id": "a"}, {"name": "hangs", "id": "b"}]}


def prints(what: str):
    def fits(message: Message) -> bool:
        return message["msg_type"] == "stream" and what in message["content"]["text"]

    return fits


async def test_a_stopped_run_ends_at_once_and_the_next_one_goes_on(
    kernel: Kernel, ears: Ears
) -> None:
    waits = {"calls": [{"name": "wait", "id": "w"}]}
    story = {"text": "A long story of a ship", "hold": True}
    with Provider(waits, story, HANGS, HANGS, {"calls": [{"name": "quick"}]}, "Well.") as provider:
        shown = await kernel.run(
            f"{START}\n%mcp connect telling -- {ears.command()}\n{TOOLS}\n"
            f"agent = Agent({provider.model!r}, tools=[quick, hangs], servers=['telling'], "
            "approve='never')"
        )
        assert shown.status == "ok", shown

        cell = kernel.start("await agent.run('Wait for a tool of a server')")
        await ears.hear("tools/call")
        reply, seconds = await kernel.interrupt(cell)
        assert seconds < SECOND
        assert was_stopped(reply), reply
        assert await ears.hear("notifications/cancelled")

        cell = kernel.start("await agent.run('Tell a story')")
        assert await asyncio.to_thread(provider.held.wait, 20)
        reply, seconds = await kernel.interrupt(cell)
        assert seconds < SECOND
        assert was_stopped(reply), reply
        provider.release.set()

        for code in ("await agent.run('Run a function')", "agent.run_sync('Run it again')"):
            cell = kernel.start(code)
            await kernel.output(cell, prints("in the function"))
            reply, seconds = await kernel.interrupt(cell)
            assert seconds < SECOND
            assert was_stopped(reply), reply

        last = await kernel.run("print(agent.run_sync('What happened?').output)")

    assert "".join(last.texts) == "quickly\nWell.\n"
    assert provider.unanswered() == set()
    assert provider.answers().count("1") == 3
