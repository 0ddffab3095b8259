"""The tools of one server, by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import ToolNotFound, near
from ..visible import one_line
from .selection import Selection
from .tool import Tool

LONGEST = 2000  # characters that list the names


class Catalogue:
    """Tools in the server's order; the first of two with one name wins.

    Args:
        server: its name, for errors.
        tools: all that it has.
        selection: which of them are used; the others cannot be seen, and an error says why.

    >>> tools = Catalogue("time", [Tool("time", "now", {"type": "object"})])
    >>> tools["now"].full_name, tools.names, "now" in tools
    ('time.now', ['now'], True)
    """

    def __init__(
        self, server: str, tools: Iterable[Tool] = (), selection: Selection | None = None
    ) -> None:
        self._server, self._selection = server, selection or Selection()
        self._tools: dict[str, Tool] = {}
        self._left_out: set[str] = set()
        for tool in tools:
            if self._selection.keeps(tool.name):
                self._tools.setdefault(tool.name, tool)
            else:
                self._left_out.add(tool.name)

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __len__(self) -> int:
        return len(self._tools)

    def __contains__(self, what: object) -> bool:
        return what in self._tools or what in self._tools.values()

    def __getitem__(self, name: str | int) -> Tool:
        """The tool of this name, or at this place.

        Raises:
            ToolNotFound: the server has no such tool, or it is left out; the hint names near ones.
        """
        if isinstance(name, int):
            return list(self._tools.values())[name]
        if name in self._left_out:
            option = self._selection.why_out(name)
            raise ToolNotFound(
                f"the tool {name!r} of server {self._server!r} is left out by `{option}`",
                hint=f"change `{option}` in the definition of the server, and connect it again",
                reason="left_out",
            )
        if name not in self._tools:
            raise ToolNotFound(
                f"server {self._server!r} has no tool {name!r}",
                hint=near(name, self._tools, empty="it has no tools at all"),
                reason="not_found",
            )
        return self._tools[name]

    def get(self, name: str) -> Tool | None:
        """The tool of this name, if there is one."""
        return self._tools.get(name)

    @property
    def names(self) -> list[str]:
        """The names, in the server's order."""
        return list(self._tools)

    @property
    def left_out(self) -> list[str]:
        """The names of what the server has and the selection leaves out, sorted.

        >>> now = Tool("time", "now", {"type": "object"})
        >>> Catalogue("time", [now], Selection(exclude=("n*",))).left_out
        ['now']
        """
        return sorted(self._left_out)

    @property
    def warnings(self) -> list[str]:
        """What the selection names although the server has nothing like it."""
        return self._selection.warnings([*self._tools, *self._left_out])

    def __repr__(self) -> str:
        told = one_line(", ".join(self.names), LONGEST)
        return f"<{len(self)} tools of {one_line(self._server)!r}: {told}>"
