"""What a server is given to know who asks, built from references; and what it is never given."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_workbench import HttpServer, Server, StdioServer, Workbench
from mcp_workbench.errors import ConfigInvalid, SecretNotFound
from mcp_workbench.specs import ApiKey, Authentication, Basic, Bearer
from tests.conftest import FAULTY
from tests.secrets.stores import stores_of_its_own
from tests.servers.telltale import Telltale

TELLTALE = str(Path(__file__).parent.parent / "servers" / "telltale.py")
SECRET = "a secret/value?"
# what a kernel is started with, and what programs of the person use
OWN = (
    *("JUPYTERHUB_API_TOKEN", "JUPYTER_TOKEN", "JPY_API_TOKEN", "JPY_SESSION_NAME"),
    *("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "MCP_WORKBENCH_MODEL_KEY", "MCP_WORKBENCH_SECRET_KEY"),
    *("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "DATABASE_URL"),
)
KEPT = (
    *("HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"),
    *("UV_CACHE_DIR", "PIP_INDEX_URL", "NPM_CONFIG_REGISTRY", "LC_ALL", "TMPDIR"),
)


@pytest.fixture
def web() -> Iterator[Telltale]:
    with Telltale() as one:
        yield one


@pytest.fixture
def stored(workbench: Workbench, tmp_path: Path) -> Iterator[Workbench]:
    """A workbench with one secret in a store of the test's own."""
    with stores_of_its_own(tmp_path / "home"):
        workbench.secrets.set("S", SECRET)
        yield workbench


@pytest.mark.asyncio
@pytest.mark.requirement("SEC-03")
@pytest.mark.parametrize(
    ("auth", "header", "value"),
    [
        (Bearer("${secret:S}"), "authorization", f"Bearer {SECRET}"),
        (ApiKey("${secret:S}"), "x-api-key", SECRET),
        (ApiKey("${secret:S}", "X-Shop"), "x-shop", SECRET),
        (
            Basic("me", "${secret:S}"),
            "authorization",
            "Basic " + base64.b64encode(f"me:{SECRET}".encode()).decode(),
        ),
    ],
)
async def test_a_remote_server_is_told_who_asks(
    stored: Workbench, web: Telltale, auth: Authentication, header: str, value: str
) -> None:
    spec = HttpServer(web.url, {"X-Team": "x${secret:S}"}, auth=auth)
    await stored.connect(spec, "web")
    assert {seen[header] for _, seen in web.seen} == {value}
    assert {seen["x-team"] for _, seen in web.seen} == {f"x{SECRET}"}
    assert stored.server("web").spec == spec


@pytest.mark.asyncio
@pytest.mark.requirement("SEC-03")
async def test_a_command_is_given_secret_variables(stored: Workbench) -> None:
    spec = StdioServer(sys.executable, (TELLTALE,), {"A_CANARY": "${secret:S}"})
    await stored.connect(spec, "told")
    result = await stored.call("told.say")
    assert SECRET in result.text
    assert SECRET not in repr(result._repr_mimebundle_())


@pytest.mark.asyncio
@pytest.mark.requirement("SEC-03")
async def test_a_command_inherits_no_credentials_of_the_kernel(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in OWN:
        monkeypatch.setenv(name, f"https://u:{name}-value@h")
    for name in KEPT:
        monkeypatch.setenv(name, "kept")
    await workbench.connect(f"{FAULTY} environment", "shows")
    seen = (await workbench.call("shows.ok")).value["env"]
    assert [name for name in OWN if name in seen] == []
    assert {name: seen.get(name) for name in KEPT} == dict.fromkeys(KEPT, "kept")


@pytest.mark.asyncio
async def test_the_password_of_a_proxy_that_a_command_inherits_is_not_shown(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://me:a-proxy-pw@proxy.example:3128")
    await workbench.connect(f"{FAULTY} environment", "shows")
    result = await workbench.call("shows.ok")
    assert "a-proxy-pw" in str(result.value)
    assert "a-proxy-pw" not in str(result._repr_mimebundle_())


@pytest.mark.asyncio
@pytest.mark.requirement("SEC-02")
async def test_a_secret_is_refused_among_the_arguments_of_a_process(stored: Workbench) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        await stored.connect(StdioServer(sys.executable, (TELLTALE, "--key=${secret:S}")), "told")
    assert caught.value.reason == "secret-not-allowed"


@pytest.mark.asyncio
async def test_a_secret_that_no_store_has_is_named_with_what_asks_for_it(
    stored: Workbench, web: Telltale
) -> None:
    with pytest.raises(SecretNotFound) as caught:
        await stored.connect(HttpServer(web.url, auth=Bearer("${secret:SHOP}")), "web")
    assert "'web': " in caught.value.what
    assert "%mcp secret set SHOP" in caught.value.hint
    assert web.seen == []


@pytest.mark.asyncio
async def test_credentials_of_one_server_reach_no_other(stored: Workbench, web: Telltale) -> None:
    with Telltale() as other:
        await stored.connect(HttpServer(web.url, auth=Bearer("${secret:S}")), "one")
        await stored.connect(HttpServer(other.url), "other")
        for name in ("one", "other"):
            await stored.call(f"{name}.say")
        assert SECRET in str(web.seen)
        assert SECRET not in str(other.seen)


@pytest.mark.asyncio
async def test_logs_of_libraries_hold_no_secret(
    stored: Workbench, web: Telltale, caplog: pytest.LogCaptureFixture
) -> None:
    spec = HttpServer(f"{web.url}?key=${{secret:Q}}", auth=Bearer("${secret:S}"))
    stored.secrets.set("Q", "a-query-value")
    await stored.connect(spec, "web")
    for name in ("httpx2", "mcp.client.streamable_http", "client", "httpcore2.http11"):
        caplog.set_level("DEBUG", name)
    await stored.call("web.refuse", raise_on_error=False)
    assert "HTTP Request: POST" in caplog.text
    assert "a-query-value" not in caplog.text
    assert SECRET not in caplog.text


def test_the_password_of_a_proxy_is_moved_out_of_the_file(
    stored: Workbench, tmp_path: Path
) -> None:
    way = {"proxy": "http://me:s3cretpassw0rd@p.example:3128", "verify": False}
    file = tmp_path / ".mcp.json"
    entry = {"type": "http", "url": "https://h.example/mcp", **way}
    file.write_text(json.dumps({"mcpServers": {"s": entry}}))
    server = stored.add(file, "s")
    assert isinstance(server, Server)
    ((place, name),) = server.move_secrets().fields
    assert place == "proxy"
    entry["proxy"] = f"http://me:${{secret:{name}}}@p.example:3128"
    assert json.loads(file.read_text())["mcpServers"] == {"s": entry}
    assert stored.secrets.get(name) == "s3cretpassw0rd"
