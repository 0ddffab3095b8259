"""The person in front of this kernel, asked where he or she looks."""

from __future__ import annotations

from typing import Any

from ..asking import Decision, Question


class Person:
    """Asks in the panel where one is open, else by standard input, else nobody: then it denies.

    Args:
        shell: the IPython shell, whose classes have no types.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    async def __call__(self, question: Question) -> Decision:
        """What the person answers; there is no limit of time.

        Raises:
            ApprovalDenied: nobody can be asked; the text says why.
        """
        from ..comm import ask, connected
        from .standard_input import StandardInput  # on first use

        if connected():
            return await ask(question)
        return await StandardInput(self._shell)(question)
