"""`%mcp export`: a notebook as a recipe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageInvalid
from ..grammar import read_options
from .command import Command, Line, plain_words

if TYPE_CHECKING:
    from ..recipes import Recipe

OPTIONS = {"--name": "NAME"}
FORM = "%mcp export NOTEBOOK PATH; a name with spaces goes into quotes"


def export(line: Line) -> Recipe:
    """Write the recipe of a notebook; what its connected servers say comes along."""
    from ..recipes import Recipe

    words, given = read_options(line.words, OPTIONS)
    plain = plain_words(words, 2, "", FORM, least=0)
    notebook, path = [*plain, None, None][:2]
    recipe = Recipe.from_notebook(notebook or _this_notebook(), given.get("--name"))
    found = recipe.frozen(line.workbench)
    found.save(path)
    return found


def _this_notebook() -> Path:
    """The notebook of this kernel, where anybody tells, and it is saved."""
    from ..notebook import here

    found = here().notebook
    if found is None or not found.is_file():
        raise UsageInvalid(
            "which notebook this kernel belongs to is not known here",
            hint="save it, and name it: %mcp export NOTEBOOK.ipynb",
            reason="missing",
        )
    return found


EXPORT = Command(
    "export",
    ("NOTEBOOK", "NOTEBOOK PATH", "--name NAME NOTEBOOK"),
    "write the recipe of a notebook, which mcp-workbench run runs without it",
    export,
    "Recipe.from_notebook(notebook).save(path)",
    OPTIONS,
)
