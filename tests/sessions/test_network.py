"""Servers behind proxies, and behind certificates of an authority that not everybody knows."""

from __future__ import annotations

import base64
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from mcp_workbench import HttpServer, Workbench
from mcp_workbench.errors import ConfigInvalid, ConnectionFailed
from mcp_workbench.network import AUTHORITIES
from tests.servers.authority import Authority
from tests.servers.proxy import Proxy
from tests.servers.web import Web

HOST = "mcp.internal"
pytestmark = pytest.mark.asyncio


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", *AUTHORITIES):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as one:
        yield one


@pytest.fixture
def proxy(web: Web) -> Iterator[Proxy]:
    with Proxy(web.server_address[1]) as one:
        yield one


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def secure(authority: Authority) -> Iterator[Web]:
    """A server with a certificate for `HOST`, whom only the authority vouches for."""
    with Web() as one:
        one.socket = authority.context_for(HOST).wrap_socket(one.socket, server_side=True)
        yield one


@pytest.fixture
def tunnel(secure: Web) -> Iterator[Proxy]:
    with Proxy(secure.server_address[1]) as one:
        yield one


@pytest.mark.requirement("CON-27")
async def test_a_server_is_reached_through_the_proxy_of_the_environment(
    workbench: Workbench, web: Web, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", proxy.url)
    await workbench.connect(f"http://{HOST}/mcp", "web")
    assert (await workbench.call("web.ok")).value == "xxxx"
    assert {host for _, host in proxy.wanted} == {HOST}
    assert "tools/call" in web.methods


@pytest.mark.requirement("CON-27")
async def test_a_server_that_no_proxy_names_is_reached_straight(
    workbench: Workbench, web: Web, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", proxy.url)
    monkeypatch.setenv("NO_PROXY", "127.0.0.0/8")
    await workbench.connect(f"{web.url}/mcp", "web")
    assert proxy.wanted == []


@pytest.mark.requirement("CON-27")
async def test_a_server_has_a_proxy_of_its_own_whose_password_is_shown_nowhere(
    workbench: Workbench, proxy: Proxy
) -> None:
    own = proxy.url.replace("//", "//me:a-proxy-pw@")
    await workbench.connect(f"http://{HOST}/mcp", "web", proxy=own)
    await workbench.call("web.ok")
    assert set(proxy.credentials) == {"Basic " + base64.b64encode(b"me:a-proxy-pw").decode()}
    assert "a-proxy-pw" not in repr((workbench.server("web"), workbench.server("web").spec))


@pytest.mark.requirement("CON-27")
async def test_a_certificate_of_an_unknown_authority_is_named_with_the_options_that_help(
    workbench: Workbench, tunnel: Proxy
) -> None:
    with pytest.raises(ConnectionFailed) as caught:
        await workbench.connect(HttpServer(f"https://{HOST}/mcp", proxy=tunnel.url), "secure")
    assert caught.value.reason == "certificate"
    assert "certificate verify failed" in caught.value.what
    assert "`verify`" in caught.value.hint
    assert "SSL_CERT_FILE" in caught.value.hint


@pytest.mark.requirement("CON-27")
async def test_an_authority_is_trusted_that_the_server_or_the_environment_names(
    workbench: Workbench,
    secure: Web,
    tunnel: Proxy,
    authority: Authority,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spec = HttpServer(f"https://{HOST}/mcp", proxy=tunnel.url, verify=str(authority.file))
    await workbench.connect(spec, "named")
    await workbench.connect(HttpServer(spec.url, proxy=spec.proxy, verify=False), "anybody")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(authority.file))
    await workbench.connect(HttpServer(spec.url, proxy=spec.proxy), "environment")
    for name in ("named", "anybody", "environment"):
        assert (await workbench.call(f"{name}.ok")).value == "xxxx"
    assert {method for method, _ in tunnel.wanted} == {"CONNECT"}
    assert secure.methods.count("tools/call") == 3


async def test_a_certificate_for_another_host_is_refused(
    workbench: Workbench, tunnel: Proxy, authority: Authority
) -> None:
    spec = HttpServer("https://other.internal/mcp", proxy=tunnel.url, verify=str(authority.file))
    with pytest.raises(ConnectionFailed) as caught:
        await workbench.connect(spec, "other")
    assert caught.value.reason == "certificate"
    assert "other.internal" in caught.value.what


async def test_a_proxy_that_refuses_is_named(workbench: Workbench, secure: Web) -> None:
    with Proxy(secure.server_address[1], refuses=True) as proxy:
        spec = HttpServer(f"https://{HOST}/mcp", proxy=proxy.url)
        with pytest.raises(ConnectionFailed) as caught:
            await workbench.connect(spec, "web")
    assert caught.value.reason == "proxy"
    assert "NO_PROXY" in caught.value.hint


@pytest.mark.parametrize(
    ("proxy", "verify", "reason"),
    [
        ("socks5://127.0.0.1:1080", True, "bad-proxy"),
        (None, "/nowhere/ca.pem", "bad-certificate"),
    ],
)
async def test_a_way_that_cannot_be_taken_is_told_before_anything_is_sent(
    workbench: Workbench, proxy: str | None, verify: str | bool, reason: str
) -> None:
    spec = HttpServer(f"https://{HOST}/mcp", proxy=proxy, verify=verify)
    with pytest.raises(ConfigInvalid) as caught:
        await workbench.connect(spec, "web")
    assert caught.value.reason == reason
    assert caught.value.hint


@pytest.mark.requirement("CON-27")
async def test_a_server_that_is_silent_longer_than_it_may_is_given_up(
    workbench: Workbench, web: Web
) -> None:
    await workbench.connect(HttpServer(f"{web.url}/mcp", read_timeout=0.3), "web")
    result = await workbench.call("web.silent", raise_on_error=False, timeout=20)
    assert result.error is not None
    assert result.elapsed < 10


@pytest.mark.requirement("CON-27")
async def test_a_host_that_takes_no_connection_is_given_up_in_its_time(
    workbench: Workbench,
) -> None:
    with ExitStack() as sockets:
        full = sockets.enter_context(socket.socket())
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        for _ in range(2):  # the queue is full then, and nobody takes from it
            waiting = sockets.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(full.getsockname())
        spec = HttpServer(f"http://127.0.0.1:{full.getsockname()[1]}/mcp", connect_timeout=0.3)
        with pytest.raises(ConnectionFailed) as caught:
            await workbench.connect(spec, "web")
    assert caught.value.reason == "timeout"
