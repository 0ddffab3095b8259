"""A recipe for people: what is in it, where it is, and what was left out."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from ..tools.selection import is_pattern
from ..visible import one_line, visible
from .sections import Parameter, ServerEntry

if TYPE_CHECKING:
    from .recipe import Recipe

LONGEST = 200  # characters of one line
NOTES = 30  # notes that are shown
LOOK = (
    "margin:0;padding:0;white-space:pre-wrap;"
    "font-size:var(--jp-code-font-size);line-height:var(--jp-code-line-height)"
)


def told(recipe: Recipe) -> str:
    """The recipe in some lines."""
    rows = [(name, one_line(text, LONGEST)) for name, text in _rows(recipe) if text]
    width = max(len(name) for name, _ in rows)
    lines = [one_line(f"{recipe.title} ({recipe.name} {recipe.version})", LONGEST)]
    lines += [f"  {name.ljust(width)}  {text}" for name, text in rows]
    if recipe.notes:
        lines.append("Left out:")
        lines += [f"  - {one_line(note, LONGEST)}" for note in recipe.notes[:NOTES]]
        if len(recipe.notes) > NOTES:
            lines.append(f"  … and {len(recipe.notes) - NOTES} more in .notes")
    return visible("\n".join(lines))


def told_html(recipe: Recipe) -> str:
    """The same for a notebook."""
    return f'<pre style="{LOOK}">{escape(told(recipe))}</pre>'


def _rows(recipe: Recipe) -> Iterator[tuple[str, str]]:
    document = recipe.document
    yield "file", f"{recipe.file}, in place of the one before" if recipe.replaced else recipe.file
    yield "model", document.model or "none; a run names one"
    yield "parameters", ", ".join(map(_parameter, document.parameters))
    yield "servers", ", ".join(_server(name, one) for name, one in document.servers.items())
    yield "functions", ", ".join(document.python_tools)
    yield "approved", ", ".join(document.approved)
    yield "requires", ", ".join(document.requires)
    yield "digest", recipe.digest[:19]


def _parameter(parameter: Parameter) -> str:
    if parameter.required:
        return f"{parameter.key} (required)"
    return f"{parameter.key}={one_line(repr(parameter.default), 40)}"


def _server(name: str, entry: ServerEntry) -> str:
    some = f", {_count(entry)} of its tools" if entry.chooses else ""
    return f"{name} ({entry.transport}{some})"


def _count(entry: ServerEntry) -> str:
    """How many tools the agent gets, where that can be told without the server."""
    names = entry.include_tools
    if names is None or entry.exclude_tools or any(map(is_pattern, names)):
        return "some"
    return str(len(names))
