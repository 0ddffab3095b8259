"""Whatever names servers becomes definitions, and nothing is started."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench.errors import ConfigInvalid
from mcp_workbench.sources import resolve
from mcp_workbench.specs import HttpServer, ServerSpec, StdioServer


@pytest.fixture
def project(tmp_path: Path) -> Path:
    entries = {
        "time": {"command": "uvx", "args": ["mcp-server-time"]},
        "my docs": {"url": "https://docs.example/mcp"},
        "broken": {"command": "a", "url": "https://x.example"},
        "half": {"command": "x", "env": {"A": {}, "B": "1"}},
        "off": {"command": "x", "disabled": True},
    }
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": entries}))
    return tmp_path


@pytest.mark.parametrize(
    ("what", "spec"),
    [
        (StdioServer("uvx"), StdioServer("uvx")),
        (HttpServer("http://h/mcp"), HttpServer("http://h/mcp")),
        ("https://h.example/mcp.json", HttpServer("https://h.example/mcp.json")),
        ("http://h/mcp?a=1", HttpServer("http://h/mcp?a=1")),
        (" HTTPS://h/mcp ", HttpServer("HTTPS://h/mcp")),
        ("python -m x 'a  b'", StdioServer("python", ("-m", "x", "a  b"))),
        (r"python it\'s", StdioServer("python", ("it's",))),
        ("python x.json", StdioServer("python", ("x.json",))),
        (sys.executable, StdioServer(sys.executable)),
        ("${HOME}/bin/server", StdioServer("${HOME}/bin/server")),
    ],
)
def test_one_definition(what: ServerSpec | str, spec: ServerSpec, tmp_path: Path) -> None:
    found = resolve(what, "given", directory=tmp_path)
    assert [(one.name, one.spec, one.origin) for one in found.servers] == [("given", spec, "cell")]
    assert found.file is None


def test_demo_is_the_server_that_comes_with_the_package(tmp_path: Path) -> None:
    (found,) = resolve("demo", directory=tmp_path).servers
    assert (found.name, found.spec) == (
        "demo",
        StdioServer(sys.executable, ("-m", "mcp_workbench.demo")),
    )


@pytest.mark.parametrize("name", [None, "mine"])
def test_no_entry_of_a_project_takes_the_place_of_demo(tmp_path: Path, name: str | None) -> None:
    file = tmp_path / ".mcp.json"
    file.write_text('{"mcpServers": {"demo": {"command": "evil"}, "other": {"command": "x"}}}')
    resolution = resolve("demo", name, directory=tmp_path)
    (found,) = resolution.servers
    assert found.spec == StdioServer(sys.executable, ("-m", "mcp_workbench.demo"))
    (warning,) = resolution.warnings
    assert f"{file} has a 'demo' too" in warning.text
    assert "%mcp connect demo .mcp.json" in warning.text
    (kept,) = resolve(file, "demo").servers
    assert kept.spec == StdioServer("evil")
    assert [one.name for one in resolve(file).servers] == ["demo", "other"]


def test_demo_works_beside_a_broken_file(tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text("{")
    assert resolve("demo", directory=tmp_path).servers[0].name == "demo"


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("python -m mcp_server_time --x", "mcp_server_time"),
        ("npx -y @modelcontextprotocol/server-filesystem@1.0 /data", "server-filesystem"),
        ("uvx mcp-server-git", "mcp-server-git"),
        ("uv run --quiet server.py", "server"),
        ("uv tool run mcp-server-git", "mcp-server-git"),
        ("/opt/my tools/srv".replace(" ", r"\ "), "srv"),
        ("docker run -i --rm -e X mcp/time:1", "time"),
        ("python3 -m mcp_workbench.demo", "mcp_workbench-demo"),
        ("python -i", "python"),
        ("https://user:pw@mcp.example.com:8443/mcp?key=1", "mcp-example-com-8443"),
    ],
)
def test_a_server_that_nobody_named_gets_a_telling_name(what: str, name: str) -> None:
    assert resolve(what).servers[0].name == name


@pytest.mark.requirement("CFG-01")
@pytest.mark.parametrize("kind", [str, Path])
def test_a_file_gives_all_its_servers_and_all_its_problems(project: Path, kind: Any) -> None:
    found = resolve(kind(project / ".mcp.json"))
    assert [one.name for one in found.servers] == ["time", "my-docs", "half", "off"]
    assert [one.disabled for one in found.servers] == [False, False, False, True]
    assert [error.reason for error in found.problems] == ["both-command-and-url", "bad-type"]
    assert found.file == project / ".mcp.json"
    assert {one.origin for one in found.servers} == {str(found.file)}


def test_a_relative_file_is_looked_up_in_the_directory(project: Path) -> None:
    assert len(resolve(".mcp.json", directory=project).servers) == 4


@pytest.mark.parametrize("name", ["my docs", "my-docs"])
def test_one_entry_of_a_file_is_found_by_either_of_its_names(project: Path, name: str) -> None:
    (found,) = resolve(".mcp.json", name, directory=project).servers
    assert (found.name, found.entry) == ("my-docs", "my docs")


def test_a_name_is_looked_up_in_the_project_file(project: Path) -> None:
    found = resolve("time", directory=project)
    assert [one.spec for one in found.servers] == [StdioServer("uvx", ("mcp-server-time",))]
    assert found.servers[0].origin == str(project / ".mcp.json")
    assert found.file is None
    assert resolve("time", "clock", directory=project).servers[0].name == "clock"


def test_an_entry_with_a_fault_is_usable_and_its_fault_is_told(project: Path) -> None:
    found = resolve("half", directory=project)
    assert found.servers[0].spec == StdioServer("x", env={"B": "1"})
    assert [error.reason for error in found.problems] == ["bad-type"]


@pytest.mark.parametrize(
    ("what", "name", "reason", "hint"),
    [
        ("tiem", None, "not_found", "did you mean 'time'"),
        ("dem", None, "not_found", "did you mean 'demo'?"),
        ("broken", None, "both-command-and-url", "keep the one"),
        (".mcp.json", "tiem", "not_found", "did you mean 'time'?"),
        (".mcp.json", "broken", "both-command-and-url", "keep the one"),
        ("", None, "empty", "python -m mcp_server_time"),
        ("python 'x", None, "bad-command", "close its quotes"),
        pytest.param("x" * 200_000, None, "bad-command", "StdioServer(command", id="long"),
        ("ftp://h/x", None, "bad-url", "http://"),
    ],
)
def test_what_names_nothing_is_one_clear_error(
    project: Path, what: str, name: str | None, reason: str, hint: str
) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        resolve(what, name, directory=project)
    assert caught.value.reason == reason
    assert hint in caught.value.hint


def test_a_broken_file_is_told_when_a_name_is_looked_for(tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text("{")
    with pytest.raises(ConfigInvalid) as caught:
        resolve("no-such-program", directory=tmp_path)
    assert caught.value.reason == "json-syntax"


def test_a_missing_file_is_a_problem_of_the_resolution(tmp_path: Path) -> None:
    found = resolve("none.json", directory=tmp_path)
    assert found.servers == []
    assert [error.reason for error in found.problems] == ["unreadable"]


@pytest.mark.parametrize("name", ["~nosuchuser/x.json", "a" * 300 + ".json", "a\0b.json"])
def test_a_path_that_no_system_looks_for_is_a_file_that_is_not_there(
    name: str, tmp_path: Path
) -> None:
    found = resolve(name, directory=tmp_path)
    assert [one.reason for one in found.problems] == ["unreadable"]


def test_warnings_of_a_file_come_along(tmp_path: Path) -> None:
    text = '{"mcpServers": {"a": {"command": "x", "command": "y"}, "b": {"command": "z", "q": 1}}}'
    (tmp_path / ".mcp.json").write_text(text)
    codes = {note.code for note in resolve(".mcp.json", directory=tmp_path).warnings}
    assert codes == {"duplicate-key", "ignored-field"}
    assert [note.code for note in resolve("a", directory=tmp_path).warnings] == ["duplicate-key"]


def test_options_are_laid_over_every_definition(project: Path) -> None:
    found = resolve("half", options={"env": {"C": "2"}, "timeout": 5}, directory=project)
    assert found.servers[0].spec == StdioServer("x", env={"B": "1", "C": "2"}, timeout=5.0)
    found = resolve("http://h/mcp", None, {"headers": {"X": "1"}, "era": "legacy", "cwd": None})
    assert found.servers[0].spec == HttpServer("http://h/mcp", {"X": "1"}, era="legacy")
    assert resolve(StdioServer("x"), options={"cwd": Path("/srv")}).servers[0].spec == StdioServer(
        "x", cwd="/srv"
    )


@pytest.mark.parametrize(
    ("what", "options", "reason"),
    [
        ("python x", {"headers": {"X": "1"}}, "bad-option"),
        ("http://h/mcp", {"env": {"X": "1"}}, "bad-option"),
        ("http://h/mcp", {"cwd": "/srv"}, "bad-option"),
        ("python x", {"evn": {}}, "unknown-option"),
        ("python x", {"env": "A=1"}, "bad-type"),
        ("python x", {"env": {"A": 1}}, "bad-type"),
        ("python x", {"timeout": "5"}, "bad-type"),
        ("python x", {"timeout": True}, "bad-type"),
        ("python x", {"timeout": int("9" * 400)}, "bad-type"),
        ("python x", {"timeout": -1}, "bad-value"),
        ("python x", {"timeout": float("nan")}, "bad-value"),
        ("python x", {"idle_timeout": "long"}, "bad-type"),
        ("python x", {"max_concurrency": 1.5}, "bad-type"),
        ("python x", {"max_concurrency": 0}, "bad-value"),
        ("python x", {"include_tools": "git_*"}, "bad-type"),
        ("python x", {"exclude_tools": [1]}, "bad-type"),
        ("python x", {"cwd": 5}, "bad-type"),
        ("python x", {"era": "jurassic"}, "bad-era"),
        ("http://h/mcp", {"headers": {"X": "1\r\nY: 2"}}, "bad-header"),
    ],
)
def test_an_option_that_does_not_fit_is_refused(what: str, options: Any, reason: str) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        resolve(what, None, options)
    assert caught.value.reason == reason
    assert caught.value.hint
