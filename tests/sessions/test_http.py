"""Servers behind a URL: headers, redirects, statuses, networks that fail."""

import asyncio
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from mcp_workbench import HttpServer, Workbench
from mcp_workbench.errors import (
    AuthorizationRequired,
    ConfigInvalid,
    ConnectionFailed,
    MayHaveRun,
    ProtocolError,
    WorkbenchError,
)
from mcp_workbench.settings import Settings
from tests.conftest import EVERYTHING_FILE, NODE, ROOT
from tests.servers.web import Web
from tests.sessions.programs import listening

SECRET = {"Authorization": "Bearer s3cret", "X-Team": "blue"}


@pytest.fixture
def other() -> Iterator[Web]:
    with Web() as server:
        yield server


@pytest.fixture
def web(other: Web) -> Iterator[Web]:
    with Web(elsewhere=other.url) as server:
        yield server


@pytest.mark.requirement("CON-02")
async def test_headers_and_query_string_go_with_every_request(
    workbench: Workbench, web: Web
) -> None:
    await workbench.connect(HttpServer(f"{web.url}/mcp?key=1&b=%20", SECRET), "web")
    assert (await workbench.call("web.ok")).value == "xxxx"
    await workbench.server("web").close()
    assert {path for _, path, _ in web.seen} == {"/mcp?key=1&b=%20"}
    assert {method for method, *_ in web.seen} >= {"POST", "DELETE"}
    for _, _, headers in web.seen:
        assert headers["authorization"] == "Bearer s3cret"
        assert headers["x-team"] == "blue"


@pytest.mark.requirement("CON-02")
async def test_a_redirect_within_the_origin_is_followed(workbench: Workbench, web: Web) -> None:
    await workbench.connect(HttpServer(f"{web.url}/moved?key=1", SECRET), "web")
    assert (await workbench.call("web.ok")).value == "xxxx"
    assert "/mcp?key=1" in {path for _, path, _ in web.seen}


@pytest.mark.requirement("CON-02")
async def test_redirects_without_end_are_told_as_such(workbench: Workbench, web: Web) -> None:
    with pytest.raises(ConnectionFailed, match="without end") as caught:
        await workbench.connect(HttpServer(f"{web.url}/circle?key=s3cret"), "web")
    assert caught.value.reason == "redirect"
    assert "s3cret" not in str(caught.value)


@pytest.mark.requirement("CON-02")
async def test_nothing_reaches_another_origin(workbench: Workbench, web: Web, other: Web) -> None:
    with pytest.raises(ConnectionFailed) as caught:
        await workbench.connect(HttpServer(f"{web.url}/away", SECRET), "web")
    assert caught.value.reason == "redirect"
    assert f"{other.url}/mcp" in caught.value.what
    assert "secret" not in str(caught.value)
    assert other.seen == []


@pytest.mark.parametrize(
    ("path", "kind", "reason", "hint"),
    [
        ("/status/401", AuthorizationRequired, "http_401", "--header 'Authorization: Bearer"),
        ("/status/403", AuthorizationRequired, "http_403", "refuses"),
        ("/status/404", ProtocolError, "http_404", "path of the URL"),
        ("/status/405", ProtocolError, "http_405", "path of the URL"),
        ("/status/429", ProtocolError, "http_429", "wait"),
        ("/status/500", ProtocolError, "http_500", "log"),
        ("/status/503", ProtocolError, "http_503", "try again"),
        ("/page", ConnectionFailed, "html", "web page"),
        ("/broken-json", ProtocolError, "malformed", "log"),
        ("/hangs-up", ConnectionFailed, "network", "call again"),
    ],
)
@pytest.mark.requirement("CON-18")
async def test_each_refusal_is_one_typed_error(
    workbench: Workbench, web: Web, path: str, kind: type[WorkbenchError], reason: str, hint: str
) -> None:
    with pytest.raises(kind) as caught:
        await workbench.connect(HttpServer(web.url + path), "web")
    assert caught.value.reason == reason
    assert hint in caught.value.hint
    assert "'web'" in caught.value.what
    assert "<" not in caught.value.hint
    wanted = "needs_auth" if kind is AuthorizationRequired else "failed"
    assert workbench.server("web").status == wanted


