"""Every message of a connection: kept, bounded, without secrets, found again, saved."""

import gc
import json
import shlex
import sys
import time
from pathlib import Path

import pytest
from mcp_types import JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from mcp_workbench import HttpServer, Server, StdioServer, Workbench
from mcp_workbench.errors import ConfigInvalid, WorkbenchError
from mcp_workbench.secrets import Redactor
from mcp_workbench.sessions.timeline import BYTES, MOST, NOTICES, WHOLE, Timeline
from tests.conftest import FAULTY
from tests.servers.telltale import Telltale
from tests.servers.web import Web

PROGRAM = str(Path(__file__).parent.parent / "magics" / "mirror.py")
MIRROR = StdioServer(sys.executable, (PROGRAM,), era="legacy")


async def connected(workbench: Workbench, what: StdioServer | HttpServer | str) -> Server:
    server = await workbench.connect(what, "one")
    assert isinstance(server, Server)
    return server


@pytest.mark.requirement("CON-34")
async def test_handshake_lists_and_calls_are_kept_in_both_directions(workbench: Workbench) -> None:
    server = await connected(workbench, StdioServer(sys.executable, (PROGRAM,)))
    await workbench.call("one.mirror", {"text": "hi"})
    passed = [(one.direction, one.method) for one in server.messages if one.method]
    assert passed == [
        ("sent", "server/discover"),
        ("received", "server/discover"),
        ("sent", "initialize"),
        ("received", "initialize"),
        ("sent", "notifications/initialized"),
        ("sent", "tools/list"),
        ("received", "tools/list"),
        ("sent", "tools/call"),
        ("received", "tools/call"),
    ]
    sent, answer = server.messages.find(method="tools/call")
    assert sent.body["params"]["arguments"] == {"text": "hi"}
    assert answer.body["result"]["structuredContent"] == {"result": {"text": "hi"}}
    assert answer.id == sent.id
    assert answer.elapsed == pytest.approx((answer.time - sent.time).total_seconds(), abs=1e-3)
    refused = server.messages.find(method="server/discover")[1]
    assert refused.is_error
    assert refused.body["error"]["code"] == -32601


@pytest.mark.requirement("CON-34")
async def test_what_the_server_sent_is_kept_as_it_was_before_its_repair(
    workbench: Workbench,
) -> None:
    program, *arguments = shlex.split(FAULTY)
    spec = StdioServer(program, (*arguments, "bad-blocks"), era="legacy")
    server = await connected(workbench, spec)
    result = await workbench.call("one.ok")
    assert result.warnings
    assert result.content[0]["type"] == "text"
    result.content[-1]["text"] = "changed afterwards"
    answer = server.messages.find(method="tools/call")[-1]
    assert answer.body["result"]["content"][0] == {"type": "video", "x": 1}
    assert answer.body["result"]["content"][-1]["text"] == "done"


@pytest.mark.requirement("CON-34")
async def test_the_timeline_goes_on_over_connections(workbench: Workbench) -> None:
    server = await connected(workbench, MIRROR)
    await server.close()
    await server.warm()
    notes = [one.text for one in server.messages if one.direction == "note"]
    assert notes.count("connecting over stdio") == 2
    assert len(server.messages.find(method="initialize")) == 4
    numbers = [one.number for one in server.messages]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.requirement("CON-34")
async def test_what_http_says_stands_between_the_messages(workbench: Workbench) -> None:
    with Web() as web:
        spec = HttpServer(
            f"{web.url}/status/500?key=s3cret", {"Authorization": "Bearer s3cret-s3cret"}
        )
        with pytest.raises(WorkbenchError):
            await workbench.connect(spec, "one")
    messages = workbench.servers["one"].messages
    first = next(one for one in messages if one.direction == "http")
    assert first.direction == "http"
    assert first.is_error
    assert first.body["method"] == "POST"
    assert first.body["status"] == 500
    said = [one for one in messages if one.direction == "here"]
    assert "HTTP 500" in said[0].text
    assert "s3cret" not in json.dumps([one.as_dict() for one in messages])


@pytest.mark.requirement("CON-34")
async def test_no_secret_of_the_definition_is_shown_found_or_saved(
    workbench: Workbench, tmp_path: Path
) -> None:
    with Telltale() as telltale:
        spec = HttpServer(telltale.url, {"X-Api-Key": "hunter2hunter2"})
        server = await connected(workbench, spec)
        result = await workbench.call("one.say")
        saved = server.messages.save(tmp_path / "all.jsonl").read_text()
    assert "hunter2hunter2" in json.dumps(result.wire), "it was there to be seen"
    assert "tools/call" in saved
    assert "hunter2hunter2" not in saved
    assert "hunter2hunter2" not in str(server.messages[:])
    assert server.messages.find("hunter2hunter2") == []


