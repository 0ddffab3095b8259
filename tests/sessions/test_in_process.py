"""Servers that are objects of this process: no process, a loop thread each."""

import asyncio
import threading
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp.server import MCPServer
from mcp.server import Server as LowLevel
from mcp_types import CallToolResult, ListToolsResult, TextContent, Tool

from mcp_workbench import InProcessServer, Server, Workbench
from mcp_workbench.errors import CallCancelled, ConfigInvalid, ConnectionFailed, ProtocolError
from mcp_workbench.sessions.functions_server import server_of_functions
from tests.sessions.programs import ended, until


def shop() -> MCPServer[Any]:
    server = MCPServer("shop")

    @server.tool()
    def add(a: int, b: int) -> int:
        return a + b

    @server.tool()
    async def block(seconds: float) -> str:
        """Holds up its own loop, as no async function should."""
        time.sleep(seconds)  # noqa: ASYNC251  that is the point
        return "done"

    @server.tool()
    def thread() -> str:
        return threading.current_thread().name

    return server


@pytest.mark.requirement("CON-04")
@pytest.mark.parametrize(("era", "revision"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
async def test_a_server_object_is_connected_without_a_process(
    workbench: Workbench, era: str, revision: str
) -> None:
    server = await workbench.connect(shop(), era=era)
    assert isinstance(server, Server)
    assert (server.name, server.transport, server.status) == ("shop", "in-process", "connected")
    assert server.protocol_version == revision
    assert repr(server).endswith("3 tools: MCPServer 'shop' in this process>")
    assert (await workbench.call("shop.add", {"a": 1, "b": 2})).value == 3


async def listed(*_: Any) -> ListToolsResult:
    return ListToolsResult(tools=[Tool(name="odd", input_schema={"type": "object"})])


async def called(*_: Any) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text="half a pair: \udce9")])


@pytest.mark.requirement("CON-04")
async def test_an_answer_that_is_no_json_is_one_error_as_over_a_wire(workbench: Workbench) -> None:
    low: LowLevel[Any] = LowLevel("low", on_list_tools=listed, on_call_tool=called)
    await workbench.connect(InProcessServer(low), "low")
    for _ in range(2):
        error = (await workbench.call("low.odd", raise_on_error=False)).error
        assert error is not None
        assert (error.code, error.reason) == ("mcp_protocol_error", "malformed")
        assert "its answer is no JSON" in error.what
    assert workbench.server("low").status == "connected"


@pytest.mark.requirement("CON-04")
async def test_nothing_but_a_server_is_taken_for_one(workbench: Workbench) -> None:
    class Named:
        name = "thing"

    for thing in (7, object(), [1]):
        with pytest.raises(ConfigInvalid, match="no MCP server"):
            workbench.add(thing)  # pyright: ignore[reportArgumentType]  that is the point
    with pytest.raises(ConfigInvalid, match="Named is no MCP server"):
        await workbench.connect(InProcessServer(Named()), "thing")


@pytest.mark.requirement("CON-04")
async def test_the_same_object_is_connected_again_after_close_and_by_two_names(
    workbench: Workbench,
) -> None:
    object_ = shop()
    first = await workbench.connect(object_, "one")
    await workbench.connect(object_, "two")
    assert isinstance(first, Server)
    await first.close()
    assert (await workbench.call("two.add", {"a": 1, "b": 2})).value == 3
    assert (await workbench.call("one.add", {"a": 2, "b": 2})).value == 4


@pytest.mark.requirement("CON-39")
async def test_one_that_blocks_delays_no_other(workbench: Workbench) -> None:
    blocked, other = shop(), shop()
    await workbench.connect(blocked, "blocked")
    await workbench.connect(other, "other")
    holding = asyncio.ensure_future(workbench.call("blocked.block", {"seconds": 3}))
    behind = asyncio.ensure_future(workbench.call("blocked.add", {"a": 1, "b": 1}))
    longest = 0.0
    for number in range(20):
        started = time.monotonic()
        assert (await workbench.call("other.add", {"a": number, "b": 0})).value == number
        longest = max(longest, time.monotonic() - started)
    assert not behind.done(), "the one behind it in the same server waits"
    assert longest < 1
    assert (await holding).value == "done"
    assert (await behind).value == 2
    names = {(await workbench.call(f"{one}.thread")).value for one in ("blocked", "other")}
    assert threading.current_thread().name not in names


