"""The person who runs the program, where it runs in a terminal."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TypeVar

from ..asking import Asked, set_this_kernels_asker

T = TypeVar("T")


async def ask(question: Asked[T]) -> T:
    """What the person types, asked on standard error.

    Raises:
        ApprovalDenied: there is no terminal.
    """
    from ..magics.terminal import PersonAtTerminal  # on first use

    return await PersonAtTerminal()(question)


@contextmanager
def person_here() -> Generator[None]:
    """Meanwhile servers, and the workbench, may ask whoever sits at the terminal."""
    before = set_this_kernels_asker(ask)
    try:
        yield
    finally:
        set_this_kernels_asker(before)
