"""A question to the person, asked by standard input below the running cell."""

from __future__ import annotations

import asyncio
import builtins
import getpass
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from IPython.core.error import StdinNotImplementedError

from ..agent.threads import in_own_thread
from ..asking import Asked, nobody
from ..asking.turns import Turns
from .running_cell import Cell, here
from .terminal import read_hidden, read_line
from .typed_answers import Keyboard, refusal_of, typed_answer

T = TypeVar("T")
ENDED = "its cell has ended"
LETTING_GO = 0.5  # seconds that a question which is called off gets to leave


class StandardInput:
    """Asks with a line of input: in a notebook below the cell, in a shell in the terminal.

    Args:
        shell: the IPython shell, whose classes have no types.
    """

    _turns = Turns()  # there is one standard input, however many shells and agents

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    async def __call__(self, question: Asked[T]) -> T:
        """What the person types; whatever is no clear yes denies.

        Raises:
            ApprovalDenied: nobody can type here, as in a notebook that runs by itself, or after
                the cell has ended.
        """
        async with self._turns:
            return await while_its_cell_runs(
                question, lambda: awaited(question, self._keyboard(question))
            )

    def _keyboard(self, question: Asked[Any]) -> Keyboard:
        kernel = getattr(self._shell, "kernel", None)
        if kernel is not None:
            # the kernel puts its own in these places for as long as a cell runs
            if getattr(builtins.input, "__self__", None) is kernel:
                return Keyboard(builtins.input, getpass.getpass)
            raise nobody(question, ENDED)
        return keyboard_of_terminal(question)


def keyboard_of_terminal(question: Asked[Any]) -> Keyboard:
    """The keyboard of the terminal that this process runs in.

    Raises:
        ApprovalDenied: it runs in none.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        return Keyboard(read_line, read_hidden)
    raise nobody(question, "standard input is no terminal")


async def while_its_cell_runs(question: Asked[T], work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What `work` returns, which asks; it is called off when the cell ends that it asks for.

    Raises:
        ApprovalDenied: that cell has ended.
    """
    cell = here()
    if cell is None or cell.done():
        raise nobody(question, ENDED)
    answer = asyncio.create_task(work())
    _cancel_after(cell, answer)
    try:
        return await answer
    except asyncio.CancelledError:
        me = asyncio.current_task()
        if cell.done() and me is not None and not me.cancelling():
            raise nobody(question, ENDED) from None
        raise


def _cancel_after(cell: Cell, answer: asyncio.Task[Any]) -> None:
    """Cancel `answer` when `cell` ends: a front end then takes the line of input away."""
    loop = asyncio.get_running_loop()

    def cancel(_: Cell) -> None:
        with suppress(RuntimeError):  # the loop may be closed
            loop.call_soon_threadsafe(answer.cancel)

    cell.add_done_callback(cancel)


async def awaited(question: Asked[T], keyboard: Keyboard) -> T:
    """The answer; a question that is called off has let go of standard input on return."""
    let_go = threading.Event()

    def ask() -> T:
        try:
            return typed_answer(question, keyboard)
        except EOFError:
            return refusal_of(question)
        except StdinNotImplementedError:
            raise nobody(question, "no input can be typed where this runs") from None
        finally:
            let_go.set()

    try:
        return await in_own_thread(ask)
    except asyncio.CancelledError:
        await asyncio.to_thread(let_go.wait, LETTING_GO)
        raise
