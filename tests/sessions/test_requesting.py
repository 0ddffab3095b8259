"""Calls that nobody checks, and requests of any method."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench import HttpServer, StdioServer, Workbench
from mcp_workbench.errors import (
    ArgumentsInvalid,
    CallTimeout,
    MayHaveRun,
    ProtocolError,
    UsageInvalid,
)
from tests.conftest import FAULTY
from tests.servers.web import Web
from tests.sessions.lively import Lively

PROGRAM = str(Path(__file__).parent.parent / "magics" / "mirror.py")
MIRROR = StdioServer(sys.executable, (PROGRAM,), era="legacy")


@pytest.mark.requirement("TOOL-22")
async def test_a_raw_call_sends_what_a_checked_one_refuses(workbench: Workbench) -> None:
    await workbench.connect(MIRROR, "mirror")
    with pytest.raises(ArgumentsInvalid):
        await workbench.call("mirror.mirror", {"n": "many"})
    sent = await workbench.call_raw("mirror.mirror", {"n": "many"})
    assert sent.value == {"n": "many"}
    assert sent.context.input_schema["properties"]["n"] == {"type": "integer"}


@pytest.mark.requirement("TOOL-22")
async def test_a_raw_call_reaches_the_server_also_for_a_tool_that_it_does_not_list(
    workbench: Workbench,
) -> None:
    server = await workbench.connect(MIRROR, "mirror")
    assert not isinstance(server, list)
    result = await workbench.call_raw("mirror.hidden", {"a": 1})
    assert result.value == {"a": 1}
    assert server.messages.find(method="tools/call")[0].body["params"]["name"] == "hidden"
    assert len(server.messages.find(method="tools/list")) == 2  # nothing was listed for it


@pytest.mark.requirement("TOOL-22")
async def test_results_and_errors_of_any_method_come_as_they_are(workbench: Workbench) -> None:
    await workbench.connect(f"{FAULTY} bad-blocks", "odd", era="legacy")
    call: dict[str, Any] = {"name": "ok", "arguments": {}}
    answer = await workbench.request("odd", "tools/call", call)
    assert answer.result is not None
    # the SDK would refuse this one, and the workbench repair it
    assert answer.result["content"][0] == {"type": "video", "x": 1}
    assert not answer.is_error
    await workbench.connect(f"{FAULTY} rpc-error", "odd", era="legacy")
    refused = await workbench.request("odd", "tools/call", call)
    assert refused.error == {"code": -32042, "message": "not\x1b[31m today"}
    assert refused.result is None
    assert repr(refused) == "error -32042: not␛[31m today"


@pytest.mark.requirement("TOOL-22")
async def test_a_notification_is_sent_and_has_no_answer(workbench: Workbench) -> None:
    server = await workbench.connect(MIRROR, "mirror")
    assert not isinstance(server, list)
    answer = await workbench.request("mirror", "notifications/odd", {"n": None})
    assert (answer.result, answer.error) == (None, None)
    assert "there is no answer" in repr(answer)
    (sent,) = server.messages.find(method="notifications/odd")
    assert sent.body["params"] == {"n": None}


@pytest.mark.requirement("TOOL-22")
@pytest.mark.parametrize("params", [None, {}, {"requestId": [1]}])
async def test_a_notice_of_cancelling_that_names_no_request_is_sent_as_it_is(
    workbench: Workbench, params: dict[str, Any] | None
) -> None:
    server = await workbench.connect(MIRROR, "mirror")
    assert not isinstance(server, list)
    answer = await workbench.request("mirror", "notifications/cancelled", params)
    assert (answer.result, answer.error) == (None, None)
    assert server.status == "connected"
    assert server.messages.find(method="notifications/cancelled")


@pytest.mark.requirement("TOOL-22")
async def test_a_request_ends_at_its_time_the_server_is_told_and_the_next_one_works(
    workbench: Workbench, lively: Lively
) -> None:
    server = await workbench.connect(lively.spec(), "alive")
    assert not isinstance(server, list)
    work = {"name": "work", "arguments": {"seconds": 30}}
    with pytest.raises(CallTimeout, match="alive: tools/call gave no answer within"):
        await workbench.request("alive", "tools/call", work, timeout=0.3)
    assert [one.direction for one in server.messages.find(method="notifications/cancelled")] == [
        "sent"
    ]
    waiting = asyncio.ensure_future(workbench.request("alive", "tools/call", work))
    await lively.noted("call work", 2)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    look: dict[str, Any] = {"name": "look", "arguments": {}}
    assert (await workbench.request("alive", "tools/call", look)).result is not None


@pytest.mark.requirement("TOOL-22")
async def test_a_request_whose_server_dies_is_not_sent_again(
    workbench: Workbench, lively: Lively
) -> None:
    await workbench.connect(lively.spec(), "alive")
    with pytest.raises(MayHaveRun):
        await workbench.request("alive", "tools/call", {"name": "pay", "arguments": {"deaths": 1}})
    assert lively.lines.count("call pay") == 1


@pytest.mark.requirement("TOOL-22")
async def test_what_was_said_in_the_servers_place_is_no_answer_of_it(workbench: Workbench) -> None:
    with Web() as web:
        await workbench.connect(HttpServer(f"{web.url}/ok", era="legacy"), "web")
        with pytest.raises(ProtocolError, match="HTTP 500"):
            await workbench.request("web", "tools/call", {"name": "fault"})
    await workbench.connect(f"{FAULTY} not-even-json", "odd", era="legacy")
    with pytest.raises(ProtocolError, match="no message of the protocol"):
        await workbench.request("odd", "tools/call", {"name": "ok", "arguments": {}})


async def test_what_no_request_can_be_made_of_is_refused_before_anything_starts() -> None:
    async with Workbench() as workbench:
        server = workbench.add(MIRROR, "mirror")
        assert not isinstance(server, list)
        with pytest.raises(UsageInvalid, match="no object"):
            await workbench.request("mirror", "tools/list", [1])  # pyright: ignore[reportArgumentType]  on purpose
        with pytest.raises(UsageInvalid, match="needs a method"):
            await workbench.request("mirror", " ")
        assert server.status == "registered"
