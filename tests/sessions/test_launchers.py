"""Programs that start servers: found before the start, told how to get, and given time."""

import asyncio
import os
import shlex
from pathlib import Path

import pytest

from mcp_workbench import StdioServer, Workbench
from mcp_workbench.errors import ConnectionFailed, LauncherNotFound
from mcp_workbench.magics.listings import ServerListing
from mcp_workbench.sessions.launchers import INSTALL, command_line, startup_limit
from mcp_workbench.settings import Settings
from tests.conftest import FAULTY
from tests.sessions.programs import until


def program(path: Path, text: str = "exit 1") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o700)
    return path


def missing(spec: StdioServer, path: str) -> LauncherNotFound:
    with pytest.raises(LauncherNotFound) as caught:
        command_line(spec, {"PATH": path})
    return caught.value


@pytest.mark.requirement("CON-16")
@pytest.mark.parametrize("command", INSTALL)
def test_a_known_launcher_that_is_missing_is_told_with_how_to_get_it(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    error = missing(StdioServer(command), str(tmp_path))
    assert repr(command) in error.what
    # or where it is, should this machine have it elsewhere
    assert error.hint.startswith((INSTALL[command], "it is at /"))
    assert f"searched in {tmp_path}, which --env PATH=… changes" in error.hint


@pytest.mark.requirement("CON-16")
async def test_a_missing_launcher_is_found_out_before_anything_starts(
    workbench: Workbench, tmp_path: Path
) -> None:
    server = workbench.add("uvx mcp-server-time", "time", env={"PATH": str(tmp_path)})
    assert not isinstance(server, list)
    with pytest.raises(LauncherNotFound):
        await server.warm()
    assert server.status == "failed"
    assert server.log == []


@pytest.mark.requirement("CON-16")
def test_one_that_another_shell_would_find_is_told_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    place = program(tmp_path / ".nvm" / "versions" / "node" / "v24.1.0" / "bin" / "npx-of-nvm")
    error = missing(StdioServer("npx-of-nvm"), "/nowhere")
    assert error.hint.startswith(f"it is at {place}, so give that path")


@pytest.mark.requirement("CON-16")
def test_a_slip_is_told_with_what_is_spelt_alike(tmp_path: Path) -> None:
    program(tmp_path / "my-server")
    assert "did you mean 'my-server'?" in missing(StdioServer("my-sever"), str(tmp_path)).hint


@pytest.mark.requirement("CON-16")
def test_a_long_path_is_told_in_part() -> None:
    hint = missing(StdioServer("no-such"), os.pathsep.join(f"/d{n}" for n in range(30))).hint
    assert "/d0, /d1, /d2, /d3, /d4, /d5 and 24 more" in hint


def test_the_home_directory_may_be_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    place = program(tmp_path / "bin" / "server")
    assert command_line(StdioServer("~/bin/server"), {"PATH": ""}) == [str(place)]


@pytest.mark.requirement("CON-16")
def test_a_missing_directory_is_not_taken_for_a_missing_command() -> None:
    with pytest.raises(ConnectionFailed) as caught:
        command_line(StdioServer("sh", cwd="/no/such"), {"PATH": "/bin"})
    assert caught.value.reason == "no_directory"
    assert "'/no/such'" in caught.value.what


async def test_packed_arguments_are_warned_of(workbench: Workbench) -> None:
    server = workbench.add(StdioServer("npx", ("-y @scope/server-everything", "--port 1")), "a")
    assert not isinstance(server, list)
    assert server.warnings == [
        f"the argument {argument!r} holds a space: are these two arguments?"
        for argument in ("-y @scope/server-everything", "--port 1")
    ]
    fine = workbench.add(StdioServer("npx", ("-y", "server", "two words")), "b")
    assert not isinstance(fine, list)
    assert fine.warnings == []


@pytest.mark.parametrize(
    ("spec", "seconds"),
    [
        (StdioServer("npx"), 120),
        (StdioServer("/opt/bin/uvx"), 120),
        (StdioServer("docker.exe"), 120),
        (StdioServer("python"), 30),
        (StdioServer("npx", startup_timeout=5), 5),
        (StdioServer("python", startup_timeout=300), 300),
    ],
)
def test_programs_that_fetch_a_server_have_longer_to_start_it(
    spec: StdioServer, seconds: float
) -> None:
    assert startup_limit(spec, Settings(connect_timeout=30)) == seconds


async def test_a_slow_first_start_is_told_with_what_helps_and_with_the_last_words(
    tmp_path: Path,
) -> None:
    text = f"echo 'fetching 30 of 400 packages' >&2; exec {FAULTY} mute"
    uvx = program(tmp_path / "uvx", text)
    async with Workbench(Settings(connect_timeout=0.4, probe_timeout=0.2)) as workbench:
        with pytest.raises(ConnectionFailed, match=r"within 1\.6 s") as caught:
            await workbench.connect(shlex.join([str(uvx), "server"]), "slow")
        assert "--startup-timeout" in caught.value.hint
        assert "%mcp warm" in caught.value.hint
        assert "fetching 30 of 400 packages" in caught.value.hint


async def test_what_a_server_writes_while_it_starts_can_be_seen(tmp_path: Path) -> None:
    text = f"echo 'fetching 30 of 400 packages' >&2; exec {FAULTY} mute"
    uvx = program(tmp_path / "uvx", text)
    async with Workbench() as workbench:
        server = workbench.add(str(uvx), "slow")
        assert not isinstance(server, list)
        warming = asyncio.ensure_future(server.warm())
        await until(lambda: bool(server.log))
        assert server.status == "connecting"
        assert "it wrote: fetching 30 of 400 packages" in repr(ServerListing([server]))
        await server.close()
        with pytest.raises(ConnectionFailed):
            await warming
