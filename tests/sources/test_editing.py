"""Entries of files are changed in place, whole or not at all, by one program at a time."""

import json
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench.errors import ConfigInvalid
from mcp_workbench.sources.editing import (
    edit_entry,
    refer_entry,
    remove_entry,
    rename_entry,
    save_entry,
    set_disabled,
)
from mcp_workbench.sources.inline_secrets import inline_secrets
from mcp_workbench.sources.scopes import read_servers, user_file
from mcp_workbench.specs import Basic, Bearer, HttpServer, ServerSpec, StdioServer

pytestmark = pytest.mark.usefixtures("own_home")
MIXED = """{
  "mcpServers": {
    "web": {"url": "https://x.example/mcp", "args": ["kept"], "env": {"A": "1"}, "cwd": "/"},
    "run": {"command": "x", "headers": {"X": "1"}, "alwaysAllow": ["a"], "unknownField": 1}
  },
  "more": [1]
}
"""


TOKEN = "ghp_q7Rz2Lk9Vw3Xy5Bn8Dm4Tj6Hs1Fp0Ga"
SPELT = """{
  "mcpServers": {
    "a": {
      "command": "${workspaceFolder}/run",
      "args": [
        "--zone", // why
        "${input:key}"
      ],
      "envFile": ".env",
      "env": {
        // of production
        "A": "1",
        "B": "2" // zone
      },
      "includeTools": ["x"]
    }
  }
}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / ".mcp.json"
    path.write_text(MIXED)
    return path


def entries(path: Path) -> Any:
    return json.loads(path.read_text())["mcpServers"]


@pytest.mark.requirement("CFG-10")
def test_unknown_and_ignored_fields_survive_every_write_and_warn(file: Path) -> None:
    before = entries(file)
    save_entry(file, "web", HttpServer("https://y.example/mcp"))
    save_entry(file, "run", StdioServer("y", ("1",)))
    set_disabled(file, "run", True)
    rename_entry(file, "run", "ran")
    now = entries(file)
    assert now["web"] == before["web"] | {"url": "https://y.example/mcp"}
    assert now["ran"] == before["run"] | {"command": "y", "args": ["1"], "disabled": True}
    assert json.loads(file.read_text())["more"] == [1]
    codes = {note.server: note.code for note in read_servers(file).warnings}
    assert codes == {"web": "ignored-field", "ran": "ignored-field"}


def test_foreign_approvals_are_kept_and_approve_nothing_here(file: Path) -> None:
    set_disabled(file, "run", True)
    (_, found) = read_servers(file).servers
    assert found.disabled
    assert entries(file)["run"]["alwaysAllow"] == ["a"]


@pytest.mark.parametrize(
    "spec",
    [
        StdioServer("uvx", ("a b", "${ZONE}"), {"K": "${secret:K}"}, "sub", timeout=5),
        StdioServer("x", idle_timeout=60, startup_timeout=2, max_concurrency=2, era="legacy"),
        StdioServer("x", include_tools=("a*",), exclude_tools=("b",), max_total_timeout=90),
        HttpServer("https://x.example/mcp?a=1", {"X-Key": "${KEY}"}),
        HttpServer("https://x.example/sse", type="sse"),
        HttpServer("https://x.example/mcp", proxy="http://p.example:1", verify="/etc/ca.pem"),
        HttpServer("https://x.example/mcp", proxy="", verify=False, connect_timeout=3),
        HttpServer("https://x.example/mcp", read_timeout=2.5),
    ],
)
def test_what_is_saved_is_read_back_as_it_was(tmp_path: Path, spec: ServerSpec) -> None:
    path = tmp_path / ".mcp.json"
    assert save_entry(path, "my server", spec) == []
    (found,) = read_servers(path).servers
    assert (found.entry, found.name, found.spec) == ("my server", "my-server", spec)


@pytest.mark.requirement("CFG-10")
def test_what_is_saved_as_it_was_stays_to_the_character(tmp_path: Path) -> None:
    path, variables = tmp_path / ".mcp.json", tmp_path / ".env"
    path.write_text(SPELT)
    variables.write_text("ZONE=eu\n")
    (found,) = read_servers(path).servers
    assert save_entry(path, "a", found.spec) == []
    variables.write_text("ZONE=eu\nMORE=1\n")
    save_entry(path, "a", found.spec)
    assert path.read_text() == SPELT
    assert isinstance(found.spec, StdioServer)
    env = {**found.spec.env, "C": "3"}
    save_entry(path, "a", replace(found.spec, env=env, include_tools=("x", "y"), timeout=2))
    assert path.read_text() == SPELT.replace(
        '"2" // zone', '"2", // zone\n        "C": "3"'
    ).replace('["x"]', '["x", "y"],\n      "timeout": 2000')


@pytest.mark.parametrize(
    "text", ["${workspaceFolder}/a", "${file:key.txt}", "${input:key}", "${A:-b}", "$${A}", "~/a"]
)
def test_what_is_filled_later_is_written_as_it_is(file: Path, text: str) -> None:
    spec = StdioServer("x", (text,), {"A": text})
    assert save_entry(file, "new", spec) == []
    assert entries(file)["new"] == {"command": "x", "args": [text], "env": {"A": text}}
    before = file.read_text()
    assert save_entry(file, "new", spec) == []
    assert file.read_text() == before


def test_an_input_with_a_default_of_its_file_is_written_as_it_is(file: Path) -> None:
    inputs = [{"id": "key", "type": "promptString", "default": "k"}]
    file.write_text(json.dumps({"inputs": inputs, "mcpServers": {}}))
    assert save_entry(file, "new", StdioServer("x", ("${input:key}",))) == []
    assert entries(file)["new"] == {"command": "x", "args": ["${input:key}"]}


def test_what_an_entry_said_for_naught_is_no_part_of_the_one_that_takes_its_place(
    file: Path,
) -> None:
    save_entry(file, "web", StdioServer("y"))
    assert entries(file)["web"] == {"command": "y"}
    file.write_text('{"mcpServers": {"a": {"url": 1, "command": ["x"], "timeout": "?", "odd": 1}}}')
    save_entry(file, "a", StdioServer("y", ("1",)))
    assert entries(file)["a"] == {"command": "y", "args": ["1"], "odd": 1}


def test_a_time_that_its_client_counts_in_seconds_is_never_written_as_another(
    tmp_path: Path,
) -> None:
    path = tmp_path / ".roo" / "mcp.json"
    path.parent.mkdir()
    text = '{"mcpServers": {"a": {"command": "x", "timeout": 60}}}'
    path.write_text(text)
    save_entry(path, "a", StdioServer("x", timeout=60))
    with pytest.raises(ConfigInvalid, match="read as another one"):
        save_entry(path, "a", StdioServer("x", timeout=90))
    assert path.read_text() == text


def test_a_way_that_an_address_is_reached_no_more_goes_from_its_entry(tmp_path: Path) -> None:
    path, plain = tmp_path / ".mcp.json", HttpServer("https://x.example/mcp")
    save_entry(path, "web", replace(plain, proxy="http://p.example:1", verify=False))
    save_entry(path, "web", plain)
    assert entries(path)["web"] == {"type": "http", "url": "https://x.example/mcp"}


def test_an_authentication_is_kept_as_the_header_it_sends(tmp_path: Path) -> None:
    spec = HttpServer("https://x.example/mcp", auth=Bearer("${secret:X}"))
    path = tmp_path / ".mcp.json"
    assert save_entry(path, "web", spec) == []
    assert entries(path)["web"]["headers"] == {"Authorization": "Bearer ${secret:X}"}


def test_a_reference_that_would_be_encoded_is_refused(file: Path) -> None:
    spec = HttpServer("https://x.example/mcp", auth=Basic("ann", "${secret:P}"))
    with pytest.raises(ConfigInvalid) as caught:
        save_entry(file, "web", spec)
    assert caught.value.reason == "not-writable"
    assert "--header" in caught.value.hint
    assert file.read_text() == MIXED
    save_entry(file, "web", replace(spec, auth=Basic("ann", "a pass")))
    assert entries(file)["web"]["headers"] == {"Authorization": "Basic YW5uOmEgcGFzcw=="}


def test_the_users_own_file_is_for_the_user_alone() -> None:
    save_entry(user_file(), "time", StdioServer("uvx", timeout=2))
    assert stat.S_IMODE(user_file().stat().st_mode) == 0o600
    assert read_servers(user_file()).servers[0].spec.timeout == 2


def test_mode_and_link_of_a_file_stay(file: Path, tmp_path: Path) -> None:
    file.chmod(0o640)
    link = tmp_path / "linked" / ".mcp.json"
    link.parent.mkdir()
    link.symlink_to(file)
    remove_entry(link, "web")
    assert link.is_symlink()
    assert list(entries(file)) == ["run"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert sorted(one.name for one in tmp_path.iterdir()) == [".mcp.json", "home", "linked"]


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.toml", '[mcp_servers.a]\ncommand = "x" # why\n', "not-writable"),
        ("a.yaml", "mcpServers:\n  a: {command: x} # why\n", "not-writable"),
        (".mcp.json", '{"mcpServers": {"a": {"command": "x"}', "not-writable"),
        (".mcp.json", '{"mcpServers": {"b": {"command": "x"}}}', "not_found"),
        ("a.json", '{"mcp_servers": [{"name": "a", "command": "x"}]}', "not-writable"),
    ],
)
def test_a_file_that_cannot_be_changed_well_is_left_alone(
    tmp_path: Path, name: str, text: str, reason: str
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    with pytest.raises(ConfigInvalid) as caught:
        set_disabled(path, "a", True)
    assert caught.value.reason == reason
    assert caught.value.hint
    assert str(path) in caught.value.what
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("path", "text", "field"),
    [
        ("settings.json", '{"context_servers": {"a": {"command": "x", "args": []}}}', "enabled"),
        ("opencode.json", '{"mcp": {"a": {"type": "local", "command": ["x"]}}}', "enabled"),
    ],
)
def test_other_clients_say_it_their_own_way(
    tmp_path: Path, path: str, text: str, field: str
) -> None:
    file = tmp_path / path
    file.write_text(text)
    set_disabled(file, "a", True)
    assert read_servers(file).servers[0].disabled
    assert f'"{field}": false' in file.read_text()
    set_disabled(file, "a", False)
    assert not read_servers(file).servers[0].disabled


def test_an_entry_with_both_words_for_it_is_enabled_and_disabled_by_both(file: Path) -> None:
    file.write_text('{"mcpServers": {"a": {"command": "x", "enabled": false, "disabled": true}}}')
    set_disabled(file, "a", False)
    assert entries(file)["a"] == {"command": "x", "enabled": True}
    set_disabled(file, "a", True)
    assert read_servers(file).servers[0].disabled


def test_a_file_of_vs_code_gets_no_word_of_another_client(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"mcp": {"servers": {"a": {"command": "x"}}}}')
    set_disabled(file, "a", True)
    assert '"disabled": true' in file.read_text()


def test_an_entry_that_is_there_twice_is_taken_out_and_renamed_as_a_whole(file: Path) -> None:
    file.write_text('{"mcpServers": {"a": {"command": "evil"}, "a": {"command": "x"}}}')
    rename_entry(file, "a", "b")
    (found,) = read_servers(file).servers
    assert (found.entry, found.spec) == ("b", StdioServer("x"))
    edit_entry(file, "b", {("command",): "y"})
    remove_entry(file, "b")
    assert entries(file) == {}


def layered(path: Path, of_all: str, of_project: str) -> Path:
    file = path / ".claude.json"
    text = '{{"mcpServers": {{{}}}, "projects": {{{}: {{"mcpServers": {{{}}}}}}}}}'
    file.write_text(text.format(of_all, json.dumps(str(path)), of_project))
    return file


def test_the_servers_of_a_directory_in_a_file_of_the_person_are_edited_there(
    tmp_path: Path,
) -> None:
    file = layered(tmp_path, '"u": {"command": "x"}', '"a": {"command": "y"}')
    set_disabled(file, "a", True)
    assert [one.disabled for one in read_servers(file).servers] == [False, True]
    remove_entry(file, "a")
    assert [one.entry for one in read_servers(file).servers] == ["u"]


def test_an_edit_is_checked_where_the_entry_stands_and_never_on_another_of_its_name(
    tmp_path: Path,
) -> None:
    file = layered(tmp_path, '"a": {"command": "u"}', '"a": {"command": "y"}')
    text = file.read_text()
    with pytest.raises(ConfigInvalid, match="timeout"):
        edit_entry(file, "a", {("timeout",): "bad"})
    with pytest.raises(ConfigInvalid, match="another server 'a'"):
        remove_entry(file, "a")
    assert file.read_text() == text


@pytest.mark.requirement("CFG-10")
@pytest.mark.parametrize(
    ("name", "root", "entry"),
    [
        (".mcp.json", "mcpServers", '"command": "x", "args": ["T"], "env": {"MY_TOKEN": "T"}'),
        (".mcp.json", "mcpServers", '"command": "x", "env": {// why\n"MY_TOKEN": "T"}'),
        (".roo/mcp.json", "mcpServers", '"command": "x", "timeout": 6, "env": {"MY_TOKEN": "T"}'),
        (".cursor/mcp.json", "mcpServers", '"command": "${HOME}", "env": {"MY_TOKEN": "T"}'),
        (".vscode/mcp.json", "servers", '"command": "x", "env": {"MY_TOKEN": "T"}'),
        ("mcp_config.json", "mcpServers", '"serverUrl": "https://h.example/?token=T"'),
        (
            "mcp_config.json",
            "mcpServers",
            '"serverUrl": "https://h", "headers": {"X-Api-Key": "T"}',
        ),
        ("opencode.json", "mcp", '"command": ["x"], "environment": {"MY_TOKEN": "T"}'),
        ("a.json", "context_servers", '"command": {"path": "x", "env": {"MY_TOKEN": "T"}}'),
    ],
)
def test_a_credential_moves_out_of_its_field_and_all_else_stays_in_every_dialect(
    tmp_path: Path, name: str, root: str, entry: str
) -> None:
    path, text = tmp_path / name, f'{{"{root}": {{"a": {{{entry}}}}}}}'
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.replace('T"', f'{TOKEN}"'))
    (found,) = read_servers(path).servers
    (secret,) = inline_secrets("a", found.spec)
    refer_entry(path, "a", [secret])
    head, _, tail = text.rpartition('T"')
    assert path.read_text() == f'{head}${{secret:{secret.name}}}"{tail}'.replace('T"', f'{TOKEN}"')


@pytest.mark.parametrize(
    "text",
    [
        '{"mcpServers": {"a": {"command": "x", "env": {"MY_TOKEN": "T", "MY_TOKEN": "T"}}}}',
        '{"mcpServers": {"a": {"command": "x", "env": {"MY_TOKEN": "T" /* was T" */}}}}',
    ],
)
def test_a_credential_that_would_stay_where_nothing_is_read_is_not_said_to_be_moved(
    file: Path, text: str
) -> None:
    text = text.replace('T"', f'{TOKEN}"').replace("was T", f"was {TOKEN}")
    file.write_text(text)
    (found,) = read_servers(file).servers
    with pytest.raises(ConfigInvalid, match="is in it once more, where nothing is read"):
        refer_entry(file, "a", inline_secrets("a", found.spec))
    assert file.read_text() == text


def test_an_edit_that_breaks_an_entry_is_refused_in_the_words_of_the_file(file: Path) -> None:
    with pytest.raises(ConfigInvalid, match="timeout") as caught:
        edit_entry(file, "run", {("timeout",): "soon"})
    assert str(file) in caught.value.what
    assert file.read_text() == MIXED
    edit_entry(file, "run", {("timeout",): 5000, ("env", "ZONE"): "eu", ("unknownField",): None})
    assert entries(file)["run"]["env"] == {"ZONE": "eu"}
    assert "unknownField" not in entries(file)["run"]


def test_a_name_that_is_taken_in_the_file_stays_with_its_entry(file: Path) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        rename_entry(file, "run", "web")
    assert caught.value.reason == "name-taken"
    assert file.read_text() == MIXED


def test_no_edit_of_another_process_is_lost(tmp_path: Path) -> None:
    path = tmp_path / ".mcp.json"
    code = (
        "import sys; from pathlib import Path\n"
        "from mcp_workbench.sources.editing import save_entry\n"
        "from mcp_workbench.specs import StdioServer\n"
        "for n in range(8): save_entry(Path(sys.argv[1]), sys.argv[2] + str(n), StdioServer('x'))"
    )
    command = [sys.executable, "-c", code, str(path)]
    both = [subprocess.Popen([*command, name], env=os.environ) for name in "ab"]
    assert [one.wait(60) for one in both] == [0, 0]
    assert len(entries(path)) == 16
