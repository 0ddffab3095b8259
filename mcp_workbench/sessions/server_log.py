"""The last lines of a server beside the protocol."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

LINES, WIDTH = 500, 2000
NOISE = "[stdout, not the protocol] "


class ServerLog:
    """Bounded in lines and in their width, whatever a server writes; it outlives connections.

    >>> log = ServerLog()
    >>> log.errors([b"starting"])
    >>> log.noise(b"Welcome!")
    >>> log.lines, log.last_noise, log.noises
    (['starting', '[stdout, not the protocol] Welcome!'], 'Welcome!', 1)
    """

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=LINES)
        self._fresh = 0
        self.last_noise = ""
        self.noises = 0

    def begin(self) -> None:
        """The server starts anew: what it wrote before explains nothing of what comes."""
        self._fresh, self.last_noise, self.noises = 0, "", 0

    @property
    def lines(self) -> list[str]:
        """All that is kept, the oldest first."""
        return list(self._lines)

    @property
    def error_lines(self) -> list[str]:
        """What came over standard error since the server was last started."""
        fresh = self.lines[-self._fresh :] if self._fresh else []
        return [line for line in fresh if not line.startswith(NOISE)]

    def errors(self, lines: Iterable[bytes]) -> None:
        """Lines of standard error; of very many only the last are even read."""
        self._keep(map(_told, deque(lines, LINES)))

    def noise(self, line: bytes) -> None:
        """A line of standard output that is not of the protocol."""
        self.noises += 1
        self.last_noise = _told(line)
        self._keep([NOISE + self.last_noise])

    def _keep(self, lines: Iterable[str]) -> None:
        kept = list(lines)
        self._lines.extend(kept)
        self._fresh += len(kept)


def _told(line: bytes) -> str:
    return line[:WIDTH].decode("utf-8", "replace").rstrip()
