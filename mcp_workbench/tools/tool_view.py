"""One tool in one of its forms, with what differs from what the server says."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from ..visible import one_line, visible
from .form_reasons import form_differences
from .offered.formats import format_called
from .tool import Tool

LONGEST, LINE = 50_000, 500  # characters of a document, and of a reason
PROVIDER = "openai"


class ToolView:
    """A document about a tool; a cell shows it, and the reasons below it.

    Args:
        title: what it is.
        document: JSON.
        reasons: why it is not what the server sent, a line for each difference.
        none: what to say where there is none.

    >>> ToolView("time.now, as sent", {"name": "now"}, (), "nothing was repaired")
    time.now, as sent
    {
      "name": "now"
    }
    nothing was repaired
    """

    def __init__(
        self, title: str, document: Mapping[str, Any], reasons: Sequence[str], none: str
    ) -> None:
        self.title, self.document, self.reasons = title, document, list(reasons)
        self._none = none

    @property
    def _text(self) -> str:
        text = visible(json.dumps(self.document, ensure_ascii=False, indent=2, default=dict))
        more = len(text) - LONGEST
        return text if more <= 0 else f"{text[:LONGEST]}\n… {more:,} more characters in .document"

    def __repr__(self) -> str:
        reasons = [f"- {one_line(one, LINE)}" for one in self.reasons] or [self._none]
        return "\n".join((one_line(self.title), self._text, *reasons))

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{escape(one_line(one, LINE))}</li>" for one in self.reasons)
        reasons = f"<ul>{items}</ul>" if items else f"<p>{escape(self._none)}</p>"
        text = f'<pre style="background:none;white-space:pre-wrap">{escape(self._text)}</pre>'
        return f"<div><strong>{escape(one_line(self.title))}</strong>{text}{reasons}</div>"


def raw_view(tool: Tool) -> ToolView:
    """What the server sent, and what was repaired.

    >>> raw_view(Tool("time", "now", {"type": "object"})).document["name"]
    'now'
    """
    title = f"{tool.full_name}, as the server sent it"
    return ToolView(title, tool.raw, tool.repairs, "nothing in it had to be repaired")


def form_view(tool: Tool) -> ToolView:
    """The fields that a person fills in, and how they differ from the schema.

    >>> form_view(Tool("time", "now", {"type": "object"})).document["fields"]
    []
    """
    title = f"{tool.full_name}, as the form has it"
    reasons = list(map(str, form_differences(tool)))
    return ToolView(title, tool.form, reasons, "each argument has a field of its own kind")


def model_view(tool: Tool, provider: str = PROVIDER) -> ToolView:
    """What a provider is sent, and how that differs from what the server says.

    Raises:
        UsageInvalid: there is no such provider.

    >>> model_view(Tool("time", "a.b", {"type": "object"})).document["function"]["name"]
    'a_b'
    """
    write, told = format_called(provider), tool.offered()
    title = f"{tool.full_name}, as {provider} gets it"
    reasons = list(map(str, told.differences))
    return ToolView(title, write(told), reasons, "it gets what the server says")


VIEWS: Mapping[str, Callable[[Tool], ToolView]] = {
    "--raw": raw_view,
    "--form": form_view,
    "--model": model_view,
}
