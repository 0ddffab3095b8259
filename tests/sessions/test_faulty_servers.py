"""One fault, one typed error with a hint, and everything else stays usable."""

import asyncio
import time
from pathlib import Path

import pytest

from mcp_workbench import StdioServer, Workbench
from mcp_workbench.errors import (
    CallTimeout,
    ConnectionFailed,
    LauncherNotFound,
    MayHaveRun,
    ProtocolError,
    WorkbenchError,
)
from mcp_workbench.settings import Settings
from tests.conftest import DEMO, FAULTY


async def failure(
    workbench: Workbench, what: str | StdioServer, **options: object
) -> WorkbenchError:
    """The error of connecting `what`, which is the server's state too, and leaves others usable."""
    with pytest.raises(WorkbenchError) as caught:
        await workbench.connect(what, "broken", **options)
    server = workbench.server("broken")
    assert server.status == "failed"
    assert server.error is caught.value
    assert caught.value.hint
    value = await workbench.call("broken.x", raise_on_error=False)
    assert value.error is not None
    assert value.error.code == caught.value.code
    await workbench.connect(FAULTY + " none", "good")
    assert (await workbench.call("good.ok")).value == "done"
    return caught.value


@pytest.mark.parametrize(
    ("command", "hint"),
    [
        ("no-such-command --x", "install it"),
        ("npx-missing/npx -y x", "full path"),
        (StdioServer("uvx mcp-server-time"), "put its arguments into `args`"),
    ],
)
async def test_a_missing_launcher_is_found_before_the_start(
    workbench: Workbench, command: str | StdioServer, hint: str
) -> None:
    error = await failure(workbench, command)
    assert isinstance(error, LauncherNotFound)
    assert error.reason == "not_found"
    assert hint in error.hint


async def test_a_missing_well_known_launcher_says_how_to_get_it(workbench: Workbench) -> None:
    error = await failure(workbench, "dnx Some.Server", env={"PATH": "/nowhere"})
    assert isinstance(error, LauncherNotFound)
    assert ".NET" in error.hint


async def test_a_missing_directory_is_told_as_such(workbench: Workbench) -> None:
    error = await failure(workbench, DEMO, cwd="/no/such/directory")
    assert isinstance(error, ConnectionFailed)
    assert error.reason == "no_directory"


async def test_a_file_that_cannot_be_run_is_told_as_such(workbench: Workbench) -> None:
    error = await failure(workbench, __file__)
    assert isinstance(error, ConnectionFailed)
    assert error.reason == "not_executable"


@pytest.mark.requirement("CON-18")
async def test_a_server_that_exits_at_once_is_told_with_its_last_words(
    workbench: Workbench,
) -> None:
    error = await failure(workbench, f"{FAULTY} exit")
    assert isinstance(error, ConnectionFailed)
    assert error.reason == "closed"
    assert "I cannot start: no licence" in error.hint
    assert "exit code 1" in error.hint
    # once for each of two uses, although both were tried in the two eras
    assert workbench.server("broken").log == ["I cannot start: no licence"] * 2
    assert error.hint.count("no licence") == 1


@pytest.mark.requirement("CON-18")
@pytest.mark.parametrize("fault", ["mute", "stubborn", "never-lists", "slow-pages"])
async def test_a_server_that_never_answers_ends_within_the_limit(fault: str) -> None:
    async with Workbench(Settings(connect_timeout=1, probe_timeout=0.3)) as workbench:
        started = time.monotonic()
        with pytest.raises(ConnectionFailed, match="within 1 s") as caught:
            await workbench.connect(f"{FAULTY} {fault}", "mute")
        assert caught.value.reason == "timeout"
        assert time.monotonic() - started < 10  # the slow list alone goes on for 25 s


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("initialize-error", "no licence"),
        ("old-version", "1.0"),
        ("malformed-initialize", "protocolVersion"),
    ],
)
async def test_a_handshake_that_fails_is_told(workbench: Workbench, fault: str, words: str) -> None:
    error = await failure(workbench, f"{FAULTY} {fault}")
    assert words in str(error)


@pytest.mark.parametrize("fault", ["ignores-probe", "dies-on-probe"])
async def test_the_probe_for_the_modern_era_does_not_hurt_old_servers(fault: str) -> None:
    async with Workbench(Settings(probe_timeout=0.3)) as workbench:
        server = await workbench.connect(f"{FAULTY} {fault}", "old")
        assert server.protocol_version == "2025-06-18"
        assert (await workbench.call("old.ok")).value == "done"


@pytest.mark.parametrize("fault", ["junk", "bom", "pretty", "slow-start", "string-ids"])
async def test_oddities_on_standard_output_are_put_up_with(
    workbench: Workbench, fault: str
) -> None:
    server = await workbench.connect(f"{FAULTY} {fault}", "odd")
    assert (await workbench.call("odd.echo", {"text": "hi"})).text in ("hi", "done")
    if fault == "junk":
        assert "[stdout, not the protocol] Welcome!" in server.log
        assert max(map(len, server.log)) < 2100


