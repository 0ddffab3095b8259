"""What a server's process is started with."""

from __future__ import annotations

import os
import re
import sys

import pytest

from mcp_workbench.sessions.environment import INHERITED, PREFIXES, child_environment
from tests.conftest import ROOT

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


@pytest.mark.requirement("CON-01")
def test_what_is_inherited_is_what_the_page_lists() -> None:
    page = (ROOT / "docs" / "connecting.md").read_text("utf-8")
    section = page.partition("## What a server inherits")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    listed = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
    assert sorted(listed) == sorted([*INHERITED, *(f"{prefix}*" for prefix in PREFIXES)])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("UV_PUBLISH_TOKEN", "s3cret"),
        ("npm_config__auth", "s3cret"),
        ("PIP_EXTRA_INDEX_URL", "https://user:s3cret@index.example/simple"),
        ("PIP_INDEX_URL", "https://s3cret@index.example/simple"),
        ("UV_INDEX", "https://one.example/simple own=https://u:s3cret@two.example/simple"),
        ("UV_DEFAULT_INDEX", "https://u:p%40s3cret@index.example"),
        ("npm_config_registry", "https://u:s3cret@npm.example/"),
        ("NPM_CONFIG_HTTPS_PROXY", "http://u:s3cret@proxy.example:3128"),
        ("XDG_ANYTHING", "ftp://u:s3cret@h"),
        ("OPENAI_API_KEY", "s3cret"),
        ("DATABASE_URL", "postgresql://u:s3cret@h/d"),
    ],
)
def test_what_may_be_a_secret_is_not_inherited(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert "s3cret" not in " ".join(child_environment({}).values())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PIP_INDEX_URL", "https://index.example/simple"),
        ("UV_CACHE_DIR", "/home/me@work/cache"),
        ("npm_config_cache", "/cache"),
        ("HTTPS_PROXY", "http://u:password@proxy.example:3128"),
        ("DOCKER_HOST", "ssh://me@machine.example"),
    ],
)
def test_what_a_launcher_needs_is_inherited(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert child_environment({})[name] == value