@pytest.mark.requirement("CON-34")
async def test_a_saved_file_is_one_json_object_a_line_whatever_a_message_holds(
    workbench: Workbench, tmp_path: Path
) -> None:
    server = await connected(workbench, MIRROR)
    text = "a\u2028b\u2029c\x85d\ne"
    await workbench.call("one.mirror", {"text": text})
    file = server.messages.save(tmp_path / "all.jsonl")
    lines = file.read_text("utf-8").splitlines()
    assert len(lines) == len(server.messages)
    found = [json.loads(line) for line in lines]
    assert found[-1]["message"]["result"]["structuredContent"] == {"result": {"text": text}}
    assert found[-1]["direction"] == "received"
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(ConfigInvalid, match="cannot be written"):
        server.messages.save(tmp_path / "no" / "all.jsonl")


def response(result: dict[str, object]) -> JSONRPCResponse:
    return JSONRPCResponse(jsonrpc="2.0", id=1, result=result)


@pytest.mark.requirement("CON-34")
def test_messages_and_their_bytes_are_bounded_and_a_big_one_says_its_size() -> None:
    timeline = Timeline(Redactor())
    for number in range(MOST + 10):
        timeline.message("sent", JSONRPCRequest(jsonrpc="2.0", id=number, method="ping"))
    assert len(timeline) == MOST
    assert timeline[0].number == 11
    timeline.message("received", response({"data": "x" * (1 << 20), "boxes": [[1.5, 2]] * 9000}))
    big = timeline[-1]
    assert big.cut
    assert big.size > 1 << 20
    assert len(big.text) < WHOLE
    assert "(1,048,576 characters)" in big.text
    assert "8,960 more values" in big.text
    for _ in range(2 * BYTES // WHOLE):
        timeline.message("received", response({"data": "x" * (WHOLE - 1000)}))
    assert len(timeline) <= BYTES // (WHOLE - 1000)
    timeline.clear()
    assert list(timeline) == []


@pytest.mark.parametrize(
    "result",
    [
        {"content": [{"type": "text", "text": "x\n" * (20 << 20)}], "rows": list(range(50_000))},
        {"rows": [{"a": number, "b": str(number)} for number in range(200_000)]},
    ],
    ids=["a text", "many rows"],
)
def test_a_message_however_large_is_kept_at_once(result: dict[str, object]) -> None:
    timeline, large = Timeline(Redactor()), response(result)
    gc.disable()  # a collection would walk through all of the message
    try:
        started = time.thread_time()
        timeline.message("received", large)
        taken = time.thread_time() - started
    finally:
        gc.enable()
    assert taken < 0.04
    (kept,) = timeline
    assert kept.cut
    assert WHOLE < kept.size <= len(json.dumps(result, separators=(",", ":")))


@pytest.mark.parametrize("told", ["{}", '{"a":[],"b":{}}', '{"a":[1,"",null,2.5,[[]]]}'])
def test_a_small_message_tells_its_size_exactly(told: str) -> None:
    timeline, result = Timeline(Redactor()), json.loads(told)
    timeline.message("received", response(result))
    whole = {"jsonrpc": "2.0", "id": 1, "result": result}
    (kept,) = timeline
    assert not kept.cut
    assert kept.size == len(json.dumps(whole, separators=(",", ":")))


def test_what_cannot_be_written_as_utf8_or_is_nested_too_deep_is_kept_all_the_same() -> None:
    timeline = Timeline(Redactor())
    timeline.message("received", response({"half": "\ud83d"}))
    deep: dict[str, object] = {}
    for _ in range(1500):
        deep = {"in": deep}
    timeline.message("received", response(deep))
    half, nested = timeline
    assert half.body["result"] == {"half": "\ud83d"}
    assert nested.text.startswith('{"in": {"in": ')


def test_a_method_is_looked_for_by_its_name_or_its_beginning() -> None:
    timeline = Timeline(Redactor())
    for method in ("tools/list", "tools/call", "ping"):
        timeline.message("sent", JSONRPCRequest(jsonrpc="2.0", id=1, method=method))
    assert [one.method for one in timeline.find(method="tools/*")] == ["tools/list", "tools/call"]
    assert [one.method for one in timeline.find(method="ping")] == ["ping"]
    assert [one.method for one in timeline.find(last=1)] == ["ping"]
    assert timeline.find("TOOLS/L")[0].method == "tools/list"


@pytest.mark.requirement("CON-34")
def test_a_flood_of_notifications_drives_out_no_request() -> None:
    timeline = Timeline(Redactor())
    timeline.message("sent", JSONRPCRequest(jsonrpc="2.0", id=1, method="tools/call"))
    progress = JSONRPCNotification(jsonrpc="2.0", method="notifications/progress", params={"n": 1})
    for _ in range(MOST + NOTICES):
        timeline.message("received", progress)
    assert len(timeline) == NOTICES + 1
    assert timeline[0].method == "tools/call"
