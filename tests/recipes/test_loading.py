"""Recipes are written for people and read strictly: what is wrong is named with its line."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench import Recipe
from mcp_workbench.errors import RecipeInvalid
from tests.recipes.notebooks import notebook, recipe_text


def test_a_notebook_written_and_read_again_is_the_same(tmp_path: Path) -> None:
    recipe = Recipe.from_notebook(notebook(tmp_path))
    path = recipe.save()
    assert path == tmp_path / "count.recipe.yaml"
    loaded = Recipe.load(path)
    assert loaded == recipe
    assert loaded.digest == recipe.digest
    first = path.read_bytes()
    assert recipe.save(path).read_bytes() == first
    again = loaded.save(tmp_path / "again.yaml").read_text()
    assert again == first.decode().replace(f"# Left out: {recipe.notes[0]}\n", "")


def test_the_file_can_be_read_by_people(tmp_path: Path) -> None:
    text = Recipe.from_notebook(notebook(tmp_path)).save().read_text()
    assert "\ncode: |\n  def words(text: str) -> int:\n" in text
    assert "\nprompt: 'Count the words of: {{ phrase }}'\n" in text
    assert "# Left out: cell 4 (setup), line 1: %matplotlib is left out\n" in text
    assert text.index("\nparameters:") < text.index("\nservers:") < text.index("\ncode:")


def test_layout_and_spelt_out_defaults_leave_the_digest_as_it_is(tmp_path: Path) -> None:
    plain, full = tmp_path / "plain.yaml", tmp_path / "full.yaml"
    plain.write_text("recipe: mcp-workbench/1\nname: small\ntitle: Small\n")
    full.write_text(
        "# words\ntitle: 'Small'\nversion: 0.1.0\nname: small\nlimits: {max_rounds: 20}\n"
        "recipe: mcp-workbench/1\nservers: {}\n"
    )
    assert Recipe.load(plain).digest == Recipe.load(full).digest
    assert (
        Recipe.load(plain).digest
        != Recipe.of({**Recipe.load(plain).values(), "prompt": "x"}).digest
    )


@pytest.mark.parametrize(
    ("text", "words", "hint"),
    [
        ("", "is empty", "recipe: mcp-workbench/1"),
        ("[1]", "does not hold a mapping", "recipe: mcp-workbench/1"),
        ("name: x", "recipe is missing", "mcp-workbench/1"),
        ("recipe: mcp-workbench/2", "r.yaml:1: recipe is 'mcp-workbench/2'", "mcp-workbench/1"),
        ("recipe: mcp-workbench/1\nname: x", "title is missing", "title"),
        ("a: [1", "r.yaml:", "correct it"),
        ("a: &x [1]\nb: *x", "r.yaml:2: aliases", ""),
        ("a: &x [*x]", "aliases", ""),
        ("a: !!python/object/apply:os.system [x]", "r.yaml:1: tags", ""),
        ('a: !!int ""', "r.yaml:1: tags", ""),
        ("a: !!timestamp 2026-01-01", "tags", ""),
        ("a: !!set {x, y}", "tags", ""),
        ("a: ! x", "tags", ""),
        ("a: 1e999", "r.yaml:1: a number", ""),
        ("1: x", "r.yaml:1: a name", ""),
        ("a: {null: x}", "a name", ""),
        ("? [a]\n: x", "a name", ""),
        ("a: " + "[" * 65 + "]" * 65, "r.yaml:1: it is nested too deep", ""),
        ("a: 1\na: 2", "a name is there twice", ""),
        ("a: 1\n---\nb: 2", "r.yaml:2", ""),
        ("a: " + "[" * 5000 + "]" * 5000, "nested too deep", ""),
        ("a: " + "x" * (256 << 10), "is too large", "256 KiB"),
        ("a: \x07", "is not YAML", ""),
    ],
)
def test_hostile_and_broken_files_are_one_clear_error(
    tmp_path: Path, text: str, words: str, hint: str
) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(text)
    with pytest.raises(RecipeInvalid) as caught:
        Recipe.load(path)
    assert words in caught.value.what
    assert hint in caught.value.hint
    assert len(caught.value.what) < 1000


SMALL = {"recipe": "mcp-workbench/1", "name": "small", "title": "Small"}
HEAD = "recipe: mcp-workbench/1\nname: small\ntitle: Small\n"


@pytest.mark.parametrize(
    ("text", "words", "hint"),
    [
        ("promt: x", "r.yaml:4: there is no key 'promt'", "did you mean 'prompt'?"),
        ("servers:\n  t:\n    comand: x", "r.yaml:6: there is no key 'comand'", "'command'"),
        ("parameters:\n- key: a\n- key: b\n  typ: x", "r.yaml:7: there is no key 'typ'", "'type'"),
        ("version: 1.0", "r.yaml:4: version is not text", "text"),
        ("python_tools: x", "python_tools is not a list", "a list"),
        ("limits: {max_rounds: '5'}", "limits.max_rounds is not a whole number", ""),
        ("limits: {max_rounds: 0}", "limits.max_rounds is 0", "greater than or equal to 1"),
        ("approve: maybe", "approve is 'maybe'", "'never', 'destructive' or 'always'"),
        ("parameters: [{key: a, type: text}]", "parameters[0].type is 'text'", "'string'"),
        ("parameters: [{key: a}, {key: a}]", "parameters[1].key 'a' is there twice", ""),
        ("parameters: [{key: trust}]", "'trust' is taken", ""),
        ("parameters: [{key: a, type: select}]", "options are missing", ""),
        ("parameters: [{key: a, type: select, options: [x], default: y}]", "is not one of x", ""),
        ("parameters: [{key: a, type: integer, default: x}]", "default is not a whole number", ""),
        ("parameters: [{key: a, required: true, default: x}]", "has no use", ""),
        ("prompt: 'Hi {{ who }}'", "prompt wants 'who'", "no parameter is declared"),
        ("prompt: 'Hi {{ who.name }}'", "prompt holds {{ who.name }}", "only {{ name }}"),
        ("servers: {t: {transport: stdio}}", "servers.t has no command", ""),
        ("servers: {t: {command: x, url: 'http://h'}}", "servers.t.url is not for stdio", ""),
        ("servers: {t: {transport: http, url: 'ftp://h'}}", "servers.t cannot be used", "http"),
        ("servers: {'a b': {command: x}}", "servers.a b is 'a b', which is not allowed", "letters"),
        ("code: 'def f(:'", "code is no Python in its line 1", ""),
        ("python_tools: [f]\ncode: 'def g(): ...'", "'f' is no function of code", "g"),
        ("code: 'def g(): return x'", "code uses 'x' in its line 1", "import or define x"),
        ("requires: ['numpy >= 2; rm']", "requires[0] is 'numpy >= 2; rm'", "numpy>=2"),
        ("approved: [dmo.add]\nservers: {demo: {command: x}}", "server 'dmo'", "'demo'"),
        ("names: {dmo.add: add}", "names.dmo.add is of a server 'dmo'", "no servers"),
        ("approved: [lost]", "approved[0] 'lost' is none of python_tools", "server.tool"),
        ("requires: ['-e .']", "requires[0] is '-e .'", "numpy>=2"),
        ("fingerprints: {a.b: x}", "fingerprints.a.b is 'x'", "sha256"),
        ("names: {b: x}", "names.b is 'b'", "server.tool"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_place_and_what_was_meant(
    tmp_path: Path, text: str, words: str, hint: str
) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(f"{HEAD}{text}\n")
    with pytest.raises(RecipeInvalid) as caught:
        Recipe.load(path)
    assert words in caught.value.what
    assert hint in caught.value.hint


def test_several_mistakes_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(f"{HEAD}a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\n")
    with pytest.raises(RecipeInvalid, match="and 1 more") as caught:
        Recipe.load(path)
    assert caught.value.what.count("there is no key") == 5


def test_the_values_of_a_file_are_what_they_look_like(tmp_path: Path) -> None:
    values: dict[str, Any] = {
        "title": "1e5",
        "description": "no: yes # x",
        "instructions": "one\n\n  two\n\n\n",
        "prompt": " x\n\ty",
        "servers": {"t": {"command": "x", "args": ["0o7", "~", "", "1_000", "=", "2026-01-01"]}},
        "parameters": [{"key": "a", "type": "json", "default": {"b": [1e30, None, True]}}],
    }
    recipe = Recipe.of({"recipe": "mcp-workbench/1", "name": "small", **values})
    loaded = Recipe.load(recipe.save(tmp_path / "r.yaml"))
    assert loaded.values() == recipe.values()
    assert loaded.document.instructions == values["instructions"]


def test_a_file_that_is_no_recipe_is_not_replaced(tmp_path: Path) -> None:
    recipe = Recipe.of(SMALL)
    other = tmp_path / "notes.txt"
    other.write_text("mine")
    with pytest.raises(RecipeInvalid, match="is no recipe"):
        recipe.save(other)
    assert other.read_text() == "mine"
    with pytest.raises(RecipeInvalid, match="no such file"):
        recipe.save(tmp_path / "missing" / "r.yaml")
    path = recipe.save(tmp_path)
    path.chmod(0o640)
    assert stat.S_IMODE(recipe.save(path).stat().st_mode) == 0o640
    assert sorted(one.name for one in tmp_path.iterdir()) == ["notes.txt", "small.recipe.yaml"]


def test_a_recipe_without_a_file_is_shown_calmly() -> None:
    recipe = Recipe.of({"recipe": "mcp-workbench/1", "name": "small", "title": "<b>Small"})
    assert repr(recipe) == "<Recipe small 0.1.0: <b>Small>"
    assert "&lt;b&gt;Small (small 0.1.0)" in recipe._repr_html_()


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    os.mkfifo(tmp_path / "pipe.ipynb")
    with pytest.raises(RecipeInvalid, match="is not a file"):
        Recipe.load(tmp_path / "pipe.yaml")
    with pytest.raises(RecipeInvalid, match="is not a file"):
        Recipe.from_notebook(tmp_path / "pipe.ipynb")


def test_what_cannot_be_a_recipe_is_not_replaced_by_one(tmp_path: Path) -> None:
    recipe = Recipe.of(SMALL)
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "cake.yaml").write_text("recipe: cake\n")
    for name in ("pipe.yaml", "cake.yaml"):
        with pytest.raises(RecipeInvalid, match="is no recipe"):
            recipe.save(tmp_path / name)
    assert (tmp_path / "cake.yaml").read_text() == "recipe: cake\n"


def test_braces_without_an_end_are_told_at_once() -> None:
    started = time.perf_counter()
    with pytest.raises(RecipeInvalid, match="prompt holds"):
        Recipe.of({**SMALL, "prompt": "{{ '" * 20_000})
    assert time.perf_counter() - started < 5


def test_json_is_yaml_too(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(recipe_text(prompt="Hello"))
    assert Recipe.load(path).document.prompt == "Hello"