@pytest.mark.requirement("CON-18")
async def test_a_server_that_takes_a_request_and_never_answers_ends_within_the_limit(
    web: Web,
) -> None:
    async with Workbench(Settings(connect_timeout=1, probe_timeout=0.3)) as workbench:
        started = time.monotonic()
        with pytest.raises(ConnectionFailed, match="within 1 s") as caught:
            await workbench.connect(HttpServer(f"{web.url}/silent"), "web")
        assert time.monotonic() - started < 5
        assert caught.value.reason == "timeout"
        assert "URL" in caught.value.hint
        assert workbench.server("web").status == "failed"


@pytest.mark.requirement("CON-18")
async def test_a_server_that_is_slow_or_broken_holds_up_no_other(web: Web) -> None:
    async with Workbench(Settings(connect_timeout=2)) as workbench:
        slow = asyncio.ensure_future(workbench.connect(f"{web.url}/silent", "slow"))
        started = time.monotonic()
        await workbench.connect(f"{web.url}/mcp", "quick")
        assert (await workbench.call("quick.ok")).value == "xxxx"
        assert not slow.done()
        assert time.monotonic() - started < 1.5
        with pytest.raises(ConnectionFailed):
            await slow


@pytest.mark.requirement("TOOL-04")
@pytest.mark.parametrize("path", ["/status/401", "/status/403"])
async def test_a_missing_sign_in_is_a_value_in_a_call(
    workbench: Workbench, web: Web, path: str
) -> None:
    workbench.add(HttpServer(web.url + path), "web")
    result = await workbench.call("web.ok", raise_on_error=False)
    assert result.error is not None
    assert result.error.code == "authorization_required"
    assert str(result.error)
    assert result.value is None
    with pytest.raises(AuthorizationRequired):
        await workbench.call("web.ok")


@pytest.mark.requirement("TOOL-01")
async def test_tools_are_asked_for_once_in_the_life_of_a_connection(
    workbench: Workbench, web: Web
) -> None:
    workbench.add(HttpServer(f"{web.url}/mcp"), "web")
    calls = [workbench.call("web.ok"), workbench.call("web.ok"), workbench.tools("web")]
    await asyncio.gather(*calls)
    assert len(await workbench.tools()) == 4
    assert (await workbench.tool("web.big")).name == "big"
    assert web.methods.count("tools/list") == 1
    await workbench.server("web").close()
    await workbench.call("web.ok")
    assert web.methods.count("tools/list") == 2


async def test_a_server_that_is_not_there_is_told(workbench: Workbench) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/mcp"
        with pytest.raises(ConnectionFailed) as caught:
            await workbench.connect(url, "gone")
    assert caught.value.reason == "unreachable"


async def test_a_server_that_speaks_no_tls_is_told_with_the_address_to_try(
    workbench: Workbench, web: Web
) -> None:
    with pytest.raises(ConnectionFailed, match="no encrypted connection") as caught:
        await workbench.connect(f"{web.url}/mcp".replace("http:", "https:"), "plain")
    assert caught.value.reason == "tls"
    assert "http://" in caught.value.hint


@pytest.mark.parametrize(("path", "reason"), [("/mcp", "http_500"), ("/hangs-up-later", "network")])
async def test_a_fault_of_one_call_leaves_the_connection_usable(
    workbench: Workbench, web: Web, path: str, reason: str
) -> None:
    await workbench.connect(HttpServer(web.url + path), "web")
    calls = [workbench.call(f"web.{name}", raise_on_error=False) for name in ("fault", "ok")]
    bad, good = await asyncio.gather(*calls)
    assert bad.error is not None
    assert bad.error.reason == reason
    assert good.value == "xxxx"
    assert workbench.server("web").status == "connected"


