"""The repository: its top level, and what must never be in it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOP = {
    ".ci", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md",
    "benchmarks", "docs", "hatch_build.py", "labextension", "mcp_workbench", "notebooks",
    "pyproject.toml", "requirements-dev.txt", "tests",
}  # fmt: skip


def files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


@pytest.mark.requirement("DOC-01")
def test_the_top_level_is_the_documented_one() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in files()} == TOP
    contributing = text_of(ROOT / "CONTRIBUTING.md")
    missing = {name for name in TOP if name not in contributing}
    assert missing <= {".ci", ".gitignore", "CONTRIBUTING.md"}


def test_no_file_names_a_package_registry() -> None:
    hosts = "|".join(
        (r"registry\.npm" r"js\.org", "py" r"pi\.org", "python" r"hosted\.org", "yarn" r"pkg\.com")
    )
    assert [str(p.relative_to(ROOT)) for p in files() if re.search(hosts, text_of(p))] == []


def test_locked_files_hold_digests_and_no_addresses() -> None:
    assert text_of(ROOT / "requirements-dev.txt").count("--hash=sha256:") > 100
    for lock in (p for p in files() if p.name == "package-lock.json"):
        assert '"resolved"' not in text_of(lock)
        assert '"integrity"' in text_of(lock)


def test_the_version_is_one() -> None:
    from mcp_workbench import __version__

    assert f'"version": "{__version__}"' in text_of(ROOT / "labextension" / "package.json")
    assert f"## [{__version__}]" in text_of(ROOT / "CHANGELOG.md") or "[Unreleased]" in text_of(
        ROOT / "CHANGELOG.md"
    )
