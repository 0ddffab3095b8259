"""Every call is kept, found again, made again, and written for elsewhere."""

from __future__ import annotations

import asyncio
import gc
import json
import shlex
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mcp_workbench import HttpServer, StdioServer, Workbench
from mcp_workbench.agent.server_tool import server_tool
from mcp_workbench.cli.program import program as main
from mcp_workbench.comm.answering import answered
from mcp_workbench.comm.desk import Desk
from mcp_workbench.comm.questions import Questions
from mcp_workbench.errors import CallTimeout, UsageInvalid, WorkbenchError
from mcp_workbench.results import CallContext, Picture, ToolResult
from mcp_workbench.sessions.curl import curl_lines
from mcp_workbench.sessions.history import BYTES, MOST, WHOLE
from mcp_workbench.specs import Basic
from tests.conftest import FAULTY, ROOT
from tests.servers.telltale import Telltale
from tests.sessions.lively import Lively
from tests.sessions.offers import changing_web

PROGRAM = str(ROOT / "tests" / "magics" / "mirror.py")
MIRROR = StdioServer(sys.executable, (PROGRAM,), era="legacy")


@pytest.mark.requirement("TOOL-14")
async def test_a_call_is_kept_with_arguments_result_time_and_server(workbench: Workbench) -> None:
    await workbench.connect(MIRROR, "mirror")
    given = {"text": "hi", "n": 7}
    result = await workbench.call("mirror.mirror", given)
    given["n"] = 8
    (entry,) = workbench.history
    assert (entry.server, entry.tool, entry.surface) == ("mirror", "mirror.mirror", "python")
    assert entry.arguments == {"text": "hi", "n": 7}
    assert entry.result is result
    assert entry.error is None
    assert entry.elapsed == result.elapsed
    assert entry.as_dict()["structured"] == {"result": {"text": "hi", "n": 7}}
    assert (await entry.again()).value == {"text": "hi", "n": 7}
    assert [one.number for one in workbench.history] == [1, 2]


@pytest.mark.requirement("TOOL-14")
async def test_calls_that_fail_end_late_or_are_interrupted_are_kept_too(
    workbench: Workbench, lively: Lively
) -> None:
    await workbench.connect(lively.spec(), "alive")
    for tool in ("nowhere.tool", "alive.nothing"):
        with pytest.raises(WorkbenchError):
            await workbench.call(tool)
    with pytest.raises(CallTimeout) as caught:
        await workbench.call("alive.work", {"seconds": 30}, timeout=0.2)
    waiting = asyncio.ensure_future(workbench.call("alive.work", {"seconds": 30}))
    await lively.noted("call work", 2)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    codes = [one.error.code for one in workbench.history if one.error is not None]
    assert codes == [
        "mcp_server_not_found",
        "mcp_tool_not_found",
        "mcp_call_timeout",
        "mcp_cancelled",
    ]
    late = workbench.history[2].error
    assert late is not None
    # what was raised keeps alive the frames it went through; what is kept does not
    assert caught.value.__traceback__ is not None
    assert late.__traceback__ is None


@pytest.mark.requirement("TOOL-14")
async def test_calls_of_agents_and_of_the_panel_are_kept_as_such(workbench: Workbench) -> None:
    await workbench.connect(MIRROR, "mirror")
    tool = await workbench.tool("mirror.mirror")
    await server_tool(workbench, tool, "mirror").call({"n": 1})
    desk = Desk(workbench, Questions(None), lambda _: None)
    await answered(
        {"id": "1", "method": "call", "server": "mirror", "tool": "mirror", "values": {"n": "2"}},
        desk,
    )
    await workbench.call("mirror.mirror", {"n": 3})
    told = [(one.surface, one.arguments["n"]) for one in workbench.history]
    assert told == [("agent", 1), ("panel", 2), ("python", 3)]


@pytest.mark.requirement("TOOL-14")
async def test_the_history_is_searched_by_text_and_server(workbench: Workbench) -> None:
    await workbench.connect(MIRROR, "mirror")
    await workbench.connect(f"{FAULTY} none", "odd", era="legacy")
    for text in ("Apple", "pear"):
        await workbench.call("mirror.mirror", {"text": text})
    await workbench.call("odd.ok")
    history = workbench.history
    assert [one.number for one in history.find("apple")] == [1]
    assert [one.number for one in history.find("done")] == [3]  # in the answer
    assert [one.number for one in history.find(server="mirror")] == [1, 2]
    assert [one.number for one in history.find(server="mirror", last=1)] == [2]
    assert history.find("nothing like it") == []
    history.clear()
    assert list(history) == []


