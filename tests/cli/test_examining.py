"""`doctor`, `servers changes` and the forms of a tool, as a person in a terminal has them."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Program
from tests.conftest import ROOT

SERVER = ROOT / "tests" / "servers" / "odd_tools.py"


@pytest.fixture
def odd(tmp_path: Path) -> str:
    tool = {"name": "do.it", "description": "Does it.", "inputSchema": {"type": "object"}}
    (tmp_path / "tools.json").write_text(json.dumps([tool]))
    return f"odd={shlex.join([sys.executable, str(SERVER), str(tmp_path / 'tools.json')])}"


@pytest.mark.requirement("CON-33")
def test_the_doctor_ends_with_the_code_of_what_fails(program: Program, odd: str) -> None:
    fine = program("doctor", "odd", "--connect", odd)
    assert (fine.code, "nothing is wrong with it" in fine.out) == (0, True)
    broken = program("doctor", "x", "--connect", "x=no-such-program-4711", "--json")
    assert broken.code == 5
    assert (broken.json["ok"], broken.json["failed"]) == (False, "command")
    assert broken.json["steps"][-1]["state"] == "skipped"
    assert program("doctor", "nobody").code == 3


@pytest.mark.requirement("TOOL-16")
def test_the_list_in_the_format_of_a_provider_is_json(program: Program, odd: str) -> None:
    done = program("tools", "odd", "--format", "openai", "--connect", odd)
    assert done.json[0]["function"]["name"] == "do_it"
    view = program("tools", "odd.do.it", "--model", "--connect", odd)
    assert "name-mapped" in view.out
    assert program("tools", "odd", "--raw", "--connect", odd).code == 2


@pytest.mark.requirement("TOOL-12")
def test_changes_are_an_exit_code_until_they_are_trusted(
    program: Program, odd: str, tmp_path: Path
) -> None:
    assert program("servers", "changes", "odd", "--connect", odd).code == 0
    tool = {"name": "do.it", "description": "Does more.", "inputSchema": {"type": "object"}}
    (tmp_path / "tools.json").write_text(json.dumps([tool]))
    changed = program("servers", "changes", "odd", "--connect", odd)
    assert changed.code == 1
    assert "+ Does more." in changed.out
    assert "mcp-workbench servers trust odd accepts this" in changed.out
    as_json = program("servers", "changes", "odd", "--connect", odd, "--json").json
    assert as_json["changed"]["do.it"][0]["place"] == "description"
    trusted = program("servers", "trust", "odd", "--connect", odd)
    assert "approved, odd: 1 tool changed" in trusted.out
    assert program("servers", "changes", "odd", "--connect", odd).code == 0
