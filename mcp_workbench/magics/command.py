"""What a subcommand is, what it is given, and what its completion is given."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import UsageInvalid
from ..grammar import Text, unquoted
from ..grammar.words import SHOWN
from ..visible import one_line

if TYPE_CHECKING:
    from ..sessions import Workbench

BARE = re.compile(r"[A-Za-z_][\w.-]*+", re.ASCII)  # needs no quotes on a line, as most names


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
        options: those of the subcommand, each with the name of its value.
        workbench: this kernel's; only what it knows already is offered.
        until: when whoever types waits no longer for a server, on the clock of `time.monotonic`.
    """

    words: list[str]
    fragment: str
    options: Mapping[str, str]
    workbench: Workbench
    until: float = 0.0

    @property
    def option(self) -> str:
        """The option whose value is typed; empty where none is."""
        last = self.words[-1] if self.words else ""
        return last if self.options.get(last) else ""

    @property
    def plain(self) -> list[str]:
        """The complete words that belong to no option, without their quotes."""
        options = {at for at, word in enumerate(self.words) if word.startswith("--")}
        values = {at + 1 for at in options if self._takes_the_next(self.words[at])}
        return [unquoted(w) for at, w in enumerate(self.words) if at not in options | values]

    def _takes_the_next(self, word: str) -> bool:
        return self.options.get(word, "")[:1] not in ("", "[")


Complete = Callable[[Typing], Iterable[str]]


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
        complete: all words but options that could stand at the cursor; they need not fit the
            fragment.
        values: what could stand behind an option.
        repeated: the options that may be given more than once.
        takes_body: whether `%%mcp` may put a cell below it.
    """

    name: str
    usage: tuple[str, ...]
    summary: str
    run: Callable[[Line], Any]
    python: str
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    complete: Complete = _nothing
    takes_body: bool = False
    values: Mapping[str, Complete] = field(default_factory=dict[str, Complete])
    repeated: Iterable[str] = ()

    def offered(self, typing: Typing) -> list[str]:
        """All words that could stand at the cursor."""
        if "--" in typing.words:  # a shell's own words follow
            return []
        if typing.option:
            return list(self.values.get(typing.option, _nothing)(typing))
        given = {word.partition("=")[0] for word in typing.words}.difference(self.repeated)
        options = [option for option in self.options if option not in given]
        return [*self.complete(typing), *options, *(["--help"] if not typing.words else [])]

    @property
    def lines(self) -> list[str]:
        """The forms of the whole line."""
        return [f"%mcp {self.name} {form}".rstrip() for form in self.usage]


def sole_word(line: Line, what: str, command: str) -> str:
    """The one word of `line`, without its quotes.

    Raises:
        UsageInvalid: there is none, or more than one.
    """
    form = f"%mcp {command} {what.upper()}"
    return plain_words(line.words, 1, f"{command} needs {what}", form)[0]


def plain_words(
    words: Sequence[str], most: int, missing: str, form: str, least: int = 1
) -> list[str]:
    """`words` without their quotes.

    Args:
        words: those that belong to no option.
        most: how many there may be.
        missing: what to say where there are fewer than `least`.
        form: how the line is written.
        least: how many there must be.

    Raises:
        UsageInvalid: there are more, or fewer.
    """
    if len(words) < least:
        raise UsageInvalid(missing, hint=form, reason="missing")
    if len(words) > most:
        raise UsageInvalid(
            f"{one_line(words[most], SHOWN)!r} is one word too many", hint=form, reason="too-many"
        )
    return list(map(unquoted, words))


def as_word(text: str) -> str:
    r"""`text` as the one word of a line that is read back as it; what does not print is escaped.

    >>> as_word("get_time"), as_word("odd tool"), as_word("a\n!b")
    ('get_time', '"odd tool"', '"a\\n!b"')
    """
    return text if BARE.fullmatch(text) else str(Text(text))


def all_servers(typing: Typing) -> list[str]:
    """The servers that are registered, or configured: the first use registers them."""
    known = (*typing.workbench.servers, *(one.name for one in typing.workbench.configured()))
    return [as_word(name) for name in known if name not in typing.plain]


def server_names(typing: Typing) -> list[str]:
    """All servers, where none is given yet."""
    return [] if typing.plain else all_servers(typing)


def registered_names(typing: Typing) -> list[str]:
    """The registered servers, where none is given yet."""
    return [] if typing.plain else [as_word(name) for name in typing.workbench.servers]


def tool_names(typing: Typing) -> list[str]:
    """All tools that are known, as `server.tool`."""
    servers = typing.workbench.servers.values()
    return [as_word(tool.full_name) for server in servers for tool in server.tools]
