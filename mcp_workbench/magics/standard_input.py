"""A question to the person, asked by standard input below the running cell."""

from __future__ import annotations

import asyncio
import builtins
import getpass
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from IPython.core.error import StdinNotImplementedError

from ..asking import Asked, nobody
from .running_cell import Cell, here
from .terminal import keyboard_of_terminal, one_at_a_time, typed
from .typed_answers import Keyboard

T = TypeVar("T")
ENDED = "its cell has ended"
NO_INPUT = "no input can be typed where this runs"


class StandardInput:
    """Asks with a line of input: in a notebook below the cell, in a shell in the terminal.

    Args:
        shell: the IPython shell, whose classes have no types.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    async def __call__(self, question: Asked[T]) -> T:
        """What the person types; whatever is no clear yes denies.

        Raises:
            ApprovalDenied: nobody can type here, as in a notebook that runs by itself, or after
                the cell has ended.
        """
        async with one_at_a_time:
            return await while_its_cell_runs(question, lambda: self._typed(question))

    async def _typed(self, question: Asked[T]) -> T:
        keyboard = self._keyboard(question)
        return await typed(question, keyboard, StdinNotImplementedError, NO_INPUT)

    def _keyboard(self, question: Asked[Any]) -> Keyboard:
        kernel = getattr(self._shell, "kernel", None)
        if kernel is None:
            return keyboard_of_terminal(question, sys.stdout)
        # the kernel puts its own in these places for as long as a cell runs
        if getattr(builtins.input, "__self__", None) is kernel:
            return Keyboard(builtins.input, getpass.getpass)
        raise nobody(question, ENDED)


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
