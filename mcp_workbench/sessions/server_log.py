"""What a server says beside the protocol, and the log that it tells over it."""

from __future__ import annotations

import datetime
import itertools
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from ..secrets import Redactor
from ..visible import one_line, visible
from .timeline import Timeline

LINES, WIDTH = 500, 2000
NOISE = "[stdout, not the protocol] "
NAME = 60  # characters of a level or of the name of a logger
Source = Literal["stderr", "stdout", "log"]


@dataclass(frozen=True)
class LogEntry:
    """One line of a server.

    Args:
        text: what it says.
        source: `log` where it came as a message of the protocol, else the stream it was written to.
        level: `debug` to `emergency`; empty where it came on a stream.
        logger: who says it, where the server tells that.
        time: when it came.

    Source: MCP 2025-11-25, server features, "Logging".

    >>> print(LogEntry("low on space", "log", "warning", "disk"))
    [warning · disk] low on space
    """

    text: str
    source: Source = "stderr"
    level: str = ""
    logger: str = ""
    time: datetime.datetime = field(
        default_factory=lambda: datetime.datetime.now(datetime.UTC), compare=False
    )

    def __str__(self) -> str:
        if self.source == "stderr":
            return self.text
        if self.source == "stdout":
            return NOISE + self.text
        return f"[{' · '.join(filter(None, (self.level, self.logger)))}] {self.text}"


class ServerLog:
    """Bounded in lines and in their width, whatever a server writes; it outlives connections.

    A flood of messages drives out no line of standard error, which may say why a server ended.

    Args:
        redact: leaves secrets out of a line before it is kept.
        timeline: where the messages of the protocol are kept, those of the log among them.

    >>> log = ServerLog()
    >>> log.errors([b"starting"])
    >>> log.noise(b"Welcome!")
    >>> log.lines, log.last_noise, log.noises
    (['starting', '[stdout, not the protocol] Welcome!'], 'Welcome!', 1)
    >>> print(log.message("info", None, {"free": 3}))
    [info] {"free": 3}
    """

    def __init__(
        self, redact: Callable[[str], str] = str, timeline: Timeline | None = None
    ) -> None:
        self._redact = redact
        self.timeline = Timeline(Redactor()) if timeline is None else timeline
        self._order = itertools.count()
        self._written: deque[tuple[int, LogEntry]] = deque(maxlen=LINES)
        self._told: deque[tuple[int, LogEntry]] = deque(maxlen=LINES)
        self._fresh = self._recent = 0
        self.last_noise = ""
        self.noises = 0

    def begin(self) -> None:
        """The server starts anew: what it wrote before explains nothing of what comes."""
        self._fresh = self._recent = 0
        self.last_noise, self.noises = "", 0

    def connected(self) -> None:
        """Hands are shaken: what it wrote of that explains nothing of what goes wrong later."""
        self._recent = 0

    def begin_again(self) -> None:
        """It is started once more at once, in another way, and will say the same: as if first."""
        for _ in range(min(self._fresh, len(self._written))):
            self._written.pop()
        self.begin()

    @property
    def entries(self) -> list[LogEntry]:
        """All that is kept, the oldest first."""
        both = [*list(self._written), *list(self._told)]
        return [entry for _, entry in sorted(both, key=lambda one: one[0])]

    @property
    def lines(self) -> list[str]:
        """All that is kept as texts, the oldest first."""
        return list(map(str, self.entries))

    @property
    def error_lines(self) -> list[str]:
        """What came over standard error since the server was last started."""
        return self._last_errors(self._fresh)

    @property
    def recent_error_lines(self) -> list[str]:
        """What came over standard error since it was connected."""
        return self._last_errors(self._recent)

    def _last_errors(self, count: int) -> list[str]:
        last = list(self._written)[-count:] if count else []
        return [entry.text for _, entry in last if entry.source == "stderr"]

    def errors(self, lines: Iterable[bytes]) -> None:
        """Lines of standard error; of very many only the last are even read."""
        self._keep(LogEntry(self._decoded(line)) for line in deque(lines, LINES))

    def noise(self, line: bytes) -> None:
        """A line of standard output that is not of the protocol."""
        self.noises += 1
        self.last_noise = self._decoded(line)
        self._keep([LogEntry(self.last_noise, "stdout")])

    def message(self, level: object, logger: object, data: Any) -> LogEntry:
        """A message of the protocol, kept and given back; whatever it holds, it is bounded."""
        entry = LogEntry(
            self._redact(_words(data)),
            "log",
            one_line(level, NAME) if isinstance(level, str) else "",
            self._redact(one_line(logger, NAME)) if isinstance(logger, str) else "",
        )
        self._told.append((next(self._order), entry))
        return entry

    def _keep(self, entries: Iterable[LogEntry]) -> None:
        kept = [(next(self._order), entry) for entry in entries]
        self._written.extend(kept)
        self._fresh += len(kept)
        self._recent += len(kept)

    def _decoded(self, line: bytes) -> str:
        return self._redact(line[:WIDTH].decode("utf-8", "replace").rstrip())


def _words(data: Any) -> str:
    """What a message says: a text as it is, anything else as JSON."""
    if not isinstance(data, str):
        from ..results import pretty

        data = pretty(data, WIDTH)[0]
    return visible(data[:WIDTH]).rstrip()
