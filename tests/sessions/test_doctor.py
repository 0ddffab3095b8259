"""What the doctor finds: the step that fails, with real faults of programs and networks."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_workbench import HttpServer, StdioServer, Workbench
from mcp_workbench.errors import ServerNotFound
from mcp_workbench.network import AUTHORITIES
from mcp_workbench.sessions.doctor import Diagnosis
from mcp_workbench.specs import ServerSpec
from tests.conftest import ROOT
from tests.servers.authority import Authority
from tests.servers.telltale import Telltale
from tests.servers.web import Web

ODD = str(ROOT / "tests" / "servers" / "odd_tools.py")
MARK = "secret-value-4711"


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", *AUTHORITIES):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    with Web() as one:
        yield one


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def secure(authority: Authority) -> Iterator[Web]:
    with Web() as one:
        one.socket = authority.context_for("localhost").wrap_socket(one.socket, server_side=True)
        yield one


async def examined(workbench: Workbench, spec: ServerSpec | str) -> Diagnosis:
    workbench.add(spec, "s")
    found = await workbench.doctor("s")
    assert not workbench.server("s").live_connection, (
        "it makes a connection of its own, and ends it"
    )
    names = [step.name for step in found.steps]
    if found.failed is not None:
        assert found.error is not None
        assert found.error.hint, "the fix"
        behind = found.steps[names.index(found.failed.name) + 1 :]
        assert {step.state for step in behind} <= {"skipped"}
        assert f"{found.failed.name} fails [{found.error.code}]" in repr(found)
    return found


def states(found: Diagnosis) -> dict[str, str]:
    return {step.name: step.state for step in found.steps}


@pytest.mark.requirement("CON-33")
async def test_nothing_is_wrong_with_a_server_that_works(
    workbench: Workbench, tmp_path: Path, web: Web, secure: Web, authority: Authority
) -> None:
    tools = tmp_path / "tools.json"
    tools.write_text("[]")
    stdio = await examined(workbench, StdioServer(sys.executable, (ODD, str(tools))))
    assert stdio.ok
    assert states(stdio) | {"connected": "skipped"} == states(stdio)
    assert [step.name for step in stdio.steps[3:]] == [
        *("directory", "PATH", "command", "start", "version", "lists")
    ]
    assert "2025-06-18" in next(step.told for step in stdio.steps if step.name == "version")
    assert repr(stdio).endswith("nothing is wrong with it")
    http = await examined(workbench, HttpServer(web.url))
    assert http.ok
    assert states(http)["DNS"] == states(http)["TLS"] == "skipped"
    assert http.steps[-1].told.startswith("4 tools")
    port = secure.server_address[1]
    tls = await examined(
        workbench, HttpServer(f"https://localhost:{port}/mcp", verify=str(authority.file))
    )
    assert tls.ok
    assert states(tls)["TLS"] == "ok"


@pytest.mark.requirement("CON-33")
@pytest.mark.parametrize(
    ("spec", "step", "word"),
    [
        (StdioServer("no-such-program-4711"), "command", "no-such-program-4711"),
        (StdioServer("python", cwd="/no/such/place"), "directory", "/no/such/place"),
        (StdioServer("python", env={"PATH": ""}), "PATH", "PATH is empty"),
        (StdioServer("python", ("${NO_SUCH_VARIABLE_4711}",)), "definition", "NO_SUCH_VARIABLE"),
        (StdioServer(sys.executable, ("-c", "import no_such_module")), "start", "ended"),
        (HttpServer("http://no-such-host.invalid/mcp"), "DNS", "leads to no address"),
    ],
)
async def test_the_step_that_fails_is_named(
    workbench: Workbench, spec: ServerSpec, step: str, word: str
) -> None:
    found = await examined(workbench, spec)
    assert found.failed is not None
    assert (found.failed.name, found.failed.state) == (step, "failed")
    assert word in repr(found)


async def test_a_server_that_ends_leaves_its_last_words(workbench: Workbench) -> None:
    found = await examined(workbench, StdioServer(sys.executable, ("-c", "import no_such_module")))
    assert "No module named 'no_such_module'" in repr(found)


@pytest.mark.requirement("CON-33")
@pytest.mark.parametrize(
    ("path", "step", "code"),
    [
        ("/away", "redirect", "mcp_connection_failed"),
        ("/status/401", "sign-in", "authorization_required"),
        ("/status/403", "sign-in", "authorization_required"),
        ("/page", "answer", "mcp_connection_failed"),
        ("/status/500", "answer", "mcp_protocol_error"),
        ("/broken-json", "answer", "mcp_protocol_error"),
    ],
)
async def test_what_a_web_server_answers_is_told_apart(
    workbench: Workbench, web: Web, path: str, step: str, code: str
) -> None:
    web.elsewhere = "http://elsewhere.example"
    url = f"{web.url}{path}?token={MARK}"
    found = await examined(workbench, HttpServer(url, {"Authorization": f"Bearer {MARK}"}))
    assert found.failed is not None
    assert found.failed.name == step
    assert found.error is not None
    assert found.error.code == code
    assert MARK not in repr(found) + found._repr_html_() + json.dumps(found.to_dict())


async def test_no_step_holds_a_secret_that_an_error_repeats(workbench: Workbench) -> None:
    with Telltale() as server:
        url = server.url.replace("/mcp", "/refused")
        found = await examined(workbench, HttpServer(url, {"X-Api-Key": MARK}))
        (_, headers), *_ = server.seen
    assert headers["x-api-key"] == MARK
    assert found.failed is not None
    assert "HTTP 500" in found.failed.told
    assert MARK not in repr(found.steps)


@pytest.mark.requirement("CON-33")
async def test_a_port_where_nobody_listens_and_one_without_tls(
    workbench: Workbench, web: Web, secure: Web
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    nobody = await examined(workbench, HttpServer(f"http://127.0.0.1:{port}/mcp"))
    assert nobody.failed is not None
    assert nobody.failed.name == "TCP"
    assert f"nobody listens at 127.0.0.1 port {port}" in repr(nobody)
    plain = await examined(workbench, HttpServer(web.url.replace("http://", "https://")))
    assert plain.failed is not None
    assert (plain.failed.name, plain.error and plain.error.reason) == ("TLS", "tls")
    unknown = await examined(
        workbench, HttpServer(f"https://localhost:{secure.server_address[1]}/mcp")
    )
    assert unknown.failed is not None
    assert (unknown.failed.name, unknown.error and unknown.error.reason) == ("TLS", "certificate")


@pytest.mark.requirement("CON-33")
async def test_a_project_file_that_nobody_trusts_is_left_alone(
    workbench: Workbench, tmp_path: Path
) -> None:
    told = tmp_path / "ran"
    entry = {"command": sys.executable, "args": ["-c", f"open({str(told)!r}, 'w')"]}
    file = tmp_path / ".mcp.json"
    file.write_text(json.dumps({"mcpServers": {"evil": entry}}))
    workbench.add(file)
    found = await workbench.doctor("evil")
    assert found.failed is not None
    assert found.failed.name == "trust"
    assert "%mcp trust evil" in repr(found)
    assert not told.exists()


async def test_a_connection_that_is_there_is_used(workbench: Workbench, tmp_path: Path) -> None:
    tools = tmp_path / "tools.json"
    tools.write_text("[]")
    server = await workbench.connect(StdioServer(sys.executable, (ODD, str(tools))), "s")
    before = server.live_connection
    found = await workbench.doctor("s")
    assert found.ok
    assert states(found)["connected"] == "ok"
    assert server.live_connection is before


async def test_a_diagnosis_escapes_what_a_server_says(workbench: Workbench) -> None:
    script = "import sys; sys.stderr.write('<b>\\x1b[31mno\\u202e'); sys.exit(3)"
    found = await examined(workbench, StdioServer(sys.executable, ("-c", script)))
    assert "<b>" not in found._repr_html_()
    for text in (repr(found), found._repr_html_()):
        assert not set(text) & {"\x1b", "\u202e"}
    with pytest.raises(ServerNotFound):
        await workbench.doctor("nobody")
