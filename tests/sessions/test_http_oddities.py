"""HTTP as it is really spoken: busy servers, optional streams, odd framing, addresses."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator

import httpx2
import pytest

from mcp_workbench import HttpServer, Server, Workbench
from mcp_workbench.errors import ConnectionFailed, MayHaveRun, ProtocolError, WorkbenchError
from mcp_workbench.sessions.retrying import RetryingTransport
from tests.servers.odd_web import OddWeb
from tests.servers.web import Web


@pytest.fixture
def web() -> Iterator[Web]:
    with OddWeb() as server:
        yield server


async def connected(workbench: Workbench, url: str) -> Server:
    server = await workbench.connect(HttpServer(url), "web")
    assert isinstance(server, Server)
    return server


async def test_a_server_that_is_starting_is_asked_again_for_what_changes_nothing(
    workbench: Workbench, web: Web
) -> None:
    server = await connected(workbench, f"{web.url}/busy")
    assert len(server.tools) == 4
    assert web.methods.count("tools/list") == 3


async def test_a_server_that_stays_unavailable_is_asked_four_times_in_all(
    workbench: Workbench, web: Web
) -> None:
    started = time.monotonic()
    with pytest.raises(ProtocolError) as caught:
        await connected(workbench, f"{web.url}/never-ready")
    assert caught.value.reason == "http_503"
    assert time.monotonic() - started < 15
    # the other questions of the handshake are not worth waiting for once more
    assert web.methods.count("server/discover") == 4
    assert web.methods.count("initialize") == 1


@pytest.mark.parametrize("tool", ["ok", "silent"])
async def test_a_call_is_never_repeated_for_a_busy_server(
    workbench: Workbench, web: Web, tool: str
) -> None:
    await connected(workbench, f"{web.url}/busy-with-calls")
    result = await workbench.call(f"web.{tool}", raise_on_error=False)
    assert result.error is not None
    assert result.error.reason == "http_503"
    assert web.methods.count("tools/call") == 1


async def test_a_server_that_begins_to_listen_a_moment_later_is_waited_for(
    workbench: Workbench,
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    began: list[Web] = []
    timer = threading.Timer(0.5, lambda: began.append(Web(port=port)))
    timer.start()
    try:
        server = await connected(workbench, f"http://127.0.0.1:{port}/mcp")
        assert server.status == "connected"
    finally:
        timer.join()
        began[0].stop()


async def test_an_address_that_moved_for_good_is_told_with_the_new_one(
    workbench: Workbench, web: Web
) -> None:
    with pytest.raises(ConnectionFailed) as caught:
        await connected(workbench, f"{web.url}/moved-for-good")
    assert f"{web.url}/mcp/" in caught.value.what
    assert "use that address" in caught.value.hint


async def test_a_slash_at_the_end_of_an_address_is_kept(workbench: Workbench, web: Web) -> None:
    await connected(workbench, f"{web.url}/mcp/")
    assert web.paths == {"/mcp/"}


@pytest.mark.parametrize("path", ["get-404", "get-405", "get-406", "get-500", "get-closes"])
async def test_a_stream_of_its_own_that_a_server_does_not_offer_is_not_missed(
    workbench: Workbench, web: Web, path: str
) -> None:
    server = await connected(workbench, f"{web.url}/{path}")
    for _ in range(5):
        assert (await workbench.call("web.ok")).value == "xxxx"
    assert server.status == "connected"
    assert [method for method, *_ in web.seen].count("GET") <= 3


async def test_a_stream_that_ends_without_the_answer_is_an_error_at_once(
    workbench: Workbench, web: Web
) -> None:
    await connected(workbench, f"{web.url}/ends")
    started = time.monotonic()
    with pytest.raises((MayHaveRun, ConnectionFailed)):
        await workbench.call("web.ok", timeout=60)
    assert time.monotonic() - started < 20
    assert web.methods.count("tools/call") == 1


async def test_an_answer_in_odd_pieces_with_words_before_it_arrives_whole(
    workbench: Workbench, web: Web
) -> None:
    await connected(workbench, f"{web.url}/framing")
    assert (await workbench.call("web.ok")).text == "a\u2028b\u0085ü"


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
async def test_localhost_is_reached_whatever_it_stands_for(
    workbench: Workbench, address: str
) -> None:
    class Here(Web):
        host = address
        address_family = socket.AF_INET6 if address == "::1" else socket.AF_INET

    with Here() as server:
        port = server.server_address[1]
        await connected(workbench, f"http://localhost:{port}/mcp")
        assert (await workbench.call("web.ok")).value == "xxxx"


async def test_a_host_that_is_not_known_is_told_at_once(workbench: Workbench) -> None:
    started = time.monotonic()
    with pytest.raises(WorkbenchError) as caught:
        await connected(workbench, "http://no-such-host.invalid/mcp")
    assert caught.value.reason == "unreachable"
    assert time.monotonic() - started < 10


async def test_lists_that_are_asked_for_at_once_are_all_answered_by_a_busy_server(web: Web) -> None:
    transport = RetryingTransport(httpx2.AsyncHTTPTransport())
    lists = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")
    async with httpx2.AsyncClient(transport=transport) as client:
        asked = [
            client.post(f"{web.url}/never-ready", json={"jsonrpc": "2.0", "id": 1, "method": one})
            for one in lists
        ]
        answers = await asyncio.gather(*asked)
    assert [answer.status_code for answer in answers] == [503] * 4