async def test_an_event_larger_than_the_sdk_allows_arrives(workbench: Workbench, web: Web) -> None:
    await workbench.connect(HttpServer(f"{web.url}/mcp"), "web")
    assert len((await workbench.call("web.big")).text) == 3 << 20


@pytest.mark.parametrize(
    ("path", "kind", "reason", "words"),
    [
        ("/call-gzip", ProtocolError, "encoding", "gzip"),
        ("/call-gzip-events", ProtocolError, "encoding", "gzip"),
        ("/call-endless", ProtocolError, "too_large", "1,048,576 bytes"),
        ("/call-endless-event", ProtocolError, "too_large", "too large"),
        ("/call-cut-short", MayHaveRun, "network", "may have run"),
        ("/call-nobodys-error", ProtocolError, "rpc_-32602", "no such thing"),
        ("/call-no-object", ProtocolError, "malformed", "no message of the protocol"),
    ],
)
async def test_an_answer_that_cannot_be_taken_is_one_typed_error_at_once(
    web: Web, path: str, kind: type[WorkbenchError], reason: str, words: str
) -> None:
    async with Workbench(Settings(largest_message=1 << 20)) as workbench:
        await workbench.connect(HttpServer(web.url + path), "web")
        with pytest.raises(kind) as caught:
            await workbench.call("web.ok", timeout=60)
        assert caught.value.reason == reason
        assert words in caught.value.what
        assert caught.value.hint
        assert workbench.server("web").status == "connected"


async def test_no_answer_is_asked_for_in_an_encoding_whatever_the_headers_say(
    workbench: Workbench, web: Web
) -> None:
    headers = {"Accept-Encoding": "gzip, br"}
    await workbench.connect(HttpServer(f"{web.url}/mcp", headers), "web")
    assert (await workbench.call("web.ok")).value == "xxxx"
    await workbench.server("web").close()
    assert {headers["accept-encoding"] for *_, headers in web.seen} == {"identity"}


@pytest_asyncio.fixture
async def demo() -> AsyncIterator[str]:
    async with listening(sys.executable, "-m", "mcp_workbench.demo", "--port", "PORT") as url:
        yield f"{url}/mcp"


@pytest_asyncio.fixture
async def everything() -> AsyncIterator[str]:
    loopback = str(ROOT / "tests" / "servers" / "loopback.cjs")
    command = (NODE, "--require", loopback, str(EVERYTHING_FILE), "streamableHttp")
    async with listening(*command) as url:
        yield f"{url}/mcp"


@pytest.mark.requirement("CON-02")
async def test_the_demo_server_over_http(workbench: Workbench, demo: str) -> None:
    server = await workbench.connect(demo, "demo")
    assert server.protocol_version == "2026-07-28"
    assert (await workbench.call("demo.add", {"a": 2, "b": 3})).value == 5


@pytest.mark.requirement("CON-02")
async def test_the_reference_server_over_http(workbench: Workbench, everything: str) -> None:
    server = await workbench.connect(everything, "everything")
    assert server.protocol_version == "2025-11-25"
    assert "echo" in server.tools
    result = await workbench.call("everything.echo", {"message": "hi"})
    assert "hi" in result.text


@pytest.mark.parametrize("headers", [{"X-Name": "Zoë"}, {"X Name": "a"}, {"Ünicode": "a"}])
async def test_a_header_that_cannot_be_sent_is_a_fault_of_the_definition(
    workbench: Workbench, headers: dict[str, str]
) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        await workbench.connect(HttpServer("http://127.0.0.1:9/mcp", headers=headers), "web")
    assert repr(next(iter(headers))) in caught.value.what
    assert "Zoë" not in str(caught.value)
