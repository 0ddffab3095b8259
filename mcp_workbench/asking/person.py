"""How to ask the person in front of this kernel."""

from __future__ import annotations

from .question import Asker

_asker: Asker | None = None


def this_kernels_asker() -> Asker | None:
    """How the person of this kernel is asked; None where nobody is there.

    >>> this_kernels_asker() is None
    True
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
