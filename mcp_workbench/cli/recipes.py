"""A recipe as the commands `run` and `serve` take it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..grammar import Argument, Json, Text
from .given import arguments
from .output import say

if TYPE_CHECKING:
    from ..recipes import Recipe


def read_recipe(path: str) -> Recipe:
    """The recipe in a file; a notebook is one, too, and what it leaves out is said.

    Raises:
        RecipeInvalid: it is none.
    """
    from ..recipes import Recipe

    if not path.lower().endswith(".ipynb"):
        return Recipe.load(path)
    recipe = Recipe.from_notebook(path)
    for note in recipe.notes:
        say(f"left out: {note}")
    return recipe


def values(recipe: Recipe, words: Sequence[str]) -> dict[str, Any]:
    """What `-p` gives, as values of the recipe's parameters; what does not fit stays text.

    Raises:
        UsageInvalid: one cannot be read, or is there twice.
    """
    from ..recipes.parameters import from_text

    known = {parameter.key: parameter for parameter in recipe.parameters}

    def value(argument: Argument) -> Any:
        match argument.node:
            case Json(value):
                return value
            case Text(text) if argument.name in known:
                return from_text(known[argument.name], text)
            case _:  # of no parameter, which is told by its name
                return None

    return {one.name: value(one) for one in arguments(words, files=False)}
