"""Servers are enabled, renamed, saved and reloaded, in the kernel and in their files."""

import json
import shlex
from pathlib import Path

import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.sources.scopes import read_servers, user_file
from mcp_workbench.specs import StdioServer
from tests.magics.cells import MIRROR, Cells

TEXT = """{
  // of the team
  "mcpServers": {
    "mirror": {"command": COMMAND, "args": ARGS, "odd": 1}, // ours
    "other": {"command": "x", "headers": {"kept": "1"}}
  }
}
"""


@pytest.fixture
def project(tmp_path: Path, cell: Cells, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with comments at a repository's root; the working directory is below it."""
    command, *args = shlex.split(MIRROR)
    file = tmp_path / "repository" / ".mcp.json"
    notebooks = file.parent / "notebooks"
    notebooks.mkdir(parents=True)
    (file.parent / ".git").mkdir()
    text = TEXT.replace("COMMAND", json.dumps(command)).replace("ARGS", json.dumps(args))
    file.write_text(text)
    monkeypatch.setenv("MCP_WORKBENCH_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(notebooks)
    cell("%mcp trust mirror")
    return file


def status(cell: Cells, name: str) -> str:
    return next(line.split()[2] for line in rows(cell) if line.split()[0] == name)


def spec(cell: Cells, name: str) -> StdioServer:
    found = cell.workbench.server(name).spec
    assert isinstance(found, StdioServer)
    return found


def rows(cell: Cells) -> list[str]:
    return repr(cell("%mcp servers")).splitlines()


@pytest.mark.requirement("CFG-06")
@pytest.mark.requirement("CFG-17")
def test_servers_shows_what_is_configured_where_and_starts_nothing(
    project: Path, cell: Cells
) -> None:
    cell("%mcp remove mirror")
    cell(f"%mcp add mine -- {MIRROR}")
    head, mine, mirror, other, place = rows(cell)
    assert head.split() == ["server", "transport", "status", "scope", "from"]
    assert mine.split()[:4] == ["mine", "stdio", "registered", "kernel"]
    assert mirror.split()[:4] == ["mirror", "stdio", "available", "project"]
    assert str(project) in mirror
    assert other.split()[2] == "available"
    assert place == f"files are looked for in {Path.cwd()}, the working directory"
    assert list(cell.workbench.servers) == ["mine"]


@pytest.mark.requirement("CFG-06")
def test_the_first_use_finds_a_configured_server_and_starts_it_beside_its_file(
    project: Path, cell: Cells
) -> None:
    cell("%mcp remove mirror")
    assert cell("%mcp call mirror.mirror n=1").value == {"n": 1}
    assert spec(cell, "mirror").cwd == str(project.parent)
    assert cell("%mcp connect other").code == "config_untrusted"
    assert status(cell, "other") == "not"  # trusted
    assert "not trusted" in repr(cell("%mcp servers"))
    assert "%mcp trust other" in repr(cell("%mcp servers"))


@pytest.mark.requirement("CFG-10")
def test_disable_and_enable_hold_at_once_and_are_written_on_request(
    project: Path, cell: Cells
) -> None:
    before = project.read_text()
    assert cell("%mcp call mirror.mirror n=1").value == {"n": 1}
    cell("%mcp disable mirror")
    assert cell("%mcp call mirror.mirror n=1").error.reason == "disabled"
    assert status(cell, "mirror") == "disabled"
    assert project.read_text() == before
    told = cell("%mcp disable mirror --write")
    assert f"written to {project}" in repr(told)
    assert '"odd": 1, "disabled": true}, // ours' in project.read_text()
    cell("%mcp enable mirror --write")
    assert project.read_text() == before
    assert cell("%mcp call mirror.mirror n=2").value == {"n": 2}


@pytest.mark.requirement("CFG-10")
def test_rename_holds_at_once_and_keeps_the_rest_of_the_file(project: Path, cell: Cells) -> None:
    cell("%mcp warm mirror")
    server = cell.workbench.server("mirror")
    cell("%mcp rename mirror glass --write")
    assert project.read_text().count('"glass": {') == 1
    assert "// ours" in project.read_text()
    assert cell.workbench.server("glass") is server
    assert cell("%mcp call glass.mirror n=1").value == {"n": 1}
    assert next(tool.full_name for tool in cell("%mcp tools glass")) == "glass.mirror"
    assert cell("%mcp call mirror.mirror n=1").error.code == "mcp_server_not_found"
    assert cell("%mcp rename glass other --write").error.reason == "name-taken"
    assert list(cell.workbench.servers) == ["glass"]


@pytest.mark.requirement("CFG-10")
def test_save_writes_a_typed_server_where_it_is_wanted(project: Path, cell: Cells) -> None:
    cell(f"%mcp add mine --env ZONE=eu --timeout 5 -- {MIRROR}")
    assert "no file" in cell("%mcp disable mine --write").text
    told = cell("%mcp save mine")
    assert told.file == str(project)
    saved = read_servers(project).servers[-1]
    assert isinstance(saved.spec, StdioServer)
    assert (saved.spec.timeout, saved.spec.env, saved.spec.cwd) == (5, {"ZONE": "eu"}, None)
    assert cell.workbench.server("mine").trusted
    cell("%mcp save mine --scope user")
    assert json.loads(user_file().read_text())["mcpServers"]["mine"]["timeout"] == 5000
    assert cell.workbench.server("mine").scope == "user"
    cell("%mcp remove mine --file")
    assert json.loads(user_file().read_text()) == {"mcpServers": {}}
    assert cell("%mcp servers").available[0].name == "other"


def test_a_server_that_names_a_file_beside_the_notebook_is_saved_with_that_place(
    project: Path, cell: Cells
) -> None:
    Path("server.py").write_text("")
    cell("%mcp add mine -- python server.py")
    cell("%mcp save mine")
    assert '"cwd": "notebooks"' in project.read_text()
    assert spec(cell, "mine").cwd == str(Path.cwd())


@pytest.mark.requirement("CFG-10")
@pytest.mark.parametrize("cwd", ["notebooks", "./notebooks", ".", "${userHome}", "${HOME}/x"])
def test_a_server_that_is_saved_as_it_was_leaves_its_file_as_it_was(
    project: Path, cell: Cells, cwd: str
) -> None:
    text = project.read_text().replace('"odd"', f'"cwd": "{cwd}", "odd"')
    project.write_text(text)
    cell("%mcp remove mirror")
    cell("%mcp trust mirror")
    cell("%mcp add mirror")
    assert cell("%mcp save mirror").file == str(project)
    assert project.read_text() == text
    assert spec(cell, "mirror").cwd in (cwd, str(project.parent / cwd))


@pytest.mark.requirement("CFG-10")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("save other", "config_untrusted"),
        ("save key", "config_invalid"),
        ("rename mirror 'a b'", "config_invalid"),
        ("rename mirror KEY", "config_invalid"),
        ("enable none", "mcp_server_not_found"),
        ("remove key --file", "config_invalid"),
    ],
)
def test_what_cannot_be_edited_says_why_and_changes_nothing(
    project: Path, cell: Cells, line: str, code: str
) -> None:
    cell("%mcp add key --env API_KEY=abcdef123456 -- x")
    before = project.read_text()
    done = cell(f"%mcp {line}")
    assert getattr(done, "code", "") == code
    assert project.read_text() == before


