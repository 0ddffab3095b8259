"""A connection that breaks is made anew once, and nothing runs twice that must not."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_workbench import HttpServer, Workbench
from mcp_workbench.errors import ConnectionFailed, MayHaveRun
from mcp_workbench.sessions.resending import Step, next_step
from tests.servers.forgetful import Forgetful
from tests.sessions.lively import Lively

HARMLESS, SENT = (False, True), (0, 1)


@pytest.fixture
def forgetful() -> Iterator[Forgetful]:
    with Forgetful() as server:
        yield server


@pytest.mark.requirement("CON-10")
@pytest.mark.parametrize(
    ("reason", "sent", "harmless", "step"),
    [
        *(("session_lost", *both, Step.ANEW) for both in itertools.product(SENT, HARMLESS)),
        *(("unreachable", *both, Step.ANEW) for both in itertools.product(SENT, HARMLESS)),
        *(("tls", *both, Step.ANEW) for both in itertools.product(SENT, HARMLESS)),
        *(("timeout", *both, Step.NONE) for both in itertools.product(SENT, HARMLESS)),
        *(("html", *both, Step.NONE) for both in itertools.product(SENT, HARMLESS)),
        ("closed", 0, False, Step.ANEW),
        ("closed", 1, True, Step.ANEW),
        ("closed", 1, False, Step.UNKNOWN),
        ("network", 0, False, Step.AGAIN),
        ("network", 1, True, Step.AGAIN),
        ("network", 1, False, Step.UNKNOWN),
        # refused after the server had asked for input: it had begun
        ("session_lost", 2, False, Step.UNKNOWN),
        ("session_lost", 2, True, Step.ANEW),
    ],
)
def test_what_follows_depends_on_whether_it_may_have_run(
    reason: str, sent: int, harmless: bool, step: Step
) -> None:
    assert next_step(reason, sent=sent, harmless=harmless) is step


@pytest.mark.requirement("CON-10")
@pytest.mark.parametrize("tool", ["look", "put"])
async def test_a_call_that_does_no_harm_is_sent_again_over_a_new_connection(
    workbench: Workbench, lively: Lively, tool: str
) -> None:
    server = await workbench.connect(lively.spec(), "lively")
    result = await workbench.call(f"lively.{tool}", {"deaths": 1})
    assert result.value == f"{tool} done"
    assert any("made anew" in warning for warning in result.warnings)
    assert lively.lines.count(f"call {tool}") == 2
    assert server.status == "connected"
    assert f"{tool}: I die" in server.log  # the log outlives the connection


@pytest.mark.requirement("CON-10")
@pytest.mark.parametrize("tool", ["pay", "claims"])
async def test_a_call_that_may_do_harm_is_not_sent_again_and_the_error_says_so(
    workbench: Workbench, lively: Lively, tool: str
) -> None:
    server = await workbench.connect(lively.spec(), "lively")
    with pytest.raises(MayHaveRun, match=f"lively.{tool} had been sent") as caught:
        await workbench.call(f"lively.{tool}", {"deaths": 1})
    assert caught.value.code == "mcp_may_have_run"
    assert caught.value.reason == "closed"
    assert "look whether it did" in caught.value.hint
    assert f"{tool}: I die" in caught.value.hint
    assert "exit code 7" in caught.value.hint
    assert lively.lines.count(f"call {tool}") == 1
    assert server.status == "failed"
    assert (await workbench.call(f"lively.{tool}")).value == f"{tool} done"


@pytest.mark.requirement("CON-10")
async def test_the_connection_is_made_anew_once_and_no_more(
    workbench: Workbench, lively: Lively
) -> None:
    await workbench.connect(lively.spec(), "lively")
    with pytest.raises(ConnectionFailed) as caught:
        await workbench.call("lively.look", {"deaths": 9})
    assert caught.value.reason == "closed"
    assert lively.lines.count("call look") == 2


@pytest.mark.requirement("CON-10")
async def test_what_a_server_says_of_its_tools_counts_only_where_it_is_trusted(
    workbench: Workbench, lively: Lively, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = lively.spec()
    file = tmp_path / ".mcp.json"
    entry = {"command": spec.command, "args": list(spec.args)}
    file.write_text(json.dumps({"mcpServers": {"lively": entry}}))
    monkeypatch.setenv("MCP_WORKBENCH_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    server = workbench.add(file, "lively")
    assert not isinstance(server, list)
    server.trust()
    await server.warm()
    assert server.trusted
    (tmp_path / "home" / "trust.json").unlink()  # taken back while it runs
    with pytest.raises(MayHaveRun, match="may have run") as caught:
        await workbench.call("lively.look", {"deaths": 1})
    assert "that you trust" in caught.value.hint
    assert lively.lines.count("call look") == 1


@pytest.mark.requirement("CON-27")
@pytest.mark.parametrize("how", ["404", "404-json", "400-json"])
async def test_a_session_that_the_server_forgot_is_started_anew_and_the_call_sent_again(
    workbench: Workbench, forgetful: Forgetful, how: str
) -> None:
    await workbench.connect(HttpServer(f"{forgetful.url}/mcp"), "web")
    forgetful.forget(how)
    result = await workbench.call("web.ok")
    assert result.value == "xxxx"
    assert any("made anew" in warning for warning in result.warnings)
    assert forgetful.methods.count("initialize") == 2
    assert forgetful.tools == ["ok", "ok"]


@pytest.mark.requirement("CON-27")
async def test_a_server_that_forgets_every_session_is_an_error_after_the_second(
    workbench: Workbench, forgetful: Forgetful
) -> None:
    await workbench.connect(HttpServer(f"{forgetful.url}/mcp"), "web")
    forgetful.forget("404", always=True)
    with pytest.raises(ConnectionFailed) as caught:
        await workbench.call("web.ok")
    assert caught.value.reason == "session_lost"
    assert forgetful.methods.count("initialize") == 2


async def test_a_refusal_that_is_about_no_session_starts_none(
    workbench: Workbench, forgetful: Forgetful
) -> None:
    await workbench.connect(HttpServer(f"{forgetful.url}/mcp"), "web")
    forgetful.forget("400-other")
    result = await workbench.call("web.ok", raise_on_error=False)
    assert result.error is not None
    assert result.error.code == "mcp_protocol_error"
    assert forgetful.methods.count("initialize") == 1


@pytest.mark.requirement("CON-10")
async def test_an_answer_lost_on_the_network_is_asked_for_again_where_that_does_no_harm(
    workbench: Workbench, forgetful: Forgetful
) -> None:
    server = await workbench.connect(HttpServer(f"{forgetful.url}/mcp"), "web")
    forgetful.hang_ups = 1
    result = await workbench.call("web.look")
    assert result.value == "xxxx"
    assert any("sent again" in warning for warning in result.warnings)
    forgetful.hang_ups = 1
    with pytest.raises(MayHaveRun) as caught:
        await workbench.call("web.ok")
    assert caught.value.reason == "network"
    assert "call again" not in caught.value.hint
    assert forgetful.tools == ["look", "look", "ok"]
    assert server.status == "connected"


@pytest.mark.requirement("CON-10")
async def test_a_server_that_was_away_and_is_back_gets_the_call_that_it_never_saw(
    workbench: Workbench, forgetful: Forgetful
) -> None:
    server = await workbench.connect(HttpServer(f"{forgetful.url}/mcp"), "web")
    forgetful.go_away()
    with pytest.raises(ConnectionFailed) as caught:
        await workbench.call("web.ok")
    assert caught.value.reason == "unreachable"
    assert server.status == "failed"
    with forgetful.come_back() as again:
        assert (await workbench.call("web.ok")).value == "xxxx"
        assert again.tools == ["ok"]
    assert forgetful.tools == []


@pytest.mark.requirement("CON-10")
async def test_what_only_reads_is_asked_for_again_whatever_the_server_says_of_its_tools(
    workbench: Workbench, forgetful: Forgetful
) -> None:
    server = await workbench.connect(HttpServer(f"{forgetful.url}/mcp"), "web")
    forgetful.hang_ups = 1
    reading = server.request("note://a", lambda client, _: client.read_resource("note://a"))
    answer = await workbench.loop.wait(reading)
    assert answer.wire["contents"][0]["text"] == "read"
    assert any("sent again" in warning for warning in answer.warnings)
    assert forgetful.methods.count("resources/read") == 2
