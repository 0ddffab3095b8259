"""Stopping a cell that waits for a server behind a URL: within a second, and the server is told."""

import asyncio
from collections.abc import Iterator

import pytest

from mcp_workbench import HttpServer, Workbench
from tests.servers.web import Web
from tests.sessions.programs import interrupted, until

STOPPED = 1  # seconds until the person has the prompt back


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as server:
        yield server


@pytest.mark.requirement("CON-12")
async def test_an_interrupt_stops_a_blocking_call_over_http_and_keeps_the_connection(
    web: Web,
) -> None:
    text = f"""
from mcp_workbench import Workbench
wb = Workbench()
wb.connect_sync("{web.url}/mcp", "s")
print("ready", flush=True)
try:
    wb.call_sync("s.silent")
except KeyboardInterrupt as error:
    print(type(error).__name__, flush=True)
print(wb.call_sync("s.ok").value, wb.server("s").status)
wb.close_sync()
"""
    code, output, elapsed = await interrupted(text, when=lambda: "silent" in web.tools)
    assert (code, output) == (0, "Interrupted\nxxxx connected\n")
    assert elapsed < STOPPED
    assert "notifications/cancelled" in web.methods


@pytest.mark.requirement("CON-12")
async def test_an_interrupt_stops_connecting_to_a_silent_address(web: Web) -> None:
    text = f"""
from mcp_workbench import Workbench
wb = Workbench()
wb.connect_sync("{web.url}/mcp", "warm")
server = wb.add("{web.url}/silent", "s")
print("ready", flush=True)
try:
    server.warm_sync()
except KeyboardInterrupt as error:
    print(type(error).__name__, flush=True)
print(server.status, wb.call_sync("warm.ok").value)
wb.close_sync()
"""
    code, output, elapsed = await interrupted(text, when=lambda: "/silent" in web.paths)
    assert (code, output) == (0, "Interrupted\nregistered xxxx\n")
    assert elapsed < STOPPED


@pytest.mark.requirement("CON-12")
async def test_cancelling_an_awaited_call_over_http_tells_the_server(
    workbench: Workbench, web: Web
) -> None:
    await workbench.connect(HttpServer(f"{web.url}/mcp"), "s")
    call = asyncio.ensure_future(workbench.call("s.silent"))
    await until(lambda: "silent" in web.tools)
    call.cancel()
    done, _ = await asyncio.wait({call}, timeout=STOPPED)
    assert done
    assert call.cancelled()
    assert (await workbench.call("s.ok")).value == "xxxx"
    await until(lambda: "notifications/cancelled" in web.methods)


@pytest.mark.requirement("CON-12")
async def test_cancelling_an_awaited_connect_leaves_the_others_usable(
    workbench: Workbench, web: Web
) -> None:
    await workbench.connect(HttpServer(f"{web.url}/mcp"), "warm")
    connecting = asyncio.ensure_future(workbench.connect(HttpServer(f"{web.url}/silent"), "s"))
    await until(lambda: "/silent" in web.paths)
    connecting.cancel()
    done, _ = await asyncio.wait({connecting}, timeout=STOPPED)
    assert done
    assert connecting.cancelled()
    assert (await workbench.call("warm.ok")).value == "xxxx"
    await until(lambda: workbench.server("s").status == "registered")
