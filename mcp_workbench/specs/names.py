"""Names of servers: what a person may type, and handles derived from any name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..errors import ConfigInvalid

NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


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
    base = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[:60] or "server"
    used = {other.casefold() for other in taken}
    found, number = base, 1
    while found.casefold() in used:
        number += 1
        found = f"{base}-{number}"
    return found
