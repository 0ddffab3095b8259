"""How to ask the person in front of this kernel."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from ..errors import ApprovalDenied
from .asked import Asked
from .question import Decision, Question

T = TypeVar("T")


class Person(Protocol):
    """Puts any question to the person; an async function is one."""

    async def __call__(self, question: Asked[T], /) -> T:
        """What the person answers; on any event loop, in the context of the cell that asks.

        Raises:
            ApprovalDenied: the person cannot be asked, for the reason that it tells.
        """
        ...


_person: Person | None = None


def this_kernels_asker() -> Person | None:
    """How the person of this kernel is asked; None where nobody is there.

    >>> before = set_this_kernels_asker(None)
    >>> this_kernels_asker() is None
    True
    >>> _ = set_this_kernels_asker(before)
    """
    return _person


def set_this_kernels_asker(person: Person | None) -> Person | None:
    """Ask with `person` from now on; the one before is returned.

    >>> async def yes(question):
    ...     return True
    >>> before = set_this_kernels_asker(yes)
    >>> set_this_kernels_asker(before) is yes
    True
    """
    global _person
    before, _person = _person, person
    return before


async def ask(question: Asked[T]) -> T:
    """What the person of this kernel answers, whatever is asked.

    Raises:
        ApprovalDenied: nobody can be asked; `reason` is `headless` where nobody is there.

    >>> import asyncio
    >>> from mcp_workbench.asking import ConsentQuestion
    >>> before = set_this_kernels_asker(None)
    >>> asyncio.run(ask(ConsentQuestion("Start it?")))
    Traceback (most recent call last):
    mcp_workbench.errors.ApprovalDenied: no consent was given: Start it, and nobody can be asked
    ...
    >>> _ = set_this_kernels_asker(before)
    """
    if _person is None:
        raise nobody(question)
    return await _person(question)


async def ask_person(question: Question) -> Decision:
    """What the person of this kernel answers about a call; an `Asker`.

    Raises:
        ApprovalDenied: nobody is there.
    """
    return await ask(question)


def nobody(question: Asked[Any], why: str = "") -> ApprovalDenied:
    """The error where nobody can be asked.

    >>> nobody(Question("a.b", reason="it may harm"), "it is late").what
    'a.b was not called: it may harm, and nobody can be asked: it is late'
    """
    told = f": {why}" if why else ""
    return ApprovalDenied(
        f"{question.undone}, and nobody can be asked{told}",
        hint=question.way_out,
        reason="headless",
    )
