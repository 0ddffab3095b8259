"""Servers are found upwards from the notebook, in the environment and in the user's own file."""

import json
from pathlib import Path

import pytest

from mcp_workbench.errors import ConfigInvalid
from mcp_workbench.notebook import Here, Told, here, set_finder, tell_by_panel, told_by_panel
from mcp_workbench.settings import Settings, set_current_settings
from mcp_workbench.sources import resolve
from mcp_workbench.sources.scopes import (
    configured,
    known,
    project_file,
    project_root,
    scope_of,
    user_file,
)


@pytest.fixture
def project(tmp_path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a notebook's directory below it; `one` is in every scope."""
    monkeypatch.setenv("HOME", str(tmp_path))
    notebooks = tmp_path / "repository" / "deep" / "notebooks"
    notebooks.mkdir(parents=True)
    (tmp_path / "repository" / ".git").mkdir()
    write(tmp_path / "repository" / ".mcp.json", one="project", two="project")
    own_home.mkdir()
    write(own_home / "servers.json", one="user", two="user", three="user")
    return notebooks


def write(file: Path, **commands: str) -> None:
    entries = {name: {"command": command} for name, command in commands.items()}
    file.write_text(json.dumps({"mcpServers": entries}))


def commands(directory: Path) -> dict[str, str]:
    found = configured(known(directory))
    return {one.name: getattr(one.spec, "command", "") for one in found}


@pytest.mark.requirement("CFG-06")
@pytest.mark.requirement("CFG-13")
def test_nearer_wins(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert commands(project) == {"one": "project", "two": "project", "three": "user"}
    told = '{"mcpServers": {"one": {"command": "environment"}}}'
    monkeypatch.setenv("MCP_WORKBENCH_SERVERS", told)
    assert commands(project) == {"one": "environment", "two": "project", "three": "user"}
    scopes = {one.name: scope_of(one.origin) for one in configured(known(project))}
    assert scopes == {"one": "environment", "two": "project", "three": "user"}


@pytest.mark.requirement("CFG-06")
def test_a_name_is_resolved_in_the_nearest_scope_that_has_it(project: Path) -> None:
    (three,) = resolve("three", directory=project).servers
    assert three.origin == str(user_file())
    (two,) = resolve("two", "mine", directory=project).servers
    assert (two.name, two.entry, scope_of(two.origin)) == ("mine", "two", "project")
    with pytest.raises(ConfigInvalid) as caught:
        resolve("thre", directory=project)
    assert "'three'" in caught.value.hint


@pytest.mark.requirement("CFG-06")
def test_the_search_ends_at_the_repository_and_before_the_home(project: Path) -> None:
    home = Path.home()
    write(home / ".mcp.json", home="home")
    assert project_file(project) == home / "repository" / ".mcp.json"
    (home / "repository" / ".mcp.json").unlink()
    assert project_file(project) is None
    (home / "repository" / ".git").rmdir()
    assert project_file(project) is None
    assert project_file(home) == home / ".mcp.json"
    assert project_root(project) == project
    (home / "repository" / ".git").mkdir()
    assert project_root(project) == home / "repository"


def test_a_scope_can_be_left_out(project: Path) -> None:
    before = set_current_settings(Settings(project_servers=False))
    try:
        assert set(commands(project)) == {"one", "two", "three"}
        assert set(commands(project).values()) == {"user"}
        set_current_settings(Settings(project_servers=False, user_servers=False))
        assert commands(project) == {}
    finally:
        set_current_settings(before)


def test_a_broken_file_hides_no_other(project: Path) -> None:
    (Path.home() / "repository" / ".mcp.json").write_text("{")
    assert commands(project) == {"one": "user", "two": "user", "three": "user"}


@pytest.mark.requirement("CFG-17")
def test_files_are_looked_for_beside_the_notebook(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path.home())
    told = [Told("", "nobody"), Told("/no/such/place/a.ipynb", "an old name")]
    before = set_finder(lambda: told)
    try:
        assert here() == Here(Path.home())
        told.append(Told(str(project / "new.ipynb"), "VS Code"))
        assert here() == Here(project, project / "new.ipynb", "VS Code")
        assert str(here()) == f"{project}, where the notebook is, says VS Code"
        assert resolve("two").servers[0].origin.endswith("repository/.mcp.json")
    finally:
        set_finder(before)


@pytest.mark.requirement("CFG-17")
def test_the_panel_names_a_notebook_from_the_root_of_its_server(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "a.ipynb").write_text("{}")
    monkeypatch.chdir(project)
    before = set_finder(told_by_panel)
    try:
        tell_by_panel("repository/deep/notebooks/a.ipynb")
        assert here() == Here(project, project / "a.ipynb", "the panel")
        tell_by_panel("repository/none.ipynb")
        assert here() == Here(project)
    finally:
        tell_by_panel("")
        set_finder(before)


def test_a_named_file_is_looked_for_beside_the_notebook_then_in_the_working_directory(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    write(work / "a.json", a="working directory")
    assert resolve("a.json", directory=project).servers[0].origin == str(work / "a.json")
    write(project / "a.json", a="notebook")
    assert resolve("a.json", directory=project).servers[0].origin == str(project / "a.json")
