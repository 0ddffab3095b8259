"""`%mcp export`: a notebook as a recipe."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import UsageInvalid
from ..grammar import take_option, unquoted
from ..visible import one_line
from .command import SHOWN, Command, Line, Typing

if TYPE_CHECKING:
    from ..recipes import Recipe

OPTIONS = {"--name": "NAME"}
# where front ends tell a kernel which notebook it belongs to: Jupyter's server, VS Code
SESSION, VSCODE = "JPY_SESSION_NAME", "__vsc_ipynb_file__"


@dataclass
class ExportLine:
    """What the line of an export says.

    Args:
        notebook: its file; empty for this one.
        path: of the recipe; `None` for one beside the notebook.
        name: of the recipe.
    """

    notebook: str = ""
    path: str | None = None
    name: str | None = None


def read_export(words: list[str]) -> ExportLine:
    """The words behind `export`.

    Raises:
        UsageInvalid: there are too many of them, or an option is unknown.

    >>> read_export(["a.ipynb", "--name", "count"])
    ExportLine(notebook='a.ipynb', path=None, name='count')
    """
    read, plain = ExportLine(), list[str]()
    rest: Iterator[str] = iter(words)
    for word in rest:
        if word.startswith("--"):
            _, given = take_option(word, rest, OPTIONS)
            read.name = unquoted(given)
        else:
            plain.append(unquoted(word))
    if len(plain) > 2:
        raise UsageInvalid(
            f"{one_line(plain[2], SHOWN)!r} is one word too many",
            hint="%mcp export NOTEBOOK PATH; a name with spaces goes into quotes",
            reason="too-many",
        )
    read.notebook = plain[0] if plain else ""
    read.path = plain[1] if len(plain) > 1 else None
    return read


def export(line: Line) -> Recipe:
    """Write the recipe of a notebook; what its connected servers say comes along."""
    from ..recipes import Recipe

    read = read_export(line.words)
    recipe = Recipe.from_notebook(read.notebook or _this_notebook(line), read.name)
    found = recipe.frozen(line.workbench)
    found.save(read.path)
    return found


def _this_notebook(line: Line) -> str:
    """The notebook of this kernel, where its front end tells."""
    scope: Any = line.scope.get(VSCODE)
    named = scope if isinstance(scope, str) else os.environ.get(SESSION, "")
    if not named.endswith(".ipynb") or not os.path.isfile(named):
        raise UsageInvalid(
            "which notebook this kernel belongs to is not known here",
            hint="save it, and name it: %mcp export NOTEBOOK.ipynb",
            reason="missing",
        )
    return named


def _complete(typing: Typing) -> list[str]:
    if typing.words and typing.words[-1] in OPTIONS:
        return []
    return list(OPTIONS)


EXPORT = Command(
    "export",
    ("NOTEBOOK", "NOTEBOOK PATH", "--name NAME NOTEBOOK"),
    "write the recipe of a notebook, which mcp-workbench run runs without it",
    export,
    "Recipe.from_notebook(notebook).save(path)",
    OPTIONS,
    _complete,
)
