"""`%mcp messages`: every message between this kernel and a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar import read_options
from .command import Command, Line, Typing, as_word, plain_words, registered_names
from .numbers import LAST, duration, last_of
from .tables import Listed, Table

if TYPE_CHECKING:
    from ..sessions import Server
    from ..sessions.timeline import Message

OPTIONS = {"--method": "METHOD", LAST: "NUMBER", "--save": "FILE"}
ARROWS = {"sent": "→", "received": "←", "here": "← here", "http": "http", "note": "·"}


class MessageListing(Listed["Message"]):
    """Messages of one server; a cell shows them as a table, the last ones of very many."""

    @property
    def table(self) -> Table:
        """The messages as a table."""
        return self.last_rows(("time", "", "method", "id", "took", "what"), _row)


def _empty(server: Server) -> str:
    if len(server.messages):
        return f"None of the {len(server.messages)} messages of this server is such."
    return f"No message yet: %mcp warm {server.name} connects the server."


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


def messages(line: Line) -> MessageListing:
    """What went to and fro; the server need not be connected."""
    words, given = read_options(line.words, OPTIONS)
    form = "%mcp messages SERVER [TEXT]"
    name, *text = plain_words(words, len(words), "messages needs a server", form)
    server, file = line.workbench.server(name), given.get("--save")
    method, last = given.get("--method", ""), last_of(given)
    found = server.messages.find(" ".join(text), method=method, last=last)
    notes: list[str] = []
    if file is not None:
        from ..sessions.saving import save_lines

        notes.append(f"saved in {save_lines(file, (one.as_dict() for one in found))}")
    return MessageListing(found, _empty(server), notes)


def _methods(typing: Typing) -> list[str]:
    server = typing.workbench.servers.get(next(iter(typing.plain), ""))
    known = {one.method for one in server.messages if one.method} if server else ()
    return [as_word(method) for method in sorted(known)]


MESSAGES = Command(
    "messages",
    ("SERVER", "SERVER TEXT", "SERVER --method tools/call --last 20", "SERVER --save FILE.jsonl"),
    "every message between this kernel and a server, as it was on the wire",
    messages,
    'wb.server("server").messages',
    OPTIONS,
    registered_names,
    values={"--method": _methods},
)
