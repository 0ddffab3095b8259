"""Rows as a table in text and in HTML, bounded and escaped, whatever a server put into them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import TypeVar

from ..visible import one_line

T = TypeVar("T")
ROWS, CELL = 200, 160  # rows, and characters of one cell, that are shown
HEAD = "text-align:left;font-weight:600"
BODY = "text-align:left;vertical-align:top"
SHORT, WHOLE = 16, ";white-space:nowrap"  # a date or a name is not broken at its hyphens


class Table:
    """Rows to be shown.

    Args:
        head: the columns; one that is empty in every row is left out.
        rows: as many texts a row as there are columns.
        empty: what to say, and to do, where there is no row.
        notes: lines below the table.

    >>> print(Table(("server", "state"), [("time", "connected")], "none").text())
    server  state
    time    connected
    """

    def __init__(
        self,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        empty: str,
        notes: Sequence[str] = (),
    ) -> None:
        shown = [[one_line(cell, CELL) for cell in row] for row in rows[:ROWS]]
        used = [at for at in range(len(head)) if any(row[at] for row in shown)]
        self.head = [head[at] for at in used]
        self.rows = [[row[at] for at in used] for row in shown]
        self.empty = empty
        more = len(rows) - len(shown)
        self.notes = [*([f"… and {more} more"] if more else []), *(one_line(n, 400) for n in notes)]

    def text(self) -> str:
        """The table for a terminal."""
        if not self.rows:
            return "\n".join((self.empty, *self.notes))
        lines = [self.head, *self.rows]
        widths = [max(len(line[at]) for line in lines) for at in range(len(self.head))]
        table = (
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )
        return "\n".join((*table, *self.notes))

    def html(self) -> str:
        """The table for a notebook; every text in it is escaped."""
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        if not self.rows:
            return f"<p>{escape(self.empty)}</p>{notes}"
        head = "".join(f'<th style="{HEAD}">{escape(name)}</th>' for name in self.head)
        rows = "".join(f"<tr>{_cells(row)}</tr>" for row in self.rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{notes}"


def _cells(row: Sequence[str]) -> str:
    return "".join(
        f'<td style="{BODY}{WHOLE if len(cell) <= SHORT else ""}">{escape(cell)}</td>'
        for cell in row
    )


class Listed(list[T], ABC):
    """Values that a cell shows as a table.

    Args:
        values: the values.
        empty: what to say, and to do, where there is none.
        notes: lines below the table.
    """

    def __init__(self, values: Iterable[T], empty: str, notes: Iterable[str] = ()) -> None:
        super().__init__(values)
        self.empty, self.notes = empty, list(notes)

    @property
    @abstractmethod
    def table(self) -> Table:
        """The values as a table."""

    def last_rows(self, head: Sequence[str], row: Callable[[T], Sequence[str]]) -> Table:
        """The table of the last ones of very many, each with its `row`."""
        earlier = max(0, len(self) - ROWS)
        more = [f"… and {earlier} earlier ones are in this list"] if earlier else []
        return Table(head, list(map(row, self[earlier:])), self.empty, [*more, *self.notes])

    def __repr__(self) -> str:
        return self.table.text()

    def _repr_html_(self) -> str:
        return self.table.html()


def first_line(*texts: str | None) -> str:
    r"""The first line of the first text that says something.

    >>> first_line("", "Adds.\nTwo numbers.")
    'Adds.'
    """
    text = next((text for text in texts if text and text.strip()), "")
    return next(iter(text.strip().splitlines()), "")


def arguments_row(names: Iterable[tuple[str, bool]]) -> str:
    """The arguments of a tool or prompt in a cell; brackets stand around one that is not required.

    >>> arguments_row([("city", True), ("unit", False)])
    'city= [unit=]'
    """
    return " ".join(f"{name}=" if required else f"[{name}=]" for name, required in names)
