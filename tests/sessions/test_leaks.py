"""A credential that a server repeats is in no error and in no file, whatever was asked of it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench import Server, StdioServer, Workbench
from mcp_workbench.errors import WorkbenchError

LEAKY = str(Path(__file__).parent.parent / "servers" / "leaky.py")
CANARY = "CANARY-7f3a9-credential"
ASKED: dict[str, Callable[[Server], Any]] = {
    "call": lambda server: server.workbench.call("leaky.t"),
    "call_raw": lambda server: server.workbench.call_raw("leaky.odd"),
    "resources": lambda server: server.resources.fetch(),
    "templates": lambda server: server.resources.fetch_templates(),
    "read by name": lambda server: server.read("name"),
    "read": lambda server: server.read("a:b"),
    "subscribe": lambda server: server.subscribe("a:b", print),
    "prompts": lambda server: server.prompts.fetch(),
    "prompt": lambda server: server.prompt("p"),
}


@pytest.fixture
def server(workbench: Workbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Server:
    monkeypatch.setenv("MCP_WORKBENCH_HOME", str(tmp_path))
    monkeypatch.setenv("LEAKY_TOKEN", CANARY)
    spec = StdioServer(sys.executable, (LEAKY,), {"MY_TOKEN": "${LEAKY_TOKEN}"})
    found = workbench.add(spec, "leaky")
    assert isinstance(found, Server)
    return found


async def told_by_all(server: Server) -> dict[str, str]:
    """The error of everything that can be asked."""
    told: dict[str, str] = {}
    for asked, ask in ASKED.items():
        with pytest.raises(WorkbenchError) as caught:
            await ask(server)
        told[asked] = "".join(traceback.format_exception(caught.value))
    return told


@pytest.mark.asyncio
@pytest.mark.requirement("SEC-02")
@pytest.mark.parametrize("there", [False, True], ids=["in a cell", "where listeners run"])
async def test_no_error_of_a_server_holds_a_credential(server: Server, there: bool) -> None:
    all_told = told_by_all(server)
    told = await (server.workbench.loop.wait(all_told) if there else all_told)
    assert len(told) == len(ASKED)
    assert [asked for asked, text in told.items() if "upstream said" not in text] == []
    assert [asked for asked, text in told.items() if CANARY in text] == []


@pytest.mark.requirement("SEC-02")
def test_what_is_remembered_of_tools_holds_no_credential(server: Server, tmp_path: Path) -> None:
    server.warm_sync()
    assert f"of-{CANARY}" in server.tools.names
    assert not server.tool_changes
    kept = [file.read_text() for file in tmp_path.rglob("*.json")]
    assert any('"t"' in one for one in kept)
    assert not any(CANARY in one for one in kept)
