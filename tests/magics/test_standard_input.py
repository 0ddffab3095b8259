"""In a terminal a question is a line that is typed, and can be called off while it waits."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

CELL = """
%load_ext mcp_workbench
from mcp_workbench import get_workbench
from mcp_workbench.asking import Approval, ask_person
wb = get_workbench()
wb.connect_sync("demo")
def add():
    arguments = {"a": 1, "b": 2}
    asking = Approval("always", ask_person)
    return wb.call_sync("demo.add", arguments, approval=asking, raise_on_error=False)
try:
    add()
except KeyboardInterrupt as stop:
    print("interrupted:", stop)
print("hello", input("name? "))
print("value", add().value)
print("code", add().error.code)
"""


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """IPython in a terminal of its own; what it writes comes out of the second."""
    ours, its = pty.openpty()
    root = str(Path(__file__).parent.parent.parent)
    env = {**os.environ, "IPYTHONDIR": str(tmp_path), "PYTHONPATH": root, "TERM": "dumb"}
    process = subprocess.Popen(
        [sys.executable, "-m", "IPython", "--no-banner", "--colors=NoColor", "-c", CELL],
        stdin=its,
        stdout=its,
        stderr=its,
        env=env,
        cwd=tmp_path,
        start_new_session=True,
    )
    os.close(its)
    yield process, ours
    process.kill()
    process.wait()
    os.close(ours)


def test_a_question_in_a_terminal_is_answered_denied_and_called_off(
    terminal: tuple[subprocess.Popen[bytes], int],
) -> None:
    process, end = terminal
    said = b""

    def hear(words: bytes) -> None:
        nonlocal said
        while words not in said:
            said += os.read(end, 4096)
        said = said.partition(words)[2]

    hear(b"n = no: ")
    process.send_signal(signal.SIGINT)
    hear(b"interrupted: stopped")
    hear(b"name? ")
    os.write(end, b"Ada\n")
    hear(b"hello Ada")
    hear(b"The model wants to call demo.add\r\n    a = 1\r\n    b = 2\r\n")
    hear(b"n = no: ")
    os.write(end, b"y\n")
    hear(b"value 3")
    hear(b"n = no: ")
    os.write(end, b"\n")
    hear(b"code approval_denied")
