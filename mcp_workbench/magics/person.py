"""The person in front of this kernel, asked where he or she looks."""

from __future__ import annotations

from typing import Any, TypeVar

from ..asking import Asked, Question

T = TypeVar("T")


class Person:
    """Asks in the panel where one is open, else by standard input, else nobody: then it denies.

    Args:
        shell: the IPython shell, whose classes have no types.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    async def __call__(self, question: Asked[T]) -> T:
        """What the person answers; there is no limit of time.

        Raises:
            ApprovalDenied: nobody can be asked; the text says why.
        """
        from ..comm import ask, connected, is_beside_a_panel
        from .standard_input import StandardInput, while_its_cell_runs  # on first use

        if not connected():
            return await StandardInput(self._shell)(question)
        if _outlives_cells(question) or is_beside_a_panel():
            return await ask(question)
        # a server may ask long after its call was forgotten: nobody looks at that cell any more
        return await while_its_cell_runs(question, lambda: ask(question))


def _outlives_cells(question: Asked[Any]) -> bool:
    # an agent may run on behind its cell, and is shown there
    return isinstance(question, Question)
