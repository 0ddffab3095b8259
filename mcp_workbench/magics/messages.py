"""`%mcp messages`: every message between this kernel and a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import UsageInvalid
from ..grammar import take_option, unquoted
from .command import Command, Line, Typing, server_names
from .numbers import count, duration
from .tables import ROWS, Table

if TYPE_CHECKING:
    from ..sessions import Server
    from ..sessions.timeline import Message

OPTIONS = {"--method": "METHOD", "--last": "NUMBER", "--save": "FILE"}
ARROWS = {"sent": "→", "received": "←", "here": "← here", "http": "http", "note": "·"}


class MessageListing(list["Message"]):
    """Messages of one server; a cell shows them as a table, the last ones of very many."""

    def __init__(self, server: Server, messages: Sequence[Message], notes: Sequence[str]) -> None:
        super().__init__(messages)
        self._server, self._notes = server, notes

    @property
    def table(self) -> Table:
        """The messages as a table."""
        shown = self[-ROWS:]
        earlier = len(self) - len(shown)
        notes = [f"… and {earlier} earlier ones are in this list"] if earlier else []
        head = ("time", "", "method", "id", "took", "what")
        return Table(head, [_row(one) for one in shown], self._empty(), [*notes, *self._notes])

    def __repr__(self) -> str:
        return self.table.text()

    def _repr_html_(self) -> str:
        return self.table.html()

    def _empty(self) -> str:
        if len(self._server.messages):
            return f"None of the {len(self._server.messages)} messages of this server is such."
        return f"No message yet: %mcp warm {self._server.name} connects the server."


def _row(message: Message) -> tuple[str, ...]:
    elapsed = message.elapsed
    took = "" if elapsed is None else duration(elapsed)
    cut = f"(cut, {message.size:,} characters or more) " if message.cut else ""
    error = "error: " if message.is_error and message.direction != "http" else ""
    return (
        message.time.astimezone().strftime("%H:%M:%S.%f")[:-3],
        ARROWS[message.direction],
        message.method,
        "" if message.id is None else str(message.id),
        took,
        f"{cut}{error}{message.text}",
    )


@dataclass
class _Read:
    """What the line says."""

    words: list[str]
    method: str = ""
    last: int | None = None
    save: str = ""


def _read(words: list[str]) -> _Read:
    read = _Read([])
    rest = iter(words)
    for word in rest:
        if not word.startswith("--"):
            read.words.append(unquoted(word))
            continue
        option, given = take_option(word, rest, OPTIONS)
        match option:
            case "--method":
                read.method = unquoted(given)
            case "--last":
                read.last = count(option, unquoted(given))
            case _:
                read.save = unquoted(given)
    if not read.words:
        raise UsageInvalid(
            "messages needs a server", hint="%mcp messages SERVER [TEXT]", reason="missing"
        )
    return read


def messages(line: Line) -> MessageListing:
    """What went to and fro; the server need not be connected."""
    read = _read(line.words)
    name, *text = read.words
    server = line.workbench.server(name)
    found = server.messages.find(" ".join(text), method=read.method, last=read.last)
    notes: list[str] = []
    if read.save:
        from ..sessions.saving import save_lines

        notes.append(f"saved in {save_lines(read.save, (one.as_dict() for one in found))}")
    return MessageListing(server, found, notes)


def _complete(typing: Typing) -> list[str]:
    before = typing.words[-1] if typing.words else ""
    if before == "--method":
        server = typing.workbench.servers.get(unquoted(typing.words[0]))
        return sorted({one.method for one in server.messages if one.method}) if server else []
    return [] if before in OPTIONS else [*server_names(typing), *OPTIONS]


MESSAGES = Command(
    "messages",
    ("SERVER", "SERVER TEXT", "SERVER --method tools/call --last 20", "SERVER --save FILE.jsonl"),
    "every message between this kernel and a server, as it was on the wire",
    messages,
    'wb.server("server").messages',
    OPTIONS,
    _complete,
)
