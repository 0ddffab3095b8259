"""The state that front ends show, of real servers."""

from __future__ import annotations

import json

import pytest

from mcp_workbench import HttpServer, Server, Workbench
from mcp_workbench.comm.state import state_of
from mcp_workbench.errors import WorkbenchError
from mcp_workbench.messages import ServerMessage
from tests.conftest import FAULTY


def told(workbench: Workbench, name: str) -> ServerMessage:
    (found,) = [one for one in state_of(workbench, 1)["servers"] if one["name"] == name]
    return found


async def test_a_server_is_told_in_each_of_its_states(workbench: Workbench) -> None:
    server = workbench.add("demo")
    assert isinstance(server, Server)
    new = told(workbench, "demo")
    assert (new["status"], new["tools"], new["origin"]) == ("registered", None, "cell")
    await server.warm()
    there = told(workbench, "demo")
    assert (there["status"], there["tools"], there["transport"]) == ("connected", 10, "stdio")
    assert there["protocol_version"]
    await server.close()
    ended = told(workbench, "demo")
    assert (ended["status"], ended["tools"], ended["error"]) == ("closed", 10, None)


async def test_why_a_server_failed_is_told_with_code_and_hint(workbench: Workbench) -> None:
    with pytest.raises(WorkbenchError):
        await workbench.connect(f"{FAULTY} initialize-error", "broken")
    failed = told(workbench, "broken")
    assert (failed["status"], failed["tools"]) == ("failed", None)
    assert failed["error"] is not None
    assert failed["error"]["code"]
    assert "no licence" in failed["error"]["text"] + failed["error"]["hint"]


async def test_secrets_of_an_address_are_not_told(workbench: Workbench) -> None:
    spec = HttpServer(
        "http://127.0.0.1:1/mcp?api_key=hunter2", headers={"Authorization": "swordfish"}
    )
    workbench.add(spec, "web")
    written = json.dumps(state_of(workbench, 1))
    assert "hunter2" not in written
    assert "swordfish" not in written
    assert told(workbench, "web")["transport"] == "http"


async def test_a_hostile_error_is_bounded_and_made_visible(workbench: Workbench) -> None:
    code = "import sys; sys.exit('\\x1b[31m' + 'x' * 1_000_000)"
    with pytest.raises(WorkbenchError):
        await workbench.connect(f'python -c "{code}"', "loud")
    written = json.dumps(told(workbench, "loud"), ensure_ascii=False)
    assert "\x1b" not in written
    assert len(written) < 10_000
