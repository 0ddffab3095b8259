"""Literals that look like credentials are found, and words that only sound so are not."""

from pathlib import Path
from typing import Any

import pytest

from tests.sources.files.written import codes, read

LONG = "ghp_" + "a1B2" * 9


def warned(directory: Path, entry: dict[str, Any]) -> bool:
    report = read(directory, ".mcp.json", {"mcpServers": {"a": entry}})
    found = codes(report)[1]
    assert found in ([], [("a", "inline-secret")])
    # the value is nowhere in the words
    assert LONG not in "".join(one.text + one.hint for one in report.warnings)
    return bool(found)


@pytest.mark.requirement("CFG-08")
@pytest.mark.parametrize(
    "entry",
    [
        {"command": "x", "env": {"T": "ghp_FAKE0000"}},
        {"command": "x", "env": {"T": "sk-proj-abc"}},
        {"command": "x", "env": {"T": "prefix hf_FAKE"}},
        {"command": "x", "env": {"API_KEY": "0123456789abcdef0123456789abcdef"}},
        {"command": "x", "env": {"DB": "postgres://me:hunter2@h/db"}},
        {"command": "x", "args": ["--token", LONG]},
        {"command": "x", "args": [f"--token={LONG}"]},
        {"url": "https://h/mcp", "headers": {"Authorization": "Bearer abcdef"}},
        {"url": "https://h/mcp", "headers": {"Authorization": "Basic dXNlcjpwYXNz"}},
        {"url": f"https://h/mcp?key={LONG}"},
        {"url": "https://me:hunter2@h/mcp"},
    ],
)
def test_what_looks_like_a_credential_gives_a_warning(tmp_path: Path, entry: Any) -> None:
    assert warned(tmp_path, entry)


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "x", "env": {"T": "${TOKEN}", "MODE": "sk-learn", "KEY": "abc"}},
        {"command": "x", "env": {"KEY_FILE": "/home/ada/keys/one.pem", "AUTHOR": "Ada"}},
        {"command": "x", "env": {"DB": "postgres://localhost/db", "U": "https://me@h/x"}},
        {"command": "task-run", "args": ["disk-1", "--token", "ghp_x", "risk-averse"]},
        {"url": "https://h/mcp", "headers": {"Authorization": "Bearer ${TOKEN}", "X-Key": "abc"}},
        {"url": "https://h/mcp", "headers": {"Authorization": "Basic ${TOKEN}"}},
        {"url": "https://h/mcp?key=${TOKEN}"},
    ],
)
def test_words_and_references_give_none(tmp_path: Path, entry: Any) -> None:
    assert not warned(tmp_path, entry)


@pytest.mark.requirement("CFG-08")
def test_the_warning_names_the_field_and_where_the_value_belongs(tmp_path: Path) -> None:
    entry = {"command": "x", "env": {"A": LONG, "B": LONG}}
    (problem,) = read(tmp_path, ".mcp.json", {"mcpServers": {"a": entry}}).warnings
    assert "in env.A, env.B (line 1)" in problem.text
    assert "${secret:NAME}" in problem.hint
