"""README and docs: every block runs, and shows what the page says it shows."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from mcp_workbench.sources import load_config
from tests.docs.blocks import (
    blocks,
    commands,
    expected_outputs,
    matches,
    run,
    run_command,
)

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
INSTALL = re.compile(r'pip install "?(?:mcp-workbench|\.)(?:\[([\w,]+)\])?"?')
LANGUAGES = {"python", "text", "json", "yaml", "console"}


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.requirement("DOC-01")
@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_block_runs_and_shows_what_the_page_says(page: Path, tmp_path: Path) -> None:
    found = blocks(page)
    assert {block.language for block in found} <= LANGUAGES, "mark the language of every block"
    got = run(found, tmp_path)
    for line, wanted in expected_outputs(found).items():
        assert matches(got[line], wanted), f"{page.name}:{line} shows\n{got[line]}"
    for command in commands(found):
        if command.text.startswith("mcp-workbench "):
            printed = run_command(command, tmp_path)
            assert matches(printed, command.printed), f"{command.text} prints\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_configuration_on_a_page_is_one(page: Path, tmp_path: Path) -> None:
    for block in blocks(page):
        if block.language == "json" and "mcpServers" in block.body:
            file = tmp_path / (block.title or ".mcp.json")
            file.write_text(block.body, encoding="utf-8")
            report = load_config(file)
            assert report.servers
            assert not report.errors


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_command_on_a_page_exists(page: Path) -> None:
    """Set-up commands contain this very test, so they are run dry; ours run with the blocks."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    for command, _, _ in commands(blocks(page)):
        if install := INSTALL.fullmatch(command):
            assert set((install[1] or "lab").split(",")) <= set(extras)
        elif command.startswith("make "):
            dry = ["make", "--dry-run", *command.split()[1:]]
            subprocess.run(dry, cwd=ROOT, check=True, capture_output=True)
        elif not command.startswith("mcp-workbench "):
            pytest.fail(f"no test knows how to prove {command!r}")


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_within_the_repository_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text) + re.findall(r'src="([^"]+)"', text)
    missing = [t for t in targets if "://" not in t and not (page.parent / t).exists()]
    assert missing == []
