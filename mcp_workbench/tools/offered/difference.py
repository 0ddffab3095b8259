"""One difference between what a server says of a tool and what is made of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...visible import one_line

MOST = 200  # differences that are told of one tool
PLACE, WHAT = 120, 300  # characters


@dataclass(frozen=True)
class Difference:
    """Something that is not as the server said it.

    Args:
        code: what kind of difference, such as `reference-inlined`.
        place: where, as `description` or `input_schema.properties.path`.
        what: what was done.
        why: the reason.

    >>> print(Difference("name-mapped", "name", "it is called a_b", "providers take no dots"))
    name: it is called a_b (name-mapped: providers take no dots)
    """

    code: str
    place: str
    what: str
    why: str

    def __str__(self) -> str:
        place, what = one_line(self.place, PLACE), one_line(self.what, WHAT)
        return f"{place}: {what} ({self.code}: {self.why})"


class Differences:
    """Gathers the differences of one tool, each once, and not more than `MOST`."""

    def __init__(self) -> None:
        self._found: dict[Difference, None] = {}

    def add(self, code: str, place: str, what: str, why: str) -> None:
        """Note one."""
        if len(self._found) < MOST:
            self._found[Difference(code, place, what, why)] = None

    def __iter__(self) -> Iterator[Difference]:
        return iter(self._found)
