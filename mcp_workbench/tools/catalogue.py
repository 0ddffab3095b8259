"""The tools of one server, by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import ToolNotFound, near
from ..visible import one_line
from .tool import Tool

LONGEST = 2000  # characters that list the names


class Catalogue:
    """Tools in the server's order; the first of two with one name wins.

    >>> tools = Catalogue("time", [Tool("time", "now", {"type": "object"})])
    >>> tools["now"].full_name, tools.names, "now" in tools
    ('time.now', ['now'], True)
    """

    def __init__(self, server: str, tools: Iterable[Tool] = ()) -> None:
        self._server = server
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            self._tools.setdefault(tool.name, tool)

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __len__(self) -> int:
        return len(self._tools)

    def __contains__(self, what: object) -> bool:
        return what in self._tools or what in self._tools.values()

    def __getitem__(self, name: str | int) -> Tool:
        """The tool of this name, or at this place.

        Raises:
            ToolNotFound: the server has no such tool; the hint names near ones.
        """
        if isinstance(name, int):
            return list(self._tools.values())[name]
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

    def __repr__(self) -> str:
        told = one_line(", ".join(self.names), LONGEST)
        return f"<{len(self)} tools of {one_line(self._server)!r}: {told}>"
