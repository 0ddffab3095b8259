"""A connection is there whole, in the time that it may take, or not at all."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from mcp_workbench import Server, Workbench
from mcp_workbench.asking import Approval, Decision, Question
from mcp_workbench.errors import ApprovalDenied
from tests.sessions.halting import Halting
from tests.sessions.programs import until


@pytest.fixture
def halting(tmp_path: Path) -> Halting:
    """A server of its own for each test."""
    return Halting(tmp_path)


async def yes(_question: Question) -> Decision:
    return "once"


async def test_what_was_cut_short_while_it_connected_is_never_used(
    workbench: Workbench, halting: Halting
) -> None:
    halting.be(tool="as approved")
    server = await workbench.connect(halting.spec(), "late")
    assert isinstance(server, Server)
    await server.subscribe("notes://all", print)
    await server.close()
    halting.be(tool="another one", resources_subscribe=[None])
    asked = len(server.messages.find(method="resources/subscribe"))
    warming = asyncio.ensure_future(server.warm())
    await until(lambda: len(server.messages.find(method="resources/subscribe")) > asked)
    warming.cancel()
    with pytest.raises(asyncio.CancelledError):
        await warming
    await until(lambda: server.status != "connecting")
    assert server.live_connection is None
    halting.be(tool="another one")
    with pytest.raises(ApprovalDenied) as caught:
        await workbench.call("late.look", approval=Approval(asker=yes))
    assert caught.value.reason == "tool-changed"
