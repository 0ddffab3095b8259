"""A failed magic as a value, so that the cells below it go on."""

from __future__ import annotations

from html import escape

from ..errors import WorkbenchError
from ..visible import hinted, visible

SHOWN = 4000  # characters of what is told, and of its hint
# the error box of results, in Jupyter's own variables; no style sheet reaches every front end
BOX = (
    "background:var(--jp-rendermime-error-background);"
    "border-left:3px solid var(--jp-error-color1);"
    "border-radius:var(--jp-border-radius);"
    "color:var(--jp-content-font-color1);"
    "font-family:var(--jp-ui-font-family);"
    "font-size:var(--jp-ui-font-size1);"
    "line-height:1.45;"
    "padding:6px 12px"
)
PART = "overflow-wrap:anywhere;white-space:pre-wrap;padding:2px 0"
CODE = "background:none;font-weight:600;margin-right:4px;padding:0"


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
        what = self.error.what[:SHOWN] or self.code
        return hinted(f"[{self.code}] {what}", self.hint[:SHOWN])

    def _repr_html_(self) -> str:
        head = f'<code style="{CODE}">{escape(self.code)}</code>'
        if self.error.reason:
            head += f" {escape(_shown(self.error.reason))}"
        parts = [head, escape(_shown(self.error.what))]
        if self.hint:
            parts.append(f"hint: {escape(_shown(self.hint))}")
        lines = "".join(f'<div style="{PART}">{part}</div>' for part in parts)
        return f'<div role="group" aria-label="Error" style="{BOX}">{lines}</div>'


def _shown(text: str) -> str:
    return visible(text[:SHOWN])