@pytest.mark.parametrize(("fault", "text"), [("latin-1", "caf\ufffd"), ("surrogate", "a\ufffdb")])
async def test_text_that_is_no_unicode_arrives_with_replacements(
    workbench: Workbench, fault: str, text: str
) -> None:
    await workbench.connect(f"{FAULTY} {fault}", "odd")
    assert (await workbench.call("odd.ok")).value == text


@pytest.mark.requirement("CON-32")
async def test_one_malformed_tool_leaves_the_others(workbench: Workbench) -> None:
    server = await workbench.connect(f"{FAULTY} bad-tools", "odd")
    assert server.tools.names == ["ok", "bad"]
    told = "\n".join(server.warnings)
    assert "tool 'bad': its annotations" in told
    assert "tool 'bad': its inputSchema" in told
    assert "entry 3" in told
    assert "entry 4" in told
    assert (await workbench.call("odd.bad")).value == "done"


async def test_a_tool_with_a_malformed_schema_hides_no_other_and_can_be_called(
    workbench: Workbench,
) -> None:
    server = await workbench.connect(f"{FAULTY} bad-schemas", "odd")
    assert server.tools.names == ["ok", "echo", "wait", "bad0", "bad1", "bad2"]
    for number, fault in enumerate(["properties", "`required`", "`required`"]):
        name = f"bad{number}"
        (told,) = (warning for warning in server.warnings if f"'{name}'" in warning)
        assert fault in told
        result = await workbench.call(f"odd.{name}", {"anything": 1})
        assert result.value == "done"
        assert "checks nothing" in result.warnings[0]
    assert (await workbench.call("odd.ok")).value == "done"


async def test_a_list_that_is_no_list_is_an_empty_one_with_a_warning(workbench: Workbench) -> None:
    server = await workbench.connect(f"{FAULTY} no-list", "odd")
    assert len(server.tools) == 0
    assert "no list of tools" in server.warnings[0]


async def test_all_pages_are_read(workbench: Workbench) -> None:
    server = await workbench.connect(f"{FAULTY} pages", "paged")
    assert server.tools.names == [f"tool{page}" for page in range(5)]
    assert server.warnings == []


async def test_a_circle_of_pages_is_cut_and_what_was_read_stays(workbench: Workbench) -> None:
    server = await workbench.connect(f"{FAULTY} cursor-loop", "round")
    assert server.tools.names == ["ok", "second"]
    assert "pages repeat" in server.warnings[0]
    assert (await workbench.call("round.ok")).value == "done"


@pytest.mark.requirement("CON-32")
async def test_a_malformed_block_is_shown_as_text_and_told_in_the_result(
    workbench: Workbench,
) -> None:
    await workbench.connect(f"{FAULTY} bad-blocks", "odd")
    result = await workbench.call("odd.ok")
    assert [block["type"] for block in result.wire["content"]] == ["text", "image", "text", "text"]
    assert "done" in result.text
    assert len(result.warnings) == 3
    assert "'video'" in result.warnings[0]
    assert "mimeType" in result.warnings[1]


async def test_an_answer_without_content_is_an_empty_one(workbench: Workbench) -> None:
    await workbench.connect(f"{FAULTY} no-content", "odd")
    result = await workbench.call("odd.ok")
    assert not result.is_error
    assert result.warnings == ["the answer has no list of content"]


async def test_a_result_that_does_not_fit_its_output_schema_is_kept(workbench: Workbench) -> None:
    server = await workbench.connect(f"{FAULTY} output-schema", "odd")
    assert server.tools["ok"].output_schema is not None
    assert (await workbench.call("odd.ok")).value == "not structured"


async def test_an_error_of_the_protocol_is_told_as_text(workbench: Workbench) -> None:
    await workbench.connect(f"{FAULTY} rpc-error", "odd")
    with pytest.raises(ProtocolError, match="-32042") as caught:
        await workbench.call("odd.ok")
    assert caught.value.reason == "rpc_-32042"
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("no-object", "malformed"),
        ("not-even-json", "malformed"),
        ("deep", "malformed"),
        ("long-integer", "malformed"),
        ("no-version", "malformed"),
        ("id-first", "too_large"),
        ("id-last", "too_large"),
    ],
)
async def test_an_answer_that_cannot_be_taken_is_one_error_at_once(fault: str, reason: str) -> None:
    async with Workbench(Settings(largest_message=1 << 20)) as workbench:
        server = await workbench.connect(f"{FAULTY} {fault}", "odd")
        with pytest.raises(ProtocolError, match="server 'odd': its answer ") as caught:
            await workbench.call("odd.ok", timeout=60)
        assert caught.value.reason == reason
        assert caught.value.hint
        assert server.status == "connected"
        assert server.log[-1].startswith('[stdout, not the protocol] {"')


