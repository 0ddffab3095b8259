"""Revisions of the protocol: what is asked for, what is agreed on, what is remembered."""

import json
import shlex
import time
from pathlib import Path

import pytest

from mcp_workbench import Server, StdioServer, Workbench
from mcp_workbench.errors import ConfigInvalid, ConnectionFailed, ProtocolError, WorkbenchError
from mcp_workbench.sessions.revisions import LEGACY, MODERN
from mcp_workbench.sessions.server_display import server_html
from mcp_workbench.settings import Settings
from mcp_workbench.specs import Era
from tests.conftest import DEMO, FAULTY

PROGRAM, *ARGS = shlex.split(FAULTY)


def faulty(fault: str, era: Era = "auto", **env: str) -> StdioServer:
    return StdioServer(PROGRAM, (*ARGS, fault), env=env, era=era)


async def connected(workbench: Workbench, what: StdioServer | str, **options: str) -> Server:
    server = await workbench.connect(what, "old", **options)
    assert isinstance(server, Server)
    return server


@pytest.mark.requirement("CON-05")
@pytest.mark.parametrize("revision", LEGACY)
async def test_each_revision_with_a_handshake_is_asked_for_and_shown(
    workbench: Workbench, revision: Era
) -> None:
    server = await connected(workbench, faulty("speaks-what-is-asked", revision))
    assert server.protocol_version == revision
    assert f"asked for {revision}" in server.log
    assert (await workbench.call("old.ok")).value == "done"
    assert revision in server_html(server)


@pytest.mark.requirement("CON-05")
async def test_a_real_server_is_held_to_every_revision(workbench: Workbench) -> None:
    server = await connected(workbench, DEMO)
    assert server.protocol_version == MODERN
    for revision in ("2024-11-05", MODERN):
        server = await connected(workbench, DEMO, era=revision)
        assert server.protocol_version == revision
        assert (await workbench.call("old.add", {"a": 1, "b": 2})).value == 3


@pytest.mark.requirement("CON-05")
@pytest.mark.parametrize(
    ("fault", "era", "words"),
    [
        ("none", "2024-11-05", "it speaks MCP 2025-06-18, but 2024-11-05 was asked for"),
        ("none", "2026-07-28", "does not speak MCP 2026-07-28"),
        ("old-version", "auto", "it speaks MCP 1.0, and supported here are 2024-11-05, "),
        ("old-version", "2025-06-18", "it speaks MCP 1.0, and supported here are 2024-11-05, "),
        ("only-newer", "auto", "it speaks MCP 2099-01-01, and supported here are 2024-11-05, "),
    ],
)
async def test_a_revision_that_cannot_be_had_is_one_error_that_names_both(
    workbench: Workbench, fault: str, era: Era, words: str
) -> None:
    with pytest.raises(ProtocolError) as caught:
        await workbench.connect(faulty(fault, era), "old")
    assert words in caught.value.what
    assert caught.value.reason == "version"
    assert caught.value.hint


async def test_an_era_that_there_is_not_is_refused(workbench: Workbench) -> None:
    with pytest.raises(ConfigInvalid, match="2025-01-01"):
        workbench.add(DEMO, "demo", era="2025-01-01")


@pytest.mark.requirement("CON-05")
@pytest.mark.parametrize("fault", ["ignores-probe", "dies-on-probe"])
async def test_what_the_probe_cost_is_paid_once_in_a_process(fault: str, tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    spec = faulty(fault, STARTS=str(starts))
    for _ in range(2):
        # another workbench: what was found out belongs to the definition, not to a connection
        async with Workbench() as workbench:
            started = time.monotonic()
            server = await connected(workbench, spec)
            elapsed = time.monotonic() - started
            assert server.protocol_version == "2025-06-18"
            # the probe alone takes 2 s; the SDK waits 10 s
            assert elapsed < 9
    asked = [json.loads(line) for line in starts.read_text().splitlines()]
    assert asked.count("server/discover") == 1
    assert asked.count("initialize") == 2


@pytest.mark.requirement("CON-05")
async def test_a_server_that_became_newer_is_found_out_anew(tmp_path: Path) -> None:
    """What is remembered of a definition may not be true of its program any more."""
    program = tmp_path / "server"
    spec = StdioServer(str(program))

    def becomes(command: str) -> None:
        program.write_text(f"#!/bin/sh\nexec {command}\n")
        program.chmod(0o700)

    async with Workbench(Settings(probe_timeout=0.3)) as workbench:
        becomes(f"{FAULTY} ignores-probe")
        server = await connected(workbench, spec)
        assert server.protocol_version == "2025-06-18"
        await server.close()
        becomes(f"{FAULTY} only-modern")
        with pytest.raises(WorkbenchError) as caught:
            await server.warm()
        assert "server/discover was asked" in "\n".join(server.log), caught.value


@pytest.mark.requirement("CON-05")
async def test_a_slow_server_of_the_newest_revision_is_not_taken_for_an_old_one() -> None:
    async with Workbench(Settings(probe_timeout=0.01)) as workbench:
        server = await connected(workbench, DEMO)
        assert server.protocol_version == MODERN
        await server.close()
        await server.warm()
        assert server.protocol_version == MODERN


async def test_a_server_that_cannot_start_is_not_asked_for_its_era_again_and_again(
    workbench: Workbench, tmp_path: Path
) -> None:
    starts = tmp_path / "starts"
    with pytest.raises(ConnectionFailed):
        await workbench.connect(faulty("exit", STARTS=str(starts)), "old")
    assert len(starts.read_text().splitlines()) <= 2
