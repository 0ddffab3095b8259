"""A home of its own for each test, so that nobody's consents are touched."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory for consents, and the working directory in which scripts are found."""
    directory = tmp_path / "home"
    monkeypatch.setenv("MCP_WORKBENCH_HOME", str(directory))
    monkeypatch.chdir(tmp_path)
    return directory
