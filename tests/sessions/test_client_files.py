"""Servers of other clients' files start with their placeholders filled, as those clients do it."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench import Server, Workbench
from mcp_workbench.errors import VariableUnset
from tests.conftest import ROOT

PROGRAM = str(ROOT / "tests" / "servers" / "faulty.py")
PYTHON = json.dumps(sys.executable)
SCRIPT = f'{json.dumps(PROGRAM)}, "environment"'
VSCODE = f"""{{
  // one of each kind
  "inputs": [{{"id": "api-key", "type": "promptString", "password": true}}],
  "servers": {{
    "told": {{
      "command": {PYTHON},
      "args": [{SCRIPT}, "${{workspaceFolder}}", "${{input:mode:-fast}}", "$HOME"],
      "env": {{"KEY": "${{input:api-key}}", "REGION": "${{env:MY_REGION}}", "LITERAL": "${{KEY}}"}},
      "envFile": "${{workspaceFolder}}/.env",
    }},
  }},
}}"""
CODEX = f"""
[mcp_servers.told]
command = {PYTHON}
args = [{SCRIPT}, "${{MY_REGION}}"]
env_vars = ["MY_REGION"]
"""
GOOSE = f"""
extensions:
  told: {{cmd: {PYTHON}, args: [{SCRIPT}], envs: {{PATH: /evil}}, env_keys: [MY_REGION]}}
"""


def written(file: Path, content: str) -> Path:
    file.parent.mkdir(exist_ok=True)
    file.write_text(content)
    return file


async def started_with(file: Path) -> Any:
    """What the only server of a file tells that it was started with."""
    async with Workbench() as wb:
        servers = wb.add(file)
        assert isinstance(servers, list)
        (server,) = servers
        assert isinstance(server, Server)
        server.trust()
        return (await wb.call("told.echo", {"text": ""})).value


@pytest.fixture(autouse=True)
def _region(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_REGION", "eu-west-1")


@pytest.mark.requirement("CFG-04")
@pytest.mark.requirement("CFG-05")
async def test_a_server_of_vs_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCP_INPUT_API_KEY", "k3y")
    (tmp_path / ".env").write_text("FROM_FILE='two words'\nKEY=under\n")
    told = await started_with(written(tmp_path / ".vscode" / "mcp.json", VSCODE))
    assert told["argv"][1:] == [str(tmp_path), "fast", "$HOME"]
    wanted = {
        "KEY": "k3y",
        "REGION": "eu-west-1",
        "LITERAL": "${KEY}",
        "FROM_FILE": "two words",
    }
    assert {name: told["env"][name] for name in wanted} == wanted


@pytest.mark.requirement("CFG-05")
async def test_one_without_a_value_keeps_its_server_from_starting(tmp_path: Path) -> None:
    with pytest.raises(VariableUnset, match=r"'told': env.KEY needs the input 'api-key'") as caught:
        await started_with(written(tmp_path / ".vscode" / "mcp.json", VSCODE))
    assert "MCP_INPUT_API_KEY" in caught.value.hint


@pytest.mark.requirement("CFG-04")
async def test_a_server_of_codex(tmp_path: Path) -> None:
    told = await started_with(written(tmp_path / "config.toml", CODEX))
    assert (told["argv"][1:], told["env"]["MY_REGION"]) == (["${MY_REGION}"], "eu-west-1")


@pytest.mark.requirement("CFG-04")
async def test_a_server_of_goose(tmp_path: Path) -> None:
    told = await started_with(written(tmp_path / "config.yaml", GOOSE))
    assert told["env"]["MY_REGION"] == "eu-west-1"
    assert "/evil" not in told["env"]["PATH"]
