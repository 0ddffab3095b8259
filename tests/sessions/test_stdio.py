"""Servers as child processes: what they get, what they leave behind."""

import asyncio
import os
import resource
import shlex
import signal
import sys
import time
from pathlib import Path

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest

from mcp_workbench import StdioServer, Workbench
from mcp_workbench.errors import ConfigInvalid, VariableUnset
from mcp_workbench.sessions.server_display import server_html
from mcp_workbench.sessions.server_log import ServerLog
from mcp_workbench.sessions.stdio import StdioTransport
from tests.conftest import FAULTY, TIME

PROGRAM, *ARGS = shlex.split(FAULTY)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # a zombie that nobody has waited for is dead all the same
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.requirement("CON-01")
async def test_a_server_gets_its_arguments_environment_and_directory(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("JPY_API_TOKEN", "the kernel's own")
    monkeypatch.setenv("WANTED", "filled")
    args = (*ARGS, "environment", "two words", "$HOME", "*")
    spec = StdioServer(PROGRAM, args, env={"GIVEN": "${WANTED}"}, cwd=str(tmp_path))
    await workbench.connect(spec, "mirror")
    seen = (await workbench.call("mirror.ok")).value
    assert seen["argv"] == ["environment", "two words", "$HOME", "*"]
    assert seen["cwd"] == str(tmp_path)
    assert seen["env"]["GIVEN"] == "filled"
    assert seen["env"]["PATH"].endswith(os.environ["PATH"])
    assert seen["env"]["HTTPS_PROXY"] == "http://127.0.0.1:9"
    assert "JPY_API_TOKEN" not in seen["env"]
    assert "WANTED" not in seen["env"]


@pytest.mark.requirement("CON-01")
async def test_a_typed_command_line_is_split_as_a_shell_would(workbench: Workbench) -> None:
    await workbench.connect(f"{FAULTY} environment 'two words' three", "mirror")
    seen = (await workbench.call("mirror.ok")).value
    assert seen["argv"] == ["environment", "two words", "three"]


async def test_variables_are_filled_when_it_connects_not_when_it_is_registered(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOT_YET", raising=False)
    server = workbench.add(StdioServer(PROGRAM, (*ARGS, "environment", "${NOT_YET}")), "later")
    with pytest.raises(VariableUnset, match="NOT_YET"):
        await server.warm()
    monkeypatch.setenv("NOT_YET", "now")
    await server.warm()
    assert (await workbench.call("later.ok")).value["argv"] == ["environment", "now"]


@pytest.mark.requirement("CON-06")
@pytest.mark.requirement("TOOL-01")
async def test_nothing_starts_before_the_first_use_and_the_connection_is_kept(
    workbench: Workbench,
) -> None:
    server = workbench.add(TIME, "time")
    assert server.status == "registered"
    assert not workbench.loop.started
    result = await workbench.call("time.get_current_time", {"timezone": "UTC"})
    assert result.value["timezone"] == "UTC"
    assert server.status == "connected"
    assert server.protocol_version == "2026-07-28"
    assert server.tools.names == ["get_current_time", "convert_time"]


@pytest.mark.requirement("CON-06")
async def test_one_process_serves_all_calls_until_close_and_remove_forgets_it(
    workbench: Workbench,
) -> None:
    server = await workbench.connect(f"{FAULTY} environment", "one")
    pids = {(await workbench.call("one.ok")).value["pid"] for _ in range(3)}
    assert len(pids) == 1
    await server.close()
    assert server.status == "closed"
    assert not alive(pids.pop())
    assert "one" in workbench.servers
    await server.warm()
    assert server.status == "connected"
    pid = (await workbench.call("one.ok")).value["pid"]
    await server.remove()
    assert "one" not in workbench.servers
    assert not alive(pid)


async def test_close_is_safe_twice_and_before_any_use(workbench: Workbench) -> None:
    server = workbench.add(f"{FAULTY} none", "idle")
    await server.close()
    assert server.status == "registered"
    await server.warm()
    await server.close()
    await server.close()
    assert server.status == "closed"


async def test_children_of_a_server_end_with_it(workbench: Workbench) -> None:
    server = await workbench.connect(f"{FAULTY} leaves-a-child", "parent")
    child = int((await workbench.call("parent.ok")).text)
    assert alive(child)
    await server.close()
    assert not alive(child)


async def test_a_server_that_ignores_the_end_of_input_is_terminated(workbench: Workbench) -> None:
    server = await workbench.connect(f"{FAULTY} ignores-eof", "deaf")
    started = time.monotonic()
    await server.close()
    assert server.status == "closed"
    assert time.monotonic() - started < 20  # by itself it ends after 300 s


async def test_no_process_is_left_when_the_kernel_is_killed() -> None:
    program = f"""
import time
from mcp_workbench import Workbench
wb = Workbench()
wb.connect_sync({FAULTY + " environment"!r}, "one")
wb.connect_sync({FAULTY + " leaves-a-child"!r}, "two")
print(wb.call_sync("one.ok").value["pid"], wb.call_sync("two.ok").text, flush=True)
time.sleep(60)
"""
    kernel = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert kernel.stdout is not None
        pids = [int(word) for word in (await kernel.stdout.readline()).split()]
        assert all(map(alive, pids))
    finally:
        kernel.kill()
        await kernel.wait()
    assert len(pids) == 2
    async with asyncio.timeout(10):
        while any(map(alive, pids)):  # noqa: ASYNC110  their end tells nobody
            await asyncio.sleep(0.05)


async def test_a_server_that_reads_no_more_does_not_hold_a_call_beyond_its_limit(
    workbench: Workbench,
) -> None:
    await workbench.connect(f"{FAULTY} stops-reading", "deaf")
    big = {"text": "x" * (4 << 20)}
    first = workbench.call("deaf.echo", {"text": ""}, timeout=0.5, raise_on_error=False)
    second = workbench.call("deaf.echo", big, timeout=0.5, raise_on_error=False)
    started = time.monotonic()
    results = await asyncio.gather(first, second)
    assert [result.error.code for result in results] == ["mcp_call_timeout"] * 2
    assert time.monotonic() - started < 15


# closes its input, tells so where the test waits for it, and lives on
DEAF = """
import os, sys, time
os.close(0)
open(sys.argv[1], "w").close()
time.sleep(60)
"""


@pytest.mark.parametrize("rounds", [0, 1], ids=["unnoticed", "noticed before it is written"])
async def test_messages_end_where_one_is_lost_since_the_server_closed_its_input(
    rounds: int, tmp_path: Path
) -> None:
    fifo = tmp_path / "deaf"
    os.mkfifo(fifo)
    spec = StdioServer(sys.executable, ("-c", DEAF, str(fifo)))
    item = SessionMessage(JSONRPCRequest(jsonrpc="2.0", id=1, method="ping"))
    async with StdioTransport(spec, 1000, ServerLog()).connect() as (received, sent):
        fifo.read_bytes()  # blocks the loop, which so learns of the end as late as can be
        for _ in range(rounds):
            await asyncio.sleep(0)
        await sent.send(item)
        with pytest.raises(anyio.EndOfStream), anyio.fail_after(5):
            await received.receive()


@pytest.mark.parametrize(
    ("more", "env"),
    [
        (("a\0b",), {}),
        (("a\ud800",), {}),
        ((), {"A=B": "c"}),
        ((), {"A": "\0"}),
    ],
)
async def test_what_no_process_can_be_started_with_is_a_fault_of_the_definition(
    workbench: Workbench, more: tuple[str, ...], env: dict[str, str]
) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        await workbench.connect(StdioServer(PROGRAM, (*ARGS, "none", *more), env=env), "odd")
    assert caught.value.hint


@pytest.mark.requirement("CON-15")
async def test_nothing_that_a_server_started_outlives_its_connection(workbench: Workbench) -> None:
    # as with npx: the process that was started is not the server, and ends with its input
    command = ("-c", f"{FAULTY} leaves-descendants; true")
    server = await workbench.connect(StdioServer("sh", command), "parent")
    pids = (await workbench.call("parent.ok")).value["pids"]
    assert len(pids) == 4
    assert all(map(alive, pids))
    await server.close()
    assert not any(map(alive, pids))


@pytest.mark.requirement("CON-15")
async def test_a_server_that_ignores_the_end_of_input_and_sigterm_is_killed_in_time(
    workbench: Workbench,
) -> None:
    spec = StdioServer("sh", ("-c", f"{FAULTY} ignores-all; true"))
    server = await workbench.connect(spec, "deaf")
    started = time.monotonic()
    await server.close()
    assert time.monotonic() - started < 15  # 3.5 s where nothing else runs
    assert server.status == "closed"


@pytest.mark.requirement("CON-15")
async def test_a_launcher_that_hears_nothing_is_killed_with_its_group(workbench: Workbench) -> None:
    server = await workbench.connect(f"{FAULTY} environment", "one")
    pid = (await workbench.call("one.ok")).value["pid"]
    launcher = parent_of(pid)
    os.kill(launcher, signal.SIGSTOP)
    await server.close()
    assert not alive(launcher)
    assert not alive(pid)


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


async def test_a_server_has_no_terminal_and_no_input_but_its_own(workbench: Workbench) -> None:
    await workbench.connect(f"{FAULTY} its-input", "one")
    seen = (await workbench.call("one.ok")).value
    assert (seen["kind"], seen["terminal"]) == ("pipe", False)
    assert seen["session"] != os.getsid(0)


@pytest.mark.requirement("CON-17")
async def test_what_is_not_the_protocol_is_skipped_counted_and_kept_in_the_log(
    workbench: Workbench,
) -> None:
    server = await workbench.connect(f"{FAULTY} junk", "loud")
    assert server.status == "connected"
    assert server.noises == 4
    assert "[stdout, not the protocol] Welcome!" in server.log
    assert "[stdout, not the protocol] {not json}" in server.log
    assert "4 lines that are not the protocol" in server_html(server)
    assert (await workbench.call("loud.ok")).value == "done"


@pytest.mark.requirement("CON-17")
async def test_a_flood_without_an_end_costs_no_memory_and_the_connection_goes_on(
    workbench: Workbench,
) -> None:
    server = await workbench.connect(f"{FAULTY} endless-line", "loud")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert (await workbench.call("loud.ok")).value == "done"
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 100_000, "KiB, of 200 MiB that came"
    assert server.noises == 1
    assert max(map(len, server.log)) < 2400


@pytest.mark.requirement("CON-32")
@pytest.mark.parametrize("fault", ["pretty", "bom", "separators"])
async def test_lines_that_are_no_usual_messages_are_put_right(
    workbench: Workbench, fault: str
) -> None:
    server = await workbench.connect(f"{FAULTY} {fault}", "odd")
    result = await workbench.call("odd.echo", {"text": "a\u2028b\u0085c\u2029"})
    assert result.text == "a\u2028b\u0085c\u2029"
    assert server.noises == 0
