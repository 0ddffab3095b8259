"""Lines from the terminal that can be called off while they wait, unlike those of `input`."""

from __future__ import annotations

import select
import sys
from collections.abc import Generator
from contextlib import contextmanager

LOOK = 0.1  # seconds between two looks whether a line was typed, and whether it is still wanted


def read_line(prompt: str) -> str:
    """A line that is typed.

    Raises:
        EOFError: the input ended.
    """
    sys.stdout.write(prompt)
    sys.stdout.flush()
    while not select.select([sys.stdin], [], [], LOOK)[0]:
        pass
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def read_hidden(prompt: str) -> str:
    """A line that is typed without being shown.

    Raises:
        EOFError: the input ended.
    """
    with _no_echo(sys.stdin.fileno()):
        line = read_line(prompt)
    sys.stdout.write("\n")
    return line.rstrip("\r\n")


@contextmanager
def _no_echo(terminal: int) -> Generator[None]:
    import termios  # not there on every platform, as `select` on a terminal is not

    before = termios.tcgetattr(terminal)
    hidden = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    termios.tcsetattr(terminal, termios.TCSAFLUSH, hidden)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)
