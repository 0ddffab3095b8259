"""What a server's process is started with."""

from __future__ import annotations

import os
import sys

import pytest

from mcp_workbench.sessions.environment import child_environment

HERE = os.path.dirname(sys.executable)


@pytest.mark.parametrize("path", ["/usr/bin:/bin", None])
def test_the_kernels_own_python_is_found_where_no_environment_is_activated(
    path: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", path) if path else monkeypatch.delenv("PATH")
    assert child_environment({})["PATH"] == f"{HERE}:{path or os.defpath}"


def test_a_path_that_leads_there_already_keeps_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"/opt/first:{HERE}:/usr/bin")
    assert child_environment({})["PATH"] == f"/opt/first:{HERE}:/usr/bin"


def test_a_path_that_a_person_gives_is_taken_as_it_is() -> None:
    assert child_environment({"PATH": "/only"})["PATH"] == "/only"