@pytest.mark.parametrize(
    "line",
    ["enable", "disable a b", "rename a", "save", "save a b", "save a --scope x", "enable a --no"],
)
def test_a_line_that_cannot_be_read_says_how_it_is_written(cell: Cells, line: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        cell(f"%mcp {line}")
    assert caught.value.hint


@pytest.mark.requirement("CFG-10")
def test_reload_applies_what_changed_and_leaves_the_rest_running(
    project: Path, cell: Cells
) -> None:
    cell("%mcp warm mirror")
    cell("%mcp add other")
    text = project.read_text()
    project.write_text(text.replace('"command": "x"', '"command": "y"'))
    told = cell("%mcp reload").told
    assert [one.name for one in told.changed] == ["other"]
    assert [one.name for one in told.same] == ["mirror"]
    assert cell.workbench.server("mirror").status == "connected"
    assert spec(cell, "other").command == "y"
    project.write_text("{")
    broken = cell("%mcp reload")
    assert [one.name for one in broken.told.same] == ["mirror", "other"]
    assert "json" in broken.told.problems[0].reason
    project.write_text('{"mcpServers": {}}')
    assert cell("%mcp reload").told.removed == ["mirror", "other"]
    assert list(cell.workbench.servers) == []


@pytest.mark.requirement("CFG-10")
def test_options_laid_over_an_entry_hold_after_a_reload(project: Path, cell: Cells) -> None:
    cell(f"%mcp add other {project} --timeout 9 --env DEBUG=1 --cwd .")
    assert [one.name for one in cell("%mcp reload").told.same] == ["mirror", "other"]
    text = project.read_text()
    project.write_text(text.replace('"command": "x"', '"command": "y"'))
    assert [one.name for one in cell("%mcp reload").told.changed] == ["other"]
    now = spec(cell, "other")
    assert (now.command, now.timeout, now.env["DEBUG"]) == ("y", 9.0, "1")
    project.write_text(text.replace('"command": "x"', '"url": "http://127.0.0.1:9/mcp"'))
    refused = cell("%mcp reload").told
    assert [one.name for one in refused.same] == ["mirror", "other"]
    assert refused.problems[0].reason == "bad-option"
    assert spec(cell, "other") == now


def test_servers_with_one_command_and_other_variables_are_two(project: Path, cell: Cells) -> None:
    entry = json.loads(project.read_text().split('mirror": ')[1].split(", // ours")[0])
    both = {name: entry | {"env": {"DB": name}} for name in "ab"}
    project.write_text(json.dumps({"mcpServers": both}))
    cell("%mcp trust a b")
    assert [cell(f"%mcp call {name}.mirror n=1").value for name in "ab"] == [{"n": 1}] * 2
    assert len({cell.workbench.server(name).consent.digest for name in "ab"}) == 2