@pytest.mark.requirement("TOOL-14")
async def test_the_history_is_bounded_and_a_large_result_is_an_extract(
    workbench: Workbench,
) -> None:
    await workbench.connect(f"{FAULTY} big", "odd", era="legacy")
    whole = await workbench.call("odd.big", {"megabytes": 2})
    assert len(whole.text) == 2 << 20  # whoever called has all of it
    entry = workbench.history[-1]
    assert len(entry.result.text) < 1000
    assert "the history keeps an extract" in entry.result.warnings[-1]
    assert entry.whole
    await workbench.connect(MIRROR, "mirror")
    await workbench.call("mirror.mirror", {"text": "x" * (WHOLE + 1)})
    large = workbench.history[-1]
    for make in (large.again_sync, large.as_cell, large.as_command, large.as_curl):
        with pytest.raises(UsageInvalid, match="too large to be kept"):
            make()
    await workbench.call("mirror.mirror", {"text": "x" * (WHOLE // 4)})
    kept = workbench.history[-1]
    times = BYTES // (WHOLE // 2)
    for _ in range(times):
        workbench.history.keep(kept.result, kept.time, kept.surface, raw=False)
    assert len(workbench.history) <= times
    workbench.history.clear()
    picture = Picture(b"x" * WHOLE, "image/png")
    context = replace(kept.result.context, pictures=(picture,))
    seen = ToolResult(kept.result.wire, context, 0.1)
    for _ in range(BYTES // WHOLE + 5):
        workbench.history.keep(seen, kept.time, kept.surface, raw=False)
    assert len(workbench.history) < BYTES // WHOLE, "pictures are part of what is kept"
    workbench.history.clear()
    await workbench.call("mirror.mirror", {"n": 1})
    small = workbench.history[-1]
    for _ in range(MOST + 5):
        workbench.history.keep(small.result, small.time, small.surface, raw=False)
    assert len(workbench.history) == MOST


@pytest.mark.requirement("TOOL-14")
def test_a_call_is_written_as_a_cell_as_json_and_as_a_command_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MCP_WORKBENCH_HOME", str(tmp_path))
    workbench = Workbench()
    workbench.connect_sync(MIRROR, "mirror")
    sent: dict[str, Any] = {
        "text": "it's 7\u2028é",
        "maybe": None,
        "anything": "@file",
        "items": [1, "a b"],
        "n": 3,
    }
    workbench.call_sync("mirror.mirror", sent)
    workbench.call_raw_sync("mirror.hidden", {"n": "x"})
    entry, raw = workbench.history
    assert entry.as_cell().startswith("%mcp call mirror.mirror text=\"it's 7")
    assert json.loads(entry.as_json())["arguments"] == sent
    assert "\u2028" not in entry.as_json()
    assert entry.as_command().startswith("mcp-workbench call --connect ")
    assert _ran(entry.as_command()) == sent
    assert raw.as_cell() == '%%mcp call --raw mirror.hidden\n{"n": "x"}'
    assert _ran(raw.as_command())["structuredContent"] == {"result": {"n": "x"}}
    assert raw.again_sync().value == {"n": "x"}
    with pytest.raises(UsageInvalid, match="over streamable HTTP"):
        entry.as_curl()
    workbench.close_sync()


def _ran(line: str) -> Any:
    """What the program writes for this line of a shell."""
    name, *words = shlex.split(line)
    done = CliRunner().invoke(main, words, prog_name=name)
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.requirement("TOOL-14")
async def test_what_is_written_for_curl_makes_the_call_in_both_eras(workbench: Workbench) -> None:
    with changing_web() as url:
        for era in ("2026-07-28", "2025-06-18"):
            await workbench.connect(HttpServer(f"{url}?a=1&b=2", era=era), "web")  # pyright: ignore[reportArgumentType]  both are
            await workbench.call("web.how_often", {"method": "it's $HOME"})
            line = workbench.history[-1].as_curl()
            assert line.count("curl -gsS") == (1 if era == "2026-07-28" else 3)
            done = await asyncio.to_thread(
                subprocess.run, ["sh", "-c", line], capture_output=True, check=True, timeout=60
            )
            told = done.stdout.decode()
            data = next((one[6:] for one in told.splitlines() if one.startswith("data: {")), told)
            assert json.loads(data)["result"]["structuredContent"] == {"result": 0}


def test_a_result_however_large_is_kept_at_once() -> None:
    wire = {"content": [{"type": "text", "text": "x\n" * (20 << 20)}]}
    result = ToolResult(wire, CallContext("one", "text"), 0.1)
    with_history = Workbench()
    gc.disable()  # a collection would walk through all of the result
    try:
        started = time.thread_time()
        with_history.history.keep(result, datetime.now(UTC), "python", raw=False)
        taken = time.thread_time() - started
    finally:
        gc.enable()
    assert taken < 0.04
    with_history.close_sync()


def test_one_call_stays_one_whatever_stands_in_the_address() -> None:
    with Telltale() as telltale:
        address = f"{telltale.url}?tags=[1-3]&q={{a,b}}"
        line = curl_lines(HttpServer(address), "say", {}, "2026-07-28")
        subprocess.run(["sh", "-c", line], capture_output=True, check=True, timeout=60)
        assert [path for path, _ in telltale.seen] == ["/mcp?tags=[1-3]&q={a,b}"]


@pytest.mark.requirement("TOOL-14")
def test_secrets_are_variables_for_curl_and_nothing_of_the_definition_runs() -> None:
    spec = HttpServer(
        "https://x.example/mcp?key=s3cret99&zone=$(id)",
        {"X-Api-Key": "abc12345", "X-Team": 'vision `id` "$HOME" ${TEAM}'},
    )
    line = curl_lines(spec, "now", {}, "2026-07-28")
    assert '"https://x.example/mcp?key=${SECRET}&zone=\\$(id)"' in line
    assert '-H "X-Api-Key: ${X_API_KEY}"' in line
    assert '-H "X-Team: vision \\`id\\` \\"\\$HOME\\" ${TEAM}"' in line
    assert "s3cret99" not in line
    assert "abc12345" not in line
    stored = HttpServer("https://x.example/mcp", {"Authorization": "Bearer ${secret:my-key}"})
    assert '-H "Authorization: Bearer ${MY_KEY}"' in curl_lines(stored, "now", {})
    plain = HttpServer("https://x.example/mcp", {"X-Form": "$${A} ${B} ${C"})
    assert '-H "X-Form: \\${A} ${B} \\${C"' in curl_lines(plain, "now", {})
    behind = HttpServer(
        "https://x.example/mcp", proxy="http://u:s3cret99@p.example:1", verify="/etc/our ca.pem"
    )
    line = curl_lines(behind, "now", {})
    assert "p.example:1" in line
    assert "--cacert '/etc/our ca.pem'" in line
    assert "s3cret99" not in line
    open_ = curl_lines(HttpServer("https://x.example/mcp", proxy="", verify=False), "now", {})
    assert "--noproxy '*' -k" in open_
    known = HttpServer("https://x.example/mcp", auth=Basic("me", "s3cret99"))
    assert '-u "me:${PASSWORD}"' in curl_lines(known, "now", {})


@pytest.mark.requirement("TOOL-14")
async def test_no_secret_is_in_what_is_shown_found_exported_or_saved(
    workbench: Workbench, tmp_path: Path
) -> None:
    secret = "hunter2hunter2"
    with Telltale() as telltale:
        spec = HttpServer(telltale.url, {"X-Api-Key": secret}, era="legacy")
        await workbench.connect(spec, "told")
        result = await workbench.call("told.say", {"given": secret})
    assert secret in json.dumps(result.wire), "it was there to be seen"
    entry = workbench.history[-1]
    saved = workbench.history.save(tmp_path / "calls.jsonl").read_text()
    shown = (entry.as_cell(), entry.as_json(), entry.as_command(), entry.as_curl(), saved)
    assert all(secret not in text for text in shown)
    assert workbench.history.find(secret) == []
    assert json.loads(saved)["tool"] == "say"
    assert entry.arguments == {"given": secret}  # with which it can be made again
    await workbench.call("told.say", {secret: 1, "in": {secret: 2}}, raise_on_error=False)
    named = workbench.history[-1]
    assert all(secret not in text for text in (named.as_json(), str(named.shown_arguments)))
