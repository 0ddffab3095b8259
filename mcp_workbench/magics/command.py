"""What a subcommand is, what it is given, and what its completion is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import UsageInvalid
from ..grammar import unquoted
from ..visible import one_line

if TYPE_CHECKING:
    from ..sessions import Workbench

SHOWN = 60  # characters of a word in an error


@dataclass(frozen=True)
class Line:
    """One use of a subcommand.

    Args:
        words: what stands behind its name, with quotes.
        body: the cell below the line; `None` for a line of its own.
        scope: the variables that the cell sees.
        workbench: this kernel's.
        shell: the IPython shell, whose classes have no types; progress is shown there.
    """

    words: list[str]
    body: str | None
    scope: Mapping[str, Any]
    workbench: Workbench
    shell: Any


@dataclass(frozen=True)
class Typing:
    """A line that is being typed.

    Args:
        words: the complete ones behind the subcommand's name.
        fragment: what the cursor stands behind.
        workbench: this kernel's; only what it knows already is offered.
        until: when whoever types waits no longer for a server, on the clock of `time.monotonic`.
    """

    words: list[str]
    fragment: str
    workbench: Workbench
    until: float = 0.0


def _nothing(_: Typing) -> Iterable[str]:
    return ()


@dataclass(frozen=True)
class Command:
    """A subcommand of `%mcp`; help and completion come from here too.

    Args:
        name: its name.
        usage: the forms of its line, without the name.
        summary: what it does, in one line.
        run: does it, and returns its value.
        python: the same in Python.
        options: each option with the name of its value.
        complete: all words that could stand at the cursor; they need not fit the fragment.
        takes_body: whether `%%mcp` may put a cell below it.
    """

    name: str
    usage: tuple[str, ...]
    summary: str
    run: Callable[[Line], Any]
    python: str
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    complete: Callable[[Typing], Iterable[str]] = _nothing
    takes_body: bool = False

    @property
    def lines(self) -> list[str]:
        """The forms of the whole line."""
        return [f"%mcp {self.name} {form}".rstrip() for form in self.usage]


def sole_word(line: Line, what: str, command: str) -> str:
    """The one word of `line`, without its quotes.

    Raises:
        UsageInvalid: there is none, or more than one.
    """
    if len(line.words) != 1:
        few = not line.words
        raise UsageInvalid(
            f"{command} needs {what}"
            if few
            else f"{one_line(line.words[1], SHOWN)!r} is one word too many",
            hint=f"%mcp {command} {what.upper()}",
            reason="missing" if few else "too-many",
        )
    return unquoted(line.words[0])


def server_names(typing: Typing) -> Iterable[str]:
    """The registered servers, where none is given yet."""
    return () if typing.words else typing.workbench.servers


def tool_names(typing: Typing) -> list[str]:
    """All tools that are known, as `server.tool`."""
    servers = typing.workbench.servers.values()
    return [tool.full_name for server in servers for tool in server.tools]
