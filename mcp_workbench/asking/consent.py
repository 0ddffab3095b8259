"""Questions of the workbench itself: whether something may be done, and what nobody may see."""

from __future__ import annotations

from dataclasses import dataclass

from ..visible import one_line
from .asked import A, Asked


@dataclass(frozen=True)
class TitledQuestion(Asked[A]):
    """A question of the workbench itself.

    Args:
        title: what would be done, or is to be typed, in one line.
        lines: what exactly, or what it is for, a line for each thing.
        server: the name of the server that it is about, where it is about one.
        hint: what to do where nobody can be asked.
    """

    title: str
    lines: tuple[str, ...] = ()
    server: str = ""
    hint: str = "run it where a person can answer"

    @property
    def way_out(self) -> str:
        """See `Asked`."""
        return self.hint


@dataclass(frozen=True)
class ConsentQuestion(TitledQuestion[bool]):
    """Whether something may be done; only a clear yes is one. The title ends as a question does.

    >>> ConsentQuestion("Start the server 'time'?", ("runs uvx mcp-server-time",)).server
    ''
    """

    @property
    def undone(self) -> str:
        """See `Asked`."""
        return f"no consent was given: {one_line(self.title).rstrip('?')}"


@dataclass(frozen=True)
class SecretQuestion(TitledQuestion[str | None]):
    """A value that is typed without being shown; the answer is None where none was given.

    It goes to whoever asked, and nowhere else: it is in no display, no history and no file.

    >>> SecretQuestion("the value of DB_TOKEN").undone
    'the value of DB_TOKEN was not given'
    """

    @property
    def undone(self) -> str:
        """See `Asked`."""
        return f"{one_line(self.title)} was not given"
