"""Names of servers: what a person may type, and handles derived from any name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..errors import ConfigInvalid

LONGEST = 64
NAME = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST}}}")


def check_name(name: str) -> str:
    """`name` itself, where it can be typed as in `name.tool`.

    Raises:
        ConfigInvalid: the name holds something else than letters, digits, `-` and `_`, or is
            longer than 64 characters.

    >>> check_name("time")
    'time'
    """
    if not NAME.fullmatch(name):
        raise ConfigInvalid(
            f"{name!r} cannot be a server's name",
            hint="use letters, digits, - and _, at most 64",
            reason="bad-name",
        )
    return name


def handle(name: str, taken: Iterable[str] = ()) -> str:
    """A name that `check_name` accepts, close to `name`, and not among `taken`.

    >>> handle("my server (beta)")
    'my-server-beta'
    >>> handle("time", ["time"])
    'time-2'
    """
    return Handles(taken).new(name)


class Handles:
    """Gives each handle once, however many there are.

    Args:
        taken: names that are none of them; they differ by more than their case.

    >>> handles = Handles(["time"])
    >>> [handles.new("time"), handles.new("Time")]
    ['time-2', 'Time-3']
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._used = {other.casefold() for other in taken}
        self._numbers: dict[str, int] = {}  # the last one of each name

    def new(self, name: str) -> str:
        """One that is close to `name`, and not given yet."""
        base = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[:60] or "server"
        found, number = base, self._numbers.get(base.casefold(), 1)
        while found.casefold() in self._used:
            number += 1
            mark = f"-{number}"
            found = f"{base[: LONGEST - len(mark)]}{mark}"
        self._numbers[base.casefold()] = number
        self._used.add(found.casefold())
        return found
