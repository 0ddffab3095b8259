"""How to ask the person in front of this kernel."""

from __future__ import annotations

from ..errors import ApprovalDenied
from ..visible import one_line
from .question import Asker, Decision, Question

_asker: Asker | None = None


def this_kernels_asker() -> Asker | None:
    """How the person of this kernel is asked; None where nobody is there.

    >>> before = set_this_kernels_asker(None)
    >>> this_kernels_asker() is None
    True
    >>> _ = set_this_kernels_asker(before)
    """
    return _asker


def set_this_kernels_asker(asker: Asker | None) -> Asker | None:
    """Ask with `asker` from now on; the one before is returned.

    >>> async def yes(question):
    ...     return "once"
    >>> before = set_this_kernels_asker(yes)
    >>> set_this_kernels_asker(before) is yes
    True
    """
    global _asker
    before, _asker = _asker, asker
    return before


async def ask_person(question: Question) -> Decision:
    """What the person of this kernel answers; an `Asker`.

    Raises:
        ApprovalDenied: nobody is there.

    >>> import asyncio
    >>> before = set_this_kernels_asker(None)
    >>> asyncio.run(ask_person(Question("a.b", reason="it may harm")))
    Traceback (most recent call last):
    mcp_workbench.errors.ApprovalDenied: a.b was not called: it may harm, and nobody can be asked
    ...
    >>> _ = set_this_kernels_asker(before)
    """
    if _asker is None:
        raise nobody(question)
    return await _asker(question)


def nobody(question: Question, why: str = "") -> ApprovalDenied:
    """The error where nobody can be asked.

    >>> nobody(Question("a.b", reason="it may harm"), "it is late").what
    'a.b was not called: it may harm, and nobody can be asked: it is late'
    """
    tool, reason = one_line(question.tool), f": {why}" if why else ""
    return ApprovalDenied(
        f"{tool} was not called: {question.reason}, and nobody can be asked{reason}",
        hint=f"allow it with approved=[{tool!r}], or run it where a person can answer",
        reason="headless",
    )
