"""What servers get that ask for it: answers of a person, and directories to work in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..notebook import here
from .elicitation import Elicitation, check_elicitation
from .roots import roots_for, roots_of

if TYPE_CHECKING:
    from .server import Server
    from .workbench import Workbench


class Granting:
    """The part of `Workbench` that says what all its servers get."""

    _workbench: Workbench

    def __init__(self) -> None:
        self._elicitation: Elicitation = "ask"
        self._roots: tuple[Path, ...] | None = None

    @property
    def elicitation(self) -> Elicitation:
        """What is answered where a server asks for something.

        `"ask"` asks the person, and cancels where nobody can be asked; `"decline"` and `"cancel"`
        ask nobody. A function stands in for the person: it is given a `FormQuestion` or an
        `AddressQuestion`, and returns what it fills in as a mapping, `True` for an address that it
        opened, `"decline"`, or `"cancel"`; it may be a coroutine function.
        """
        return self._elicitation

    @elicitation.setter
    def elicitation(self, elicitation: Elicitation) -> None:
        check_elicitation(elicitation)
        self._elicitation = elicitation

    @property
    def roots(self) -> tuple[Path, ...]:
        """The directories that servers are told they may work in: at first, that of the notebook.

        `[]` is none, None the first again. Servers that listen for it are told of a change. As
        long as nothing is set, servers on other machines are told none.
        """
        return (here().directory,) if self._roots is None else self._roots

    @roots.setter
    def roots(self, paths: Any) -> None:
        self._roots = None if paths is None else roots_of(paths)
        for server in self._workbench.servers.values():
            server.post(server.tell_roots)

    def roots_of(self, server: Server) -> tuple[Path, ...]:
        """The directories that `server` is told; none before its file is trusted."""
        return roots_for(server, self._roots, here().directory)
