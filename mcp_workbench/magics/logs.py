"""`%mcp logs`: what a server logged, and what it wrote beside the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from ..grammar import read_options
from ..visible import visible
from .command import Command, Line, Typing, plain_words, registered_names
from .numbers import LAST, last_of

if TYPE_CHECKING:
    from ..sessions import Server
    from ..sessions.server_log import LogEntry

FOLLOW = "--follow"
OPTIONS = {"--level": "LEVEL", LAST: "NUMBER", FOLLOW: ""}
SHOWN = 200  # lines that are shown, the last ones
LOOK = (
    "background:none;font-family:var(--jp-code-font-family);"
    "font-size:var(--jp-code-font-size);max-height:30em;overflow:auto;"
    "overflow-wrap:anywhere;white-space:pre-wrap"
)


class LogListing:
    """Lines of a server's log; `entries` are what it is made of, `lines` each of them as a text."""

    def __init__(self, server: Server, entries: Sequence[LogEntry], level: str) -> None:
        self.server, self.entries = server, list(entries)
        self._level = level

    @property
    def lines(self) -> list[str]:
        """Each entry as a text."""
        return list(map(str, self.entries))

    @property
    def mark(self) -> object:
        """Another one whenever there are other lines."""
        return list(map(id, self.entries))

    def __len__(self) -> int:
        return len(self.entries)

    def __repr__(self) -> str:
        return self._text()

    def _repr_html_(self) -> str:
        return self.html()

    def html(self) -> str:
        """The lines for a notebook; all in them is escaped."""
        if not self.entries:
            return f"<p>{escape(self._text())}</p>"
        return f'<pre style="{LOOK}" aria-label="Log">{escape(self._text())}</pre>'

    def _text(self) -> str:
        if not self.entries:
            least = f" of the level {self._level} or graver" if self._level else ""
            more = "" if self.server.status == "connected" else "; it is not connected"
            return f"{self.server.name} has logged and written nothing{least}{more}."
        shown = self.entries[-SHOWN:]
        more = len(self.entries) - len(shown)
        head = [f"… {more} earlier lines are in .lines"] if more else []
        return "\n".join((*head, *map(_told, shown)))


def _told(entry: LogEntry) -> str:
    """The lines of one entry; a line that continues it does not look like another entry."""
    time = entry.time.astimezone().strftime("%H:%M:%S")
    return f"{time}  {visible(str(entry))}".replace("\n", f"\n{' ' * 10}")


def logs(line: Line) -> LogListing:
    """The last lines of one server, which need not be connected; with `--follow` as they come."""
    words, given = read_options(line.words, OPTIONS)
    (name,) = plain_words(words, 1, "logs needs one server", "%mcp logs SERVER")
    server, level, last = line.workbench.server(name), given.get("--level", ""), last_of(given)

    def look() -> LogListing:
        return LogListing(server, server.logs(level or "debug")[-(last or 0) :], level)

    if FOLLOW in given:
        from .following import follow

        return follow(look, line.shell)
    return look()


def _levels(_: Typing) -> Iterable[str]:
    from ..sessions.speaking import LEVELS

    return LEVELS


LOGS = Command(
    "logs",
    ("SERVER", "SERVER --level warning --last 20", f"SERVER {FOLLOW}"),
    "what a server logged, and wrote to its standard error",
    logs,
    'wb.server("server").logs()',
    OPTIONS,
    registered_names,
    values={"--level": _levels},
)
