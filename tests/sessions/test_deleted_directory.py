"""A kernel whose working directory was deleted connects all the same."""

import json
import sys
from pathlib import Path
from typing import cast

import pytest

from mcp_workbench import Server, StdioServer, Workbench


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    monkeypatch.setenv("PWD", str(gone))
    gone.rmdir()
    return tmp_path


async def test_a_server_is_connected_and_called(workbench: Workbench, nowhere: Path) -> None:
    spec = StdioServer(sys.executable, ("-m", "mcp_workbench.demo"), cwd=str(nowhere))
    server = await workbench.connect(spec, "d")
    assert isinstance(server, Server)
    assert (await workbench.call("d.echo", {"text": "here"})).text == "here"


def test_a_file_of_servers_is_read_and_its_servers_told(
    workbench: Workbench, nowhere: Path
) -> None:
    entry = {"command": sys.executable, "args": ["-m", "mcp_workbench.demo"], "cwd": str(nowhere)}
    file = nowhere / "servers.json"
    file.write_text(json.dumps({"mcpServers": {"d": entry}}))
    (server,) = cast("list[Server]", workbench.add(str(file)))
    assert server.spec == StdioServer(
        sys.executable, ("-m", "mcp_workbench.demo"), cwd=str(nowhere)
    )
