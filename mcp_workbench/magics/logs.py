"""`%mcp logs`: what a server logged, and what it wrote beside the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ..errors import UsageInvalid
from ..grammar import take_option, unquoted
from ..visible import visible
from .command import Command, Line, Typing, server_names
from .numbers import count

if TYPE_CHECKING:
    from ..sessions import Server
    from ..sessions.server_log import LogEntry

OPTIONS = {"--level": "LEVEL", "--last": "NUMBER"}
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

    def __len__(self) -> int:
        return len(self.entries)

    def __repr__(self) -> str:
        return self._text()

    def _repr_html_(self) -> str:
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
        times = (entry.time.astimezone().strftime("%H:%M:%S") for entry in shown)
        told = (f"{time}  {visible(str(entry))}" for time, entry in zip(times, shown, strict=True))
        return "\n".join((*head, *told))


def logs(line: Line) -> LogListing:
    """The last lines of one server; it need not be connected."""
    names: list[str] = []
    level, last = "", 0
    rest = iter(line.words)
    for word in rest:
        if not word.startswith("--"):
            names.append(unquoted(word))
            continue
        option, given = take_option(word, rest, OPTIONS)
        if option == "--level":
            level = unquoted(given)
        else:
            last = count(option, unquoted(given))
    if len(names) != 1:
        raise UsageInvalid(
            "logs needs one server",
            hint="%mcp logs SERVER",
            reason="missing" if not names else "too-many",
        )
    server = line.workbench.server(names[0])
    return LogListing(server, server.logs(level or "debug")[-last:], level)


def _complete(typing: Typing) -> list[str]:
    from ..sessions.speaking import LEVELS

    before = typing.words[-1] if typing.words else ""
    if before == "--level":
        return list(LEVELS)
    if before in OPTIONS:
        return []
    return [*server_names(typing), *OPTIONS]


LOGS = Command(
    "logs",
    ("SERVER", "SERVER --level warning --last 20"),
    "what a server logged, and wrote to its standard error",
    logs,
    'wb.server("server").logs()',
    OPTIONS,
    _complete,
)
