"""`mcp-workbench secret`: values come from standard input or a person, never as an argument."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from mcp_workbench import Workbench
from mcp_workbench.cli.program import program as main
from mcp_workbench.secrets import Secrets
from tests.cli.conftest import PROGRAM, Ended, Program, environment
from tests.secrets.stores import stores_of_its_own

TELLTALE = str(Path(__file__).parent.parent / "servers" / "telltale.py")


@pytest.fixture
def piped(program: Program, tmp_path: Path) -> Iterator[Program]:
    """Runs the program with a text on its standard input."""
    with stores_of_its_own(tmp_path / "home"):

        def run(*words: str, text: str = "") -> Ended:
            done = CliRunner().invoke(main, ["secret", *words], input=text)
            return Ended(done.exit_code, done.stdout, done.stderr)

        yield run


@pytest.mark.requirement("SEC-01")
def test_a_value_is_read_from_standard_input_listed_rotated_and_deleted(piped: Program) -> None:
    assert "no secret is stored yet" in piped("list").err
    done = piped("set", "TOKEN", text="first value\n")
    assert (done.code, done.out) == (0, "")
    assert "TOKEN is kept in an encrypted file" in done.err
    assert Secrets().get("TOKEN") == "first value"
    assert piped("rotate", "TOKEN", text="second\r\n").code == 0
    assert Secrets().get("TOKEN") == "second"
    (entry,) = piped("list", "--json").json["secrets"]
    assert (entry["name"], entry["where"]) == ("TOKEN", "an encrypted file")
    assert "TOKEN" in piped("list").out
    assert piped("delete", "TOKEN").code == 0
    assert Secrets().names() == []


@pytest.mark.requirement("SEC-01")
@pytest.mark.parametrize("action", ["set", "rotate"])
def test_a_value_as_an_argument_is_refused_and_not_repeated(piped: Program, action: str) -> None:
    done = piped(action, "TOKEN", "hunter2hunter2", text="x")
    assert done.code == 2
    assert "hunter2" not in done.out + done.err
    assert f"mcp-workbench secret {action} TOKEN asks for it" in done.err
    assert Secrets().names() == []


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("set", "TOKEN"), 2, "no value was given"),
        (("set", "1 2"), 2, "is no name of a secret"),
        (("rotate", "TOKEN"), 3, "mcp-workbench secret set TOKEN"),
        (("delete", "TOKEN"), 3, "there is no secret 'TOKEN'"),
    ],
)
def test_what_cannot_be_done_has_its_exit_code(
    piped: Program, words: tuple[str, ...], code: int, told: str
) -> None:
    done = piped(*words)
    assert (done.code, told in done.err) == (code, True), done.err


def test_the_program_as_a_person_has_it_keeps_the_value_out_of_all_it_writes(
    tmp_path: Path,
) -> None:
    env = environment(tmp_path / "home")
    env["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    words = [*PROGRAM, "secret", "set", "TOKEN"]
    done = subprocess.run(words, input=b"a-real-value", env=env, capture_output=True, check=True)
    written = [file.read_bytes() for file in (tmp_path / "home").iterdir()]
    assert b"a-real-value" not in b"".join((done.stdout, done.stderr, *written))


@pytest.mark.requirement("SEC-02")
@pytest.mark.parametrize("words", [(), ("--json",)])
@pytest.mark.parametrize("tool", ["say", "structure", "fail", "refuse"])
def test_what_a_tool_tells_of_a_secret_is_not_shown_in_a_terminal(
    piped: Program, program: Program, tmp_path: Path, tool: str, words: tuple[str, ...]
) -> None:
    piped("set", "TOKEN", text="hunter2hunter2")
    entry = {"command": sys.executable, "args": [TELLTALE], "env": {"A_CANARY": "${secret:TOKEN}"}}
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": {"told": entry}}))
    Workbench().add(tmp_path / ".mcp.json", "told").trust()
    done = program("call", f"told.{tool}", *words)
    assert "…" in done.out + done.err
    assert "hunter2" not in done.out + done.err