@pytest.mark.requirement("CON-39")
async def test_closing_does_not_wait_for_one_that_blocks(workbench: Workbench) -> None:
    server = await workbench.connect(shop(), "blocked")
    assert isinstance(server, Server)
    holding = asyncio.ensure_future(workbench.call("blocked.block", {"seconds": 60}))
    waiting = asyncio.ensure_future(workbench.call("blocked.add", {"a": 1, "b": 1}))
    await asyncio.wait([holding, waiting], timeout=0.3)
    started = time.monotonic()
    await server.close()
    assert time.monotonic() - started < 20
    for one in (holding, waiting):
        with pytest.raises(CallCancelled):
            await one
    assert "its thread is left to itself" in server.log[-1]
    assert (await workbench.call("blocked.add", {"a": 1, "b": 1})).value == 2


@pytest.mark.requirement("CON-39")
async def test_a_script_ends_although_a_tool_hangs() -> None:
    text = """
import threading, time
from mcp.server import MCPServer
from mcp_workbench import Workbench
server = MCPServer("hangs")
@server.tool()
def hang() -> str:
    time.sleep(300)
wb = Workbench()
wb.connect_sync(server)
print(wb.call_sync("hangs.hang", timeout=0.3, raise_on_error=False).error.code, flush=True)
"""
    assert await ended(text) == (0, "mcp_call_timeout\n")


async def test_a_life_span_is_entered_and_left_with_the_connection(workbench: Workbench) -> None:
    heard: list[str] = []

    @asynccontextmanager
    async def lifespan(_: Any) -> AsyncGenerator[None]:
        heard.append("began")
        yield
        heard.append("ended")

    server = await workbench.connect(MCPServer("living", lifespan=lifespan))
    assert isinstance(server, Server)
    assert heard == ["began"]
    await server.close()
    assert heard == ["began", "ended"]


async def test_a_life_span_that_fails_is_told_with_its_traceback_in_the_log(
    workbench: Workbench,
) -> None:
    @asynccontextmanager
    async def lifespan(_: Any) -> AsyncGenerator[None]:
        raise ValueError("no database")
        yield

    with pytest.raises((ConnectionFailed, ProtocolError), match="no database"):
        await workbench.connect(MCPServer("broken", lifespan=lifespan))
    server = workbench.server("broken")
    assert server.status == "failed"
    assert "ValueError: no database" in "\n".join(server.log)


async def test_a_call_that_is_cancelled_reaches_the_tool(workbench: Workbench) -> None:
    heard: list[str] = []
    server = MCPServer("patient")

    @server.tool()
    async def wait() -> str:
        heard.append("waits")
        try:
            await asyncio.Event().wait()
        finally:
            heard.append("cancelled")
        return ""

    await workbench.connect(server)
    result = await workbench.call("patient.wait", timeout=0.2, raise_on_error=False)
    assert result.error is not None
    assert result.error.code == "mcp_call_timeout"
    await until(lambda: heard == ["waits", "cancelled"])


async def test_a_function_that_raises_says_what_and_where(workbench: Workbench) -> None:
    def divide(a: int, b: int) -> float:
        return a / b

    async def later(a: int) -> int:
        raise KeyError(a)

    spec = server_of_functions("sums", [divide, later])
    await workbench.connect(spec)
    assert (await workbench.call("sums.divide", {"a": 3, "b": 2})).value == 1.5
    line = divide.__code__.co_firstlineno + 1
    for call, told in (
        (("sums.divide", {"a": 3, "b": 0}), f"ZeroDivisionError: division by zero (line {line})"),
        (("sums.later", {"a": 3}), f"KeyError: 3 (line {line + 3})"),
    ):
        result = await workbench.call(*call, raise_on_error=False)
        assert result.error is not None
        assert told in result.error.what


@pytest.mark.parametrize("words", ["plain", "caf\udce9.txt"])
async def test_one_that_ends_at_once_is_told_whatever_its_words_are(
    workbench: Workbench, words: str
) -> None:
    @asynccontextmanager
    async def life(_: Any) -> AsyncGenerator[None]:
        raise RuntimeError(words)
        yield

    spec = InProcessServer(MCPServer("x", lifespan=life), startup_timeout=20)
    started = time.monotonic()
    with pytest.raises(ProtocolError, match="it ended with RuntimeError"):
        await workbench.connect(spec, "x")
    assert time.monotonic() - started < 10


async def test_a_tool_that_leaves_the_program_ends_its_server_alone_and_prints_nothing(
    workbench: Workbench, capfd: pytest.CaptureFixture[str]
) -> None:
    server = MCPServer("leaving")

    @server.tool()
    async def leave() -> str:
        raise SystemExit("no licence")

    await workbench.connect(server)
    await workbench.connect(shop())
    result = await workbench.call("leaving.leave", raise_on_error=False)
    assert result.error is not None
    assert "SystemExit('no licence')" in str(result.error)
    assert any("no licence" in line for line in workbench.servers["leaving"].log)
    assert (await workbench.call("shop.add", {"a": 1, "b": 2})).value == 3
    await workbench.close()
    assert capfd.readouterr().err == ""
