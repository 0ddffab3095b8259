"""A program in a terminal asks there what a server wants to know; elsewhere a rule answers."""

from __future__ import annotations

import json
import os
import pty
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVER = shlex.join([sys.executable, str(Path(__file__).parents[1] / "servers" / "asking.py")])
CALL = [sys.executable, "-m", "mcp_workbench.cli", "call"]
COMMAND = [*CALL, "--connect", f"shop={SERVER}"]
TELLS = [str(Path(__file__).parents[1] / "servers" / "faulty.py"), "environment"]


class Terminal:
    """A program in a terminal of its own; standard output goes elsewhere."""

    def __init__(self, command: list[str], directory: Path) -> None:
        self._ours, its = pty.openpty()
        self.said = self.everything = b""
        root = str(Path(__file__).parents[2])
        self.process = subprocess.Popen(
            command,
            stdin=its,
            stdout=subprocess.PIPE,
            stderr=its,
            env={**os.environ, "PYTHONPATH": root, "MCP_WORKBENCH_HOME": str(directory / "home")},
            cwd=directory,
            start_new_session=True,
        )
        os.close(its)

    def hear(self, words: str) -> None:
        while words.encode() not in self.said:
            heard = os.read(self._ours, 4096)
            self.said, self.everything = self.said + heard, self.everything + heard
        self.said = self.said.partition(words.encode())[2]

    def type(self, text: str) -> None:
        os.write(self._ours, f"{text}\n".encode())

    def answer(self) -> object:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.read())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        os.close(self._ours)


@pytest.fixture
def terminal(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Terminal]:
    one = Terminal(request.param, tmp_path)
    yield one
    one.close()


@pytest.mark.parametrize("terminal", [[*COMMAND, "shop.elicit"]], indirect=True)
@pytest.mark.requirement("CON-22")
def test_a_form_is_filled_in_at_the_terminal(terminal: Terminal) -> None:
    terminal.hear("The server 'shop' asks:")
    for prompt, text in (("c = cancel: ", "y"), ("name: ", "Ada"), ("age: ", "36")):
        terminal.hear(prompt)
        terminal.type(text)
    terminal.hear("size: ")
    terminal.type("small")
    terminal.hear("news [true]: ")
    terminal.type("")
    content = {"name": "Ada", "age": 36, "size": "s", "news": True}
    assert terminal.answer() == {"action": "accept", "content": content}
    assert terminal.process.wait() == 0


@pytest.mark.parametrize(
    "terminal", [[*CALL, "--trust", "told.echo", "text=", "--json"]], indirect=True
)
@pytest.mark.requirement("CFG-05")
def test_inputs_of_a_file_are_asked_for_at_the_terminal(terminal: Terminal, tmp_path: Path) -> None:
    entry = {"command": sys.executable, "args": TELLS}
    entry |= {"env": {"KEY": "${input:key}", "TEAM": "${input:team}"}}
    inputs = [{"id": "key", "password": True}, {"id": "team", "default": "blue"}]
    (tmp_path / ".mcp.json").write_text(
        json.dumps({"inputs": inputs, "mcpServers": {"told": entry}})
    )
    terminal.hear("c = cancel: ")
    terminal.type("y")
    terminal.hear("team [blue]: ")
    terminal.type("")
    terminal.hear("Type the input 'key'; it is not shown.")
    terminal.hear("(nothing calls it off): ")
    terminal.type("a-Hidden-key-7")
    terminal.hear("Keep the input 'key' in your secret store?")
    assert b"Hidden" not in terminal.everything
    terminal.hear("y = yes, n = no: ")
    terminal.type("n")
    told = json.dumps(terminal.answer())
    assert '"TEAM": "blue"' in told
    assert "Hidden" not in told
    assert terminal.process.wait() == 0


def test_without_a_terminal_nobody_is_asked(tmp_path: Path) -> None:
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [*COMMAND, "shop.elicit"],
        input="y\nAda\n",
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": root},
        cwd=tmp_path,
        check=True,
    )
    assert json.loads(done.stdout) == {"action": "cancel"}
    assert "nobody can be asked: standard input is no terminal" in done.stderr
