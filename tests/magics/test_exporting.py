"""`%mcp export` in a real shell: the recipe of a notebook, with what connected servers say."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcp_workbench import Recipe
from mcp_workbench.errors import UsageInvalid
from tests.magics.cells import Cells
from tests.recipes.notebooks import notebook


def test_a_notebook_is_exported_with_names_and_fingerprints(
    connected: Cells, tmp_path: Path
) -> None:
    path = notebook(tmp_path)
    recipe = connected(f"r = %mcp export {path} --name counting\nr")
    assert isinstance(recipe, Recipe)
    assert recipe.file == str(tmp_path / "counting.recipe.yaml")
    loaded = Recipe.load(recipe.file)
    assert loaded == recipe
    assert loaded.document.names["demo.add"] == "add"
    assert set(loaded.document.fingerprints) == set(loaded.document.names)
    shown = connected.shell.display_formatter.format(recipe)[0]
    assert shown["text/plain"].startswith("Count words (counting 0.1.0)\n  file ")
    assert "Left out:\n  - cell 4 (setup), line 1: %matplotlib" in shown["text/plain"]
    assert "<pre" in shown["text/html"]


def test_the_path_can_be_named(cell: Cells, tmp_path: Path) -> None:
    path = notebook(tmp_path)
    recipe = cell(f'r = %mcp export {path} "{tmp_path / "my recipe.yaml"}"\nr')
    assert Path(recipe.file).name == "my recipe.yaml"
    assert recipe.document.names == {}


def test_what_cannot_be_exported_is_a_failure_that_lets_the_notebook_go_on(
    cell: Cells, tmp_path: Path
) -> None:
    path = tmp_path / "broken.ipynb"
    path.write_text("{")
    failure = cell(f"r = %mcp export {path}\nr")
    assert failure.code == "recipe_invalid"
    assert "is no notebook" in failure.text


@pytest.mark.requirement("CFG-17")
def test_the_notebook_of_this_kernel_is_exported_where_it_is_known(
    cell: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes").mkdir()
    path = notebook(tmp_path / "notes")
    with pytest.raises(UsageInvalid, match="which notebook"):
        cell("%mcp export")
    cell(f"__vsc_ipynb_file__ = {str(path)!r}")
    assert cell("r = %mcp export --name other\nr").name == "other"
    monkeypatch.chdir(path.parent)
    # as a front end names it: from the root of its server on
    cell(f"__vsc_ipynb_file__ = 'notes/{path.name}'")
    assert cell("r = %mcp export\nr").name == "count"
    cell("__vsc_ipynb_file__ = 'notes/not saved yet.ipynb'")
    with pytest.raises(UsageInvalid, match="which notebook"):
        cell("%mcp export")


@pytest.mark.parametrize("line", ["a b c", "a --nme x", "a --name", "a --name x --name y"])
def test_a_line_that_cannot_be_read_raises(cell: Cells, line: str) -> None:
    with pytest.raises(UsageInvalid):
        cell(f"%mcp export {line}")
