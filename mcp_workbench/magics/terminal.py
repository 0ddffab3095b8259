"""The person at a terminal: lines that can be called off while they wait, unlike `input`."""

from __future__ import annotations

import asyncio
import select
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, TextIO, TypeVar

from ..agent.threads import in_own_thread
from ..asking import Asked, nobody
from ..asking.turns import Turns
from .typed_answers import Keyboard, refusal_of, typed_answer

T = TypeVar("T")
LOOK = 0.1  # seconds between two looks whether a line was typed, and whether it is still wanted
LETTING_GO = 0.5  # seconds that a question which is called off gets to leave
NO_TERMINAL = "standard input is no terminal"

one_at_a_time = Turns()  # there is one standard input, however many shells and agents


class PersonAtTerminal:
    """Asks with lines in the terminal of a program, beside what it writes to standard output."""

    async def __call__(self, question: Asked[T]) -> T:
        """What the person types; whatever is no clear yes denies.

        Raises:
            ApprovalDenied: the program runs in no terminal.
        """
        async with one_at_a_time:
            return await typed(question, keyboard_of_terminal(question, sys.stderr))


async def typed(
    question: Asked[T], keyboard: Keyboard, silent: type[BaseException] = EOFError, why: str = ""
) -> T:
    """What is typed; a question that is called off has let go of standard input on return.

    Args:
        question: what is asked.
        keyboard: where it is typed.
        silent: what reading raises where nobody can type.
        why: that, in words.

    Raises:
        ApprovalDenied: nobody can type.
    """
    let_go = threading.Event()

    def ask() -> T:
        try:
            return typed_answer(question, keyboard)
        except EOFError:
            return refusal_of(question)
        except silent:
            raise nobody(question, why) from None
        finally:
            let_go.set()

    try:
        return await in_own_thread(ask)
    except asyncio.CancelledError:
        await asyncio.to_thread(let_go.wait, LETTING_GO)
        raise


def keyboard_of_terminal(question: Asked[Any], shown: TextIO) -> Keyboard:
    """The keyboard of the terminal that this process runs in.

    Args:
        question: what will be asked.
        shown: where the questions are written.

    Raises:
        ApprovalDenied: it runs in none.
    """
    if sys.stdin is None or not sys.stdin.isatty() or not shown.isatty():
        raise nobody(question, NO_TERMINAL)
    return Keyboard(_reader(shown), _hidden_reader(shown))


def _reader(shown: TextIO) -> Callable[[str], str]:
    def read(prompt: str) -> str:
        shown.write(prompt)
        shown.flush()
        while not select.select([sys.stdin], [], [], LOOK)[0]:
            pass
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\r\n")

    return read


def _hidden_reader(shown: TextIO) -> Callable[[str], str]:
    read = _reader(shown)

    def read_hidden(prompt: str) -> str:
        with _no_echo(sys.stdin.fileno()):
            line = read(prompt)
        shown.write("\n")
        return line

    return read_hidden


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