async def test_an_answer_that_nobody_can_be_told_of_stands_in_the_hint_of_the_time_out(
    workbench: Workbench,
) -> None:
    await workbench.connect(f"{FAULTY} no-message", "odd")
    with pytest.raises(CallTimeout) as caught:
        await workbench.call("odd.ok", timeout=0.5)
    assert "wrote to stdout, not in the protocol: [" in caught.value.hint
    assert "`timeout=`" in caught.value.hint
    assert "`--timeout`" in caught.value.hint


async def test_a_time_out_does_not_blame_an_older_line(workbench: Workbench) -> None:
    await workbench.connect(f"{FAULTY} junk", "odd")
    with pytest.raises(CallTimeout) as caught:
        await workbench.call("odd.wait", timeout=0.3)
    assert "stdout" not in caught.value.hint


@pytest.mark.alone
async def test_an_error_with_the_code_of_a_closed_connection_is_the_servers_own_word(
    workbench: Workbench,
) -> None:
    server = await workbench.connect(f"{FAULTY} rate-limit", "busy")
    started = time.monotonic()
    with pytest.raises(ProtocolError, match="rate limit reached") as caught:
        await workbench.call("busy.ok")
    assert caught.value.reason == "rpc_-32000"
    assert time.monotonic() - started < 0.4
    assert server.status == "connected"


async def test_a_server_that_was_given_up_is_told_without_an_exit_code_but_with_its_words() -> None:
    async with Workbench(Settings(connect_timeout=1, probe_timeout=0.3)) as workbench:
        with pytest.raises(ConnectionFailed) as caught:
            await workbench.connect(f"{FAULTY} banner", "mute")
        assert caught.value.hint == "it wrote to stdout, not in the protocol: Welcome!"


@pytest.mark.alone
@pytest.mark.parametrize("fault", ["floods", "reports"])
async def test_a_flood_of_one_server_holds_up_no_other(workbench: Workbench, fault: str) -> None:
    await workbench.connect(f"{FAULTY} {fault}", "loud")
    await workbench.connect(f"{FAULTY} none", "calm")
    told: list[float] = []
    flood = asyncio.ensure_future(
        workbench.call("loud.ok", progress=lambda done, *_: told.append(done))
    )
    longest, calls = 0.0, 0
    while not flood.done():
        started = time.monotonic()
        await workbench.call("calm.ok")
        longest, calls = max(longest, time.monotonic() - started), calls + 1
    assert (await flood).value == "done"
    assert calls > 3
    assert longest < 0.6
    assert len(told) == (20_000 if fault == "reports" else 0)


async def test_a_too_large_answer_to_nobody_knows_whom_ends_the_connection_at_once() -> None:
    async with Workbench(Settings(largest_message=1 << 20)) as workbench:
        server = await workbench.connect(f"{FAULTY} id-nowhere", "odd")
        with pytest.raises(ProtocolError, match="1,048,576 bytes") as caught:
            await workbench.call("odd.ok", timeout=60)
        assert caught.value.reason == "too_large"
        assert server.status == "failed"
        assert server.error is not None
        assert server.error.reason == "too_large"
        assert [tool.name for tool in await workbench.tools("odd")] == ["ok", "echo", "wait"]


async def test_death_in_a_call_is_told_at_once_and_the_next_use_connects_again(
    workbench: Workbench,
) -> None:
    server = await workbench.connect(f"{FAULTY} dies-on-call", "mortal")
    started = time.monotonic()
    with pytest.raises(MayHaveRun) as caught:
        await workbench.call("mortal.ok")
    assert time.monotonic() - started < 10  # instead of the limit of a call, 120 s
    assert "exit code 3" in caught.value.hint
    assert "boom: out of paper" in caught.value.hint
    assert server.status == "failed"
    assert server.error is not None
    assert server.error.reason == "closed"
    assert [tool.name for tool in await workbench.tools("mortal")] == ["ok", "echo", "wait"]
    assert server.status == "connected"
    assert server.error is None


async def test_a_server_that_stops_writing_but_lives_is_told_without_an_exit_code(
    workbench: Workbench,
) -> None:
    server = await workbench.connect(f"{FAULTY} closes-output", "odd")
    with pytest.raises(MayHaveRun) as caught:
        await workbench.call("odd.ok")
    assert caught.value.reason == "closed"
    assert "exit code" not in str(caught.value)
    assert server.status == "failed"


async def test_a_flood_on_standard_error_is_bounded(workbench: Workbench) -> None:
    server = await workbench.connect(f"{FAULTY} chatty", "loud")
    assert (await workbench.call("loud.ok")).value == "done"
    await server.close()
    assert len(server.log) == 500
    assert server.log[-1] == "last words"


async def test_a_disabled_server_starts_nothing(workbench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "servers.json"
    file.write_text('{"mcpServers": {"off": {"command": "no-such-command", "disabled": true}}}')
    (server,) = await workbench.connect(file)
    assert server.status == "registered"
    with pytest.raises(ConnectionFailed) as caught:
        await server.warm()
    assert caught.value.reason == "disabled"
