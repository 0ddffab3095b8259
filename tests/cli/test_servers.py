"""Servers of all scopes are listed, changed, tested and trusted without a kernel."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench.cli.program import program as main
from mcp_workbench.cli.servers import servers
from mcp_workbench.cli.words import COMMANDS as WORDS_HERE
from mcp_workbench.magics.subcommands import COMMANDS as MAGIC
from tests.cli.conftest import Program

# what they show or change lives in a kernel alone
NEED_A_KERNEL = {
    *("close", "connect", "history", "logs", "messages", "reload", "save", "server", "test"),
    "help",
}

DEMO = {"command": sys.executable, "args": ["-m", "mcp_workbench.demo"], "odd": 1}
WITH_COMMENTS = """{
  // of the team
  "mcpServers": {
    "shop": SHOP, // ours
    "web": {"url": "https://x.example/mcp", "args": ["kept"]}
  }
}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / ".mcp.json"
    path.write_text(WITH_COMMENTS.replace("SHOP", json.dumps(DEMO)))
    return path


def names(done: Any) -> dict[str, str]:
    return {one["name"]: one["scope"] for one in done.json["servers"]}


@pytest.mark.requirement("CFG-06")
@pytest.mark.requirement("CFG-11")
@pytest.mark.requirement("CFG-13")
def test_list_shows_all_scopes_and_who_is_trusted(
    program: Program, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert program("servers", "add", "mine", "https://m.example", "--scope", "user").code == 0
    monkeypatch.setenv("MCP_WORKBENCH_SERVERS", '{"ci": {"command": "x"}}')
    listed = program("servers", "list", "--json", "--connect", "now=python -m x")
    assert names(listed) == {
        "now": "kernel",
        "ci": "environment",
        "shop": "project",
        "web": "project",
        "mine": "user",
    }
    trusted = {one["name"] for one in listed.json["servers"] if one["trusted"]}
    assert trusted == {"now", "ci", "mine"}
    assert listed.json["directory"] == str(file.parent)
    table = program("servers").out
    assert "not trusted" in table
    assert "mcp-workbench servers trust shop lets it start" in table


@pytest.mark.requirement("CFG-17")
def test_a_notebook_says_where_files_are_looked_for(
    program: Program, file: Path, tmp_path: Path
) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    below = program("servers", "--json", "--notebook", "a/b/new.ipynb")
    assert below.json["directory"] == str(tmp_path / "a" / "b")
    assert set(names(below)) == {"shop", "web"}
    away = program("servers", "list", "--json", "--notebook", str(tmp_path.parent / "x.ipynb"))
    assert set(names(away)) == {"demo"}


@pytest.mark.requirement("CFG-07")
@pytest.mark.requirement("CFG-11")
def test_nothing_starts_before_it_is_trusted_and_then_it_works(
    program: Program, file: Path
) -> None:
    for command in (
        ("call", "shop.add", "a=1", "b=2"),
        ("tools", "shop"),
        ("servers", "test", "shop"),
    ):
        refused = program(*command)
        assert refused.code == 3
        assert "error [config_untrusted]" in refused.err
        assert f"starts {sys.executable} -m mcp_workbench.demo" in refused.err
        assert "mcp-workbench servers trust shop" in refused.err
    agreed = program("servers", "trust", "shop", "--json")
    assert agreed.json["trusted"][0]["what"][0] == f"starts {sys.executable} -m mcp_workbench.demo"
    assert program("call", "shop.add", "a=1", "b=2").out == "3\n"
    tested = program("servers", "test", "shop", "--json")
    assert (tested.json["ok"], "add" in tested.json["server"]["tools"]) == (True, True)
    file.write_text(file.read_text().replace("mcp_workbench.demo", "mcp_workbench.demo2"))
    assert program("call", "shop.add", "a=1", "b=2").code == 3


@pytest.mark.requirement("CFG-07")
def test_trust_at_once_covers_no_variable_that_hijacks(program: Program, file: Path) -> None:
    odd = DEMO | {"env": {"NODE_OPTIONS": "--require ./x.js"}}
    file.write_text(json.dumps({"mcpServers": {"odd": odd, "shop": DEMO}}))
    assert program("call", "shop.add", "a=1", "b=2", "--trust").out == "3\n"
    refused = program("call", "odd.add", "a=1", "b=2", "--trust")
    assert (refused.code, "NODE_OPTIONS" in refused.err) == (3, True)
    assert "warning: sets NODE_OPTIONS" in program("servers", "trust", "odd").out


@pytest.mark.requirement("CFG-10")
@pytest.mark.requirement("CFG-11")
def test_files_are_changed_and_all_else_in_them_stays(program: Program, file: Path) -> None:
    before = file.read_text()
    assert "is disabled" in program("servers", "disable", "shop").out
    assert program("servers", "--json").json["servers"][0]["status"] == "disabled"
    program("servers", "enable", "shop")
    program("servers", "rename", "shop", "store")
    program("servers", "rename", "store", "shop")
    assert file.read_text() == before
    edited = program("servers", "edit", "shop", "--set", "env.ZONE=eu", "--set", "timeout=9000")
    assert edited.code == 0
    assert '"env": {"ZONE": "eu"}, "timeout": 9000}, // ours' in file.read_text()
    program("servers", "edit", "shop", "--unset", "env", "--unset", "timeout")
    assert file.read_text() == before
    added = program(
        *("servers", "add", "time", "--env", "A=1", "--timeout", "2.5", "--json"),
        *("--", "uvx", "mcp-server-time", "--zone", "eu"),
    )
    assert added.json["file"] == str(file)
    program("servers", "remove", "time")
    assert file.read_text() == before


@pytest.mark.requirement("CFG-11")
def test_an_entry_is_edited_in_the_persons_editor(
    program: Program, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pinned = file.read_text().replace('"command"', '/* pinned */ "command"', 1)
    file.write_text(pinned)
    monkeypatch.setenv("EDITOR", "sed -i s/mcp_workbench.demo/other_module/")
    assert "is changed" in program("servers", "edit", "shop").out
    assert file.read_text() == pinned.replace("mcp_workbench.demo", "other_module")
    assert "nothing was changed" in program("servers", "edit", "shop").err
    monkeypatch.setenv("EDITOR", "sed -i s/{/[/")
    broken = program("servers", "edit", "shop")
    assert (broken.code, "that is no JSON" in broken.err) == (2, True)
    assert "// ours" in file.read_text()


@pytest.mark.requirement("CFG-11")
@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("add", "shop", "uvx x"), 3, "--replace changes it"),
        (("add", "a b", "uvx x"), 3, "letters, digits"),
        (("add", "x", "ftp://h"), 3, "no http or https address"),
        (("add", "x", "uvx", "--header", "A: b"), 3, "headers"),
        (("add", "x", "uvx", "--env", "A"), 2, "as in --env TOKEN=abc"),
        (("add", "x", "uvx 'a"), 3, "write its words behind --"),
        (("add", "x", ""), 3, "there is no command"),
        (("add", "x", "uvx", "--timeout", "inf"), 2, "--timeout 'inf' is not a number of seconds"),
        (("add", "x", "--startup-timeout", "soon", "--", "uvx"), 2, "--startup-timeout 'soon'"),
        (("add", "x", "https://x.example", "--header", "Authorization: Bearer abcd1234efgh"), 3,
         "${secret:NAME}"),
        (("remove", "none"), 3, "mcp-workbench servers shows"),
        (("remove", "shop", "--scope", "user"), 3, "in the scope user"),
        (("edit", "shop", "--set", "timeout=soon"), 3, "timeout must be a number"),
        (("edit", "shop", "--set", "timeout"), 2, "as in --set"),
        (("rename", "shop", "web"), 3, "another name"),
        (("test", "none"), 3, "--connect"),
        (("trust",), 2, "Missing argument"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_says_why_and_changes_nothing(
    program: Program, file: Path, words: tuple[str, ...], code: int, told: str
) -> None:
    before = file.read_text()
    done = program("servers", *words)
    assert (done.code, told in done.out + done.err) == (code, True), done
    assert file.read_text() == before
    assert "%mcp" not in done.out + done.err
    assert program("servers", *words, "--json").json["ok"] is False


@pytest.mark.requirement("CFG-11")
def test_every_subcommand_that_needs_no_kernel_is_a_command(program: Program) -> None:
    of_servers = program("servers", "--help").out
    for name in ("list", "add", "remove", "rename", "enable", "disable", "edit", "test", "trust"):
        assert f"\n  {name} " in of_servers
    commands = program("--help").out
    for name in ("tools", "call", "resources", "read", "prompts", "prompt", "secret", "export"):
        assert f"\n  {name} " in commands


@pytest.mark.requirement("CFG-11")
def test_every_command_of_the_magic_has_one_here_or_needs_a_kernel() -> None:
    named = {*main.commands, *(f"servers {name}" for name in servers.commands)}
    assert set(WORDS_HERE.values()) <= named
    assert set(MAGIC) - set(WORDS_HERE) == NEED_A_KERNEL


@pytest.mark.requirement("CFG-07")
def test_trust_on_the_way_says_what_it_agrees_to_and_covers_only_what_starts(
    program: Program, file: Path
) -> None:
    off = DEMO | {"args": ["-m", "mcp_workbench.nothing"], "disabled": True}
    file.write_text(json.dumps({"mcpServers": {"shop": DEMO, "off": off}}))
    assert program("servers", "list", "--trust").code == 2
    listed = program("tools", "--trust", "--json")
    assert listed.code == 0
    assert "agreed to, and remembered: server shop" in listed.err
    assert f"starts {sys.executable} -m mcp_workbench.demo" in listed.err
    trusted = {one["name"]: one["trusted"] for one in program("servers", "--json").json["servers"]}
    assert trusted == {"shop": True, "off": False}


@pytest.mark.requirement("CFG-11")
def test_options_in_front_of_a_command_are_refused_rather_than_lost(program: Program) -> None:
    listed = program("servers", "--connect", "now=python -m x", "--json")
    assert [one["name"] for one in listed.json["servers"]] == ["now"]
    lost = program("servers", "--connect", "now=python -m x", "list")
    assert (lost.code, "unexpected extra argument" in lost.err) == (2, True)


@pytest.mark.requirement("CFG-11")
def test_what_is_added_is_read_as_the_magic_reads_it(program: Program, file: Path) -> None:
    program("servers", "add", "here", "demo")
    program(
        *("servers", "add", "far", "--bearer", "${secret:T}", "--type", "sse"),
        *("--startup-timeout", "90", "https://x.example/sse"),
    )
    listed = {one["name"]: one for one in program("servers", "--json").json["servers"]}
    assert listed["far"]["transport"] == "sse"
    assert "${secret:T}" in file.read_text()
    assert '"command": "demo"' not in file.read_text()
    assert program("tools", "here").code == 0


@pytest.mark.requirement("CFG-08")
def test_a_credential_of_a_file_is_moved_into_the_store(program: Program, file: Path) -> None:
    added = program(
        *("servers", "add", "far", "--scope", "user"),
        *("--header", "Authorization: Bearer tok-1234567890abcdef", "https://x.example/mcp"),
    )
    assert "mcp-workbench secret move far puts it into the secret store" in added.err
    assert "notebook" not in added.err
    moved = program("secret", "move", "far", "--json").json
    assert moved["moved"][0]["field"] == "headers.Authorization"
    assert "tok-1234567890abcdef" not in Path(moved["file"]).read_text()


@pytest.mark.requirement("CFG-11")
def test_an_editor_that_does_not_start_is_no_error_of_usage(
    program: Program, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "/no/such/editor")
    done = program("servers", "edit", "shop", "--json")
    assert (done.code, done.json["error"]["code"]) == (1, "workbench_error")
