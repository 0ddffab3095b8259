"""A failed magic as a value, so that the cells below it go on."""

from __future__ import annotations

from html import escape

from ..errors import WorkbenchError
from ..visible import visible

SHOWN = 4000  # characters of what is told


class Failure:
    """What went wrong; a cell shows it calmly, and "Run All" goes on.

    Args:
        error: the error itself; a notebook may raise it with `raise r.error`.

    >>> from mcp_workbench.errors import ServerNotFound
    >>> r = Failure(ServerNotFound("there is no server 'tiem'", hint="did you mean 'time'?"))
    >>> r.is_error, r.code, r.hint, r.value
    (True, 'mcp_server_not_found', "did you mean 'time'?", None)
    """

    is_error = True
    value = None

    def __init__(self, error: WorkbenchError) -> None:
        self.error = error

    @property
    def code(self) -> str:
        """The stable word for this kind of error."""
        return self.error.code

    @property
    def text(self) -> str:
        """What went wrong, and the hint; never empty."""
        return str(self.error) or self.code

    @property
    def hint(self) -> str:
        """What to do about it."""
        return self.error.hint

    def __repr__(self) -> str:
        return f"[{self.code}] {visible(self.text[:SHOWN])}"

    def _repr_html_(self) -> str:
        what = escape(visible(self.error.what[:SHOWN]))
        hint = escape(visible(self.hint[:SHOWN]))
        below = f'<div style="opacity:0.75">hint: {hint}</div>' if hint else ""
        return (
            '<div style="border-left:3px solid var(--jp-error-color1, currentColor);'
            'padding:2px 8px;white-space:pre-wrap">'
            f"<code>{escape(self.code)}</code> {what}{below}</div>"
        )
