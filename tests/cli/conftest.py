"""The program, in a directory of the test's own: in this process, or in one as a person has it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mcp_workbench.cli.program import program as main

ROOT = Path(__file__).parent.parent.parent
PROGRAM = [sys.executable, "-m", "mcp_workbench.cli"]


@dataclass
class Ended:
    """What a run of the program left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Program = Callable[..., Ended]


def environment(home: Path) -> dict[str, str]:
    """This environment, with consents and modules of the test's own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MCP_")}
    return {**kept, "MCP_WORKBENCH_HOME": str(home), "PYTHONPATH": str(ROOT)}


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Runs the program in this process, which saves the seconds that its libraries need."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MCP_WORKBENCH_HOME", str(tmp_path / "home"))

    def run(*words: str) -> Ended:
        done = CliRunner().invoke(main, list(words), prog_name="mcp-workbench")
        return Ended(done.exit_code, done.stdout, done.stderr)

    return run
