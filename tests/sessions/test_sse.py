"""Servers that speak HTTP with SSE, as before streamable HTTP."""

import asyncio
import sys
import time
from collections.abc import Iterator

import pytest

from mcp_workbench import HttpServer, Server, Workbench
from mcp_workbench.errors import (
    AuthorizationRequired,
    CallTimeout,
    ConnectionFailed,
    ProtocolError,
    WorkbenchError,
)
from tests.servers.events import Events
from tests.servers.web import Web
from tests.sessions.programs import listening


@pytest.fixture
def other() -> Iterator[Events]:
    with Events() as server:
        yield server


@pytest.fixture
def old(other: Events) -> Iterator[Events]:
    with Events(elsewhere=other.url) as server:
        yield server


async def connected(workbench: Workbench, url: str, kind: str = "sse") -> Server:
    server = await workbench.connect(HttpServer(url, type=kind), "old")  # pyright: ignore[reportArgumentType]  one of its two words
    assert isinstance(server, Server)
    return server


@pytest.mark.requirement("CON-03")
@pytest.mark.parametrize("path", ["/sse", "/sse?key=1", "/absolute", "/odd-framing"])
async def test_a_server_of_the_type_sse_is_spoken_to_at_once(
    workbench: Workbench, old: Events, path: str
) -> None:
    server = await connected(workbench, old.url + path)
    assert old.seen[0] == ("GET", path)
    assert server.transport == "sse"
    assert server.protocol_version == "2024-11-05"
    assert server.tools.names == ["ok", "fault", "mute"]
    assert (await workbench.call("old.ok")).text == "a\u2028b\u0085ü"
    assert "server/discover" not in old.methods


@pytest.mark.requirement("CON-03")
async def test_a_server_that_knows_no_streamable_http_is_spoken_to_over_sse_by_itself(
    workbench: Workbench, old: Events
) -> None:
    server = await connected(workbench, f"{old.url}/sse", "http")
    assert server.transport == "sse"
    assert (await workbench.call("old.ok")).text == "a\u2028b\u0085ü"
    assert old.seen[0] == ("POST", "/sse")
    await server.close()
    del old.seen[:]
    await server.warm()
    assert old.seen[0] == ("GET", "/sse"), "what was found out is remembered"


@pytest.mark.requirement("CON-03")
@pytest.mark.parametrize("status", [400, 404, 405])
async def test_where_there_is_no_stream_either_the_first_refusal_is_told(
    workbench: Workbench, status: int
) -> None:
    with Web() as web:
        with pytest.raises(ProtocolError) as caught:
            await connected(workbench, f"{web.url}/status/{status}", "http")
        assert caught.value.reason == f"http_{status}"
        assert [method for method, *_ in web.seen][-1] == "GET"


@pytest.mark.requirement("CON-03")
@pytest.mark.parametrize("status", [401, 403, 500])
async def test_no_other_refusal_leads_to_sse(workbench: Workbench, status: int) -> None:
    with Web() as web:
        with pytest.raises(WorkbenchError):
            await connected(workbench, f"{web.url}/status/{status}", "http")
        assert {method for method, *_ in web.seen} == {"POST"}


@pytest.mark.requirement("CON-03")
async def test_a_refusal_after_the_first_request_leads_nowhere_else(workbench: Workbench) -> None:
    with Web() as web:
        server = await connected(workbench, f"{web.url}/mcp", "http")
        web.forgetful = True
        await workbench.call("old.ok", raise_on_error=False)
        assert server.transport == "http"
        opened = [headers for method, *_, headers in web.seen if method == "GET"]
        assert all("mcp-session-id" in headers for headers in opened), "SSE has no session"


