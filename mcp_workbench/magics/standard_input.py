"""A question of an agent, asked by standard input below the running cell."""

from __future__ import annotations

import asyncio
import builtins
import json
import select
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from IPython.core.error import StdinNotImplementedError

from ..agent.threads import in_own_thread
from ..asking import Decision, Question, nobody
from ..asking.turns import Turns
from ..visible import one_line
from .running_cell import Cell, here

ANSWERS: dict[str, Decision] = {
    "y": "once",
    "yes": "once",
    "once": "once",
    "a": "session",
    "always": "session",
    "session": "session",
    "n": "denied",
    "no": "denied",
    "": "denied",
}
CHOICE = "Allow it? y = once, a = always in this session, n = no: "
AGAIN = "Please answer y, a or n: "
ENDED = "its cell has ended"
TRIES = 3
LOOK = 0.1  # seconds between two looks whether a line was typed, and whether it is still wanted
LETTING_GO = 0.5  # seconds that a question which is called off gets to leave
SHOWN = 500  # characters of one argument


class StandardInput:
    """Asks with a line of input: in a notebook below the cell, in a shell in the terminal.

    Args:
        shell: the IPython shell, whose classes have no types.
    """

    _turns = Turns()  # there is one standard input, however many shells and agents

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    async def __call__(self, question: Question) -> Decision:
        """What the person types; whatever is no clear yes denies.

        Raises:
            ApprovalDenied: nobody can type here, as in a notebook that runs by itself, or after
                the cell has ended.
        """
        cell = here()
        async with self._turns:
            if cell is None or cell.done():
                raise nobody(question, ENDED)
            answer = asyncio.create_task(_awaited(question, self._reader(question)))
            _cancel_after(cell, answer)
            try:
                return await answer
            except asyncio.CancelledError:
                me = asyncio.current_task()
                if cell.done() and me is not None and not me.cancelling():
                    raise nobody(question, ENDED) from None
                raise

    def _reader(self, question: Question) -> Callable[[str], str]:
        kernel = getattr(self._shell, "kernel", None)
        if kernel is not None:
            # the kernel puts its own in this place for as long as a cell runs
            if getattr(builtins.input, "__self__", None) is kernel:
                return builtins.input
            raise nobody(question, ENDED)
        if sys.stdin is not None and sys.stdin.isatty():
            return _typed
        raise nobody(question, "standard input is no terminal")


def _cancel_after(cell: Cell, answer: asyncio.Task[Decision]) -> None:
    """Cancel `answer` when `cell` ends: a front end then takes the line of input away."""
    loop = asyncio.get_running_loop()

    def cancel(_: Cell) -> None:
        with suppress(RuntimeError):  # the loop may be closed
            loop.call_soon_threadsafe(answer.cancel)

    cell.add_done_callback(cancel)


async def _awaited(question: Question, read: Callable[[str], str]) -> Decision:
    """The answer; a question that is called off has let go of standard input on return."""
    let_go = threading.Event()

    def ask() -> Decision:
        try:
            return _asked(question, read)
        finally:
            let_go.set()

    try:
        return await in_own_thread(ask)
    except asyncio.CancelledError:
        await asyncio.to_thread(let_go.wait, LETTING_GO)
        raise


def _asked(question: Question, read: Callable[[str], str]) -> Decision:
    prompt = _words(question) + CHOICE
    for _ in range(TRIES):
        try:
            answer = read(prompt)
        except EOFError:
            return "denied"
        except StdinNotImplementedError:
            raise nobody(question, "no input can be typed where this runs") from None
        decision = ANSWERS.get(answer.strip().casefold())
        if decision is not None:
            return decision
        prompt = AGAIN
    return "denied"


def _words(question: Question) -> str:
    """The call in full, as far as that is bearable, and why it is asked."""
    lines = [f"The model wants to call {one_line(question.tool)}"]
    lines += [
        f"    {one_line(name, SHOWN)} = {_shown(value)}"
        for name, value in question.arguments.items()
    ]
    lines.append(f"It is asked because {one_line(question.reason)}.")
    return "\n".join(lines) + "\n"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=repr)
    more = len(text) - SHOWN
    return one_line(text, SHOWN) + (f" ({more:,} more characters)" if more > 0 else "")


def _typed(prompt: str) -> str:
    """A line from the terminal; unlike `input` it can be called off while it waits."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    while not select.select([sys.stdin], [], [], LOOK)[0]:
        pass
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
