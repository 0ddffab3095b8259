"""Questions of the workbench itself: whether something may be done, and what nobody may see."""

from __future__ import annotations

from dataclasses import dataclass

from ..visible import one_line
from .asked import Asked


@dataclass(frozen=True)
class ConsentQuestion(Asked[bool]):
    """Whether something may be done; only a clear yes is one.

    Args:
        title: what would be done, as a question of one line.
        lines: what exactly, a line for each thing.
        server: the name of the server that it is about, where it is about one.
        hint: what to do where nobody can be asked.

    >>> ConsentQuestion("Start the server 'time'?", ("runs uvx mcp-server-time",)).server
    ''
    """

    title: str
    lines: tuple[str, ...] = ()
    server: str = ""
    hint: str = "run it where a person can answer"

    @property
    def undone(self) -> str:
        """See `Asked`."""
        return f"no consent was given: {one_line(self.title).rstrip('?')}"

    @property
    def way_out(self) -> str:
        """See `Asked`."""
        return self.hint


@dataclass(frozen=True)
class SecretQuestion(Asked[str | None]):
    """A value that is typed without being shown; the answer is None where none was given.

    It goes to whoever asked, and nowhere else: it is in no display, no history and no file.

    Args:
        title: what is to be typed, as `the value of DB_TOKEN`.
        lines: what it is for, a line for each thing.
        server: the name of the server that it is for, where it is for one.
        hint: what to do where nobody can be asked.

    >>> SecretQuestion("the value of DB_TOKEN").undone
    'the value of DB_TOKEN was not given'
    """

    title: str
    lines: tuple[str, ...] = ()
    server: str = ""
    hint: str = "run it where a person can answer"

    @property
    def undone(self) -> str:
        """See `Asked`."""
        return f"{one_line(self.title)} was not given"

    @property
    def way_out(self) -> str:
        """See `Asked`."""
        return self.hint
