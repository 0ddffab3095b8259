"""`%mcp history`: the calls that were made, and how they can be made again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from ..errors import UsageInvalid, near
from ..grammar import take_option, unquoted, write_json
from ..visible import one_line, visible
from .command import SHOWN, Command, Line, Typing
from .numbers import count, duration
from .tables import ROWS, Table

if TYPE_CHECKING:
    from ..sessions.history import HistoryEntry

OPTIONS = {"--server": "SERVER", "--last": "NUMBER", "--as": "FORM", "--save": "FILE"}
FORMS: Mapping[str, Callable[[HistoryEntry], str]] = {
    "cell": lambda one: one.as_cell(),
    "json": lambda one: one.as_json(),
    "curl": lambda one: one.as_curl(),
    "cli": lambda one: one.as_command(),
}
NONE = "No call was made yet: %mcp call SERVER.TOOL key=value"
NONE_SUCH = "None of the {} calls that were made is such."
BRIEF = 400  # characters of arguments and of an answer that a row is made of
PLAIN = (str, int, float, bool, dict, list)
LOOK = "background:none;white-space:pre-wrap;overflow-wrap:anywhere"


class HistoryListing(list["HistoryEntry"]):
    """Calls; a cell shows them as a table, the last ones of very many."""

    def __init__(
        self, entries: Iterable[HistoryEntry], empty: str, notes: Sequence[str] = ()
    ) -> None:
        super().__init__(entries)
        self._empty, self._notes = empty, notes

    @property
    def table(self) -> Table:
        """The calls as a table."""
        shown = self[-ROWS:]
        earlier = len(self) - len(shown)
        notes = [f"… and {earlier} earlier ones are in this list"] if earlier else []
        head = ("#", "time", "from", "tool", "arguments", "took", "answer")
        return Table(head, [_row(one) for one in shown], self._empty, [*notes, *self._notes])

    def __repr__(self) -> str:
        return self.table.text()

    def _repr_html_(self) -> str:
        return self.table.html()


class Exported(list[str]):
    """Calls written so that they can be made elsewhere, each a text."""

    def __repr__(self) -> str:
        return "\n".join(map(visible, self))

    def _repr_html_(self) -> str:
        return f'<pre style="{LOOK}">{escape(repr(self))}</pre>'


def _row(entry: HistoryEntry) -> tuple[str, ...]:
    return (
        str(entry.number),
        entry.time.astimezone().strftime("%H:%M:%S"),
        f"{entry.surface}{', raw' if entry.raw else ''}",
        entry.tool,
        " ".join(f"{key}={_brief(value)}" for key, value in entry.shown_arguments.items()),
        duration(entry.elapsed),
        _answer(entry),
    )


def _answer(entry: HistoryEntry) -> str:
    if entry.error is not None:
        return f"error [{entry.error.code}]: {entry.error.what}"
    value: Any = entry.result.redact(_plain(entry))
    return value if isinstance(value, str) else _brief(value)


def _plain(entry: HistoryEntry) -> Any:
    """The value as far as it is text or JSON; of pictures and the like, how many there are."""
    value: Any = entry.result.value
    if type(value) in PLAIN and value is not entry.result.content:
        return value
    return " and ".join(str(block.get("type")) for block in entry.result.wire.get("content", []))


def _brief(value: Any) -> str:
    if isinstance(value, str):
        return one_line(value, BRIEF)
    try:
        return one_line(write_json(value), BRIEF)
    except (TypeError, ValueError):
        return type(value).__name__


@dataclass
class _Read:
    """What the line says."""

    words: list[str] = field(default_factory=list[str])
    server: str = ""
    last: int | None = None
    form: str = ""
    save: str = ""


def _read(words: Iterable[str]) -> _Read:
    read = _Read()
    rest = iter(words)
    for word in rest:
        if not word.startswith("--"):
            read.words.append(unquoted(word))
            continue
        option, text = take_option(word, rest, OPTIONS)
        given = unquoted(text)
        match option:
            case "--server":
                read.server = given
            case "--last":
                read.last = count(option, given)
            case "--as":
                read.form = _form(given)
            case _:
                read.save = given
    return read


def _form(given: str) -> str:
    if given not in FORMS:
        raise UsageInvalid(
            f"a call is not written as {one_line(given, SHOWN)!r}",
            hint=near(given, FORMS),
            reason="bad-value",
        )
    return given


def history(line: Line) -> HistoryListing | Exported:
    """The calls of this kernel, those of the panel and of agents among them."""
    read = _read(line.words)
    known = line.workbench.history
    found = known.find(" ".join(read.words), server=read.server, last=read.last)
    notes: list[str] = []
    if read.save:
        from ..sessions.saving import save_lines

        notes.append(f"saved in {save_lines(read.save, (one.as_dict() for one in found))}")
    if read.form:
        return Exported(FORMS[read.form](one) for one in found)
    return HistoryListing(found, NONE_SUCH.format(len(known)) if len(known) else NONE, notes)


def _complete(typing: Typing) -> Iterable[str]:
    before = typing.words[-1] if typing.words else ""
    if before == "--server":
        return typing.workbench.servers
    if before == "--as":
        return FORMS
    return [] if before in OPTIONS else OPTIONS


HISTORY = Command(
    "history",
    ("", "TEXT --server SERVER --last 20", "--last 1 --as cell|json|curl|cli", "--save FILE.jsonl"),
    "the calls that were made, and how each is made again or elsewhere",
    history,
    "wb.history, wb.history[-1].again()",
    OPTIONS,
    _complete,
)