@pytest.mark.requirement("CON-03")
@pytest.mark.parametrize(
    ("path", "kind", "reason"),
    [
        ("/no-stream", ProtocolError, "http_404"),
        ("/locked", AuthorizationRequired, "http_401"),
        ("/page", ConnectionFailed, "html"),
        ("/pours", ConnectionFailed, "content_type"),
        ("/ends-at-once", ConnectionFailed, "network"),
        ("/elsewhere", ConnectionFailed, "redirect"),
        ("/unreadable", ConnectionFailed, "redirect"),
        ("/circle", ConnectionFailed, "redirect"),
    ],
)
async def test_a_stream_that_cannot_be_had_is_one_typed_error(
    workbench: Workbench,
    old: Events,
    other: Events,
    path: str,
    kind: type[WorkbenchError],
    reason: str,
) -> None:
    started = time.monotonic()
    with pytest.raises(kind) as caught:
        await connected(workbench, old.url + path)
    assert caught.value.reason == reason
    assert caught.value.hint
    assert ("another origin" in caught.value.what) == (path == "/elsewhere")
    assert time.monotonic() - started < 10  # instead of the limit of 30 s
    assert other.seen == []
    assert old.poured < 20 << 20, "a body without end is not read"


@pytest.mark.requirement("CON-03")
@pytest.mark.parametrize(
    ("path", "kind", "reason"),
    [
        ("/refuses-calls", ProtocolError, "http_500"),
        ("/sse", ProtocolError, "malformed"),
    ],
)
async def test_a_fault_of_one_call_leaves_the_connection_usable(
    workbench: Workbench, old: Events, path: str, kind: type[WorkbenchError], reason: str
) -> None:
    server = await connected(workbench, old.url + path)
    bad, good = await asyncio.gather(
        workbench.call("old.fault", raise_on_error=False, timeout=20), workbench.call("old.ok")
    )
    assert isinstance(bad.error, kind)
    assert bad.error.reason == reason
    assert good.text
    assert server.status == "connected"


@pytest.mark.parametrize("path", ["/cut-post", "/gzip-post", "/endless-post"])
async def test_what_a_server_says_to_a_post_ends_nothing(
    workbench: Workbench, old: Events, path: str
) -> None:
    server = await connected(workbench, old.url + path)
    assert (await workbench.call("old.ok")).text == "a\u2028b\u0085ü"
    assert server.status == "connected"
    assert [request for request in old.seen if request[0] == "GET"] == [("GET", path)]
    assert old.poured < 50 << 20, "a body without end is not read"


async def test_the_end_of_the_stream_ends_the_call_at_once(
    workbench: Workbench, old: Events
) -> None:
    server = await connected(workbench, f"{old.url}/ends-on-a-call")
    started = time.monotonic()
    with pytest.raises(WorkbenchError) as caught:
        await workbench.call("old.fault")
    assert caught.value.code == "mcp_may_have_run"
    assert caught.value.hint.count("the next use connects again") == 1
    assert time.monotonic() - started < 20  # instead of the limit of a call, 120 s
    await server.warm()
    assert (await workbench.call("old.ok")).text


async def test_a_call_that_is_not_answered_is_given_up_and_the_server_told(
    workbench: Workbench, old: Events
) -> None:
    await connected(workbench, f"{old.url}/sse")
    with pytest.raises(CallTimeout):
        await workbench.call("old.mute", timeout=0.3)
    assert (await workbench.call("old.ok")).text
    assert "notifications/cancelled" in old.methods


async def test_a_server_that_forgot_the_session_is_connected_anew(
    workbench: Workbench, old: Events
) -> None:
    await connected(workbench, f"{old.url}/sse")
    old.forget()
    assert (await workbench.call("old.ok")).text
    assert [request for request in old.seen if request[0] == "GET"] == [("GET", "/sse")] * 2


REFERENCE = """
from mcp.server import MCPServer
server = MCPServer("reference")
@server.tool()
def add(a: int, b: int) -> int:
    return a + b
server.run("sse", host="127.0.0.1", port=PORT)
"""


@pytest.mark.requirement("CON-03")
@pytest.mark.requirement("CON-05")
async def test_the_reference_implementation_over_sse(workbench: Workbench) -> None:
    async with listening(sys.executable, "-c", REFERENCE) as url:
        server = await connected(workbench, f"{url}/sse", "http")
        assert server.transport == "sse"
        assert server.protocol_version == "2025-11-25"
        assert (await workbench.call("old.add", {"a": 1, "b": 2})).value == 3
        await server.close()
