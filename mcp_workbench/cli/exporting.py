"""`mcp-workbench export`: a notebook as a recipe."""

from __future__ import annotations

import click

from .exits import DONE
from .given import json_option
from .output import put, put_json


@click.command()
@click.argument("notebook", type=click.Path())
@click.argument("path", required=False, type=click.Path())
@click.option("--name", help="Of the recipe; else its metadata say, else the file name.")
@json_option
def export(notebook: str, path: str | None, name: str | None, as_json: bool) -> int:
    """Write the recipe of NOTEBOOK to PATH, or beside it. Nothing is run."""
    from ..recipes import Recipe
    from ..recipes.display import told

    recipe = Recipe.from_notebook(notebook, name)
    file = recipe.save(path)
    if as_json:
        put_json(
            {
                "ok": True,
                "path": str(file),
                "replaced": recipe.replaced,
                "name": recipe.name,
                "version": recipe.version,
                "digest": recipe.digest,
                "notes": recipe.notes,
            }
        )
    else:
        put(told(recipe))
    return DONE
