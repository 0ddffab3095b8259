"""Rows as a table in text and in HTML, bounded and escaped, whatever a server put into them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..visible import one_line

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
