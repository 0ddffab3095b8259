"""A home of its own, where a test writes into one."""

from pathlib import Path

import pytest


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    monkeypatch.setenv("MCP_WORKBENCH_HOME", str(home))
    return home
