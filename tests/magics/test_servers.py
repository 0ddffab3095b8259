"""Servers are connected, listed, closed and removed by magics."""

import json
import shlex
import sys
from pathlib import Path

import pytest
from IPython.lib.pretty import pretty

from mcp_workbench import Server, Tool
from mcp_workbench.errors import UsageInvalid
from mcp_workbench.magics.failure import Failure
from mcp_workbench.magics.listings import ServerListing, ToolListing
from tests.conftest import ODD_NAMES
from tests.magics.cells import MIRROR, Cells

DEMO = shlex.join([sys.executable, "-m", "mcp_workbench.demo"])
QUITS = shlex.join([sys.executable, "-c", "import sys; sys.exit('I have no ' + 'licence')"])


@pytest.fixture
def project(tmp_path: Path, cell: Cells, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a `.mcp.json`, in part broken; all it starts is agreed to."""
    command, *args = shlex.split(MIRROR)
    entries = {
        "mirror": {"command": command, "args": args, "timeout": 5000},
        "my quitter": {"command": sys.executable, "args": ["-c", "raise SystemExit('no licence')"]},
        "off": {"command": command, "args": args, "disabled": True},
    }
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": entries}))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MCP_WORKBENCH_HOME", str(tmp_path / "home"))
    cell("%mcp trust mirror 'my quitter' off")
    for name in tuple(cell.workbench.servers):
        cell(f"%mcp remove {name}")
    return tmp_path


@pytest.mark.requirement("TOOL-20")
@pytest.mark.parametrize("line", ["demo", f"demo -- {DEMO}"])
def test_connect_registers_and_connects(cell: Cells, line: str) -> None:
    server = cell(f"s = %mcp connect {line}\ns")
    assert isinstance(server, Server)
    assert (server.name, server.status) == ("demo", "connected")
    assert cell.workbench.server("demo") is server


@pytest.mark.requirement("TOOL-20")
def test_add_registers_and_starts_nothing(cell: Cells) -> None:
    server = cell(f"%mcp add quitter --env A=1 --timeout 5 -- {QUITS}")
    assert (server.name, server.status) == ("quitter", "registered")
    assert (server.spec.env, server.spec.timeout) == ({"A": "1"}, 5.0)
    url = cell("%mcp add shop 'http://127.0.0.1:9/mcp?a=1' --header 'X-Team: vision'")
    assert (url.transport, url.spec.headers) == ("http", {"X-Team": "vision"})


@pytest.mark.requirement("TOOL-20")
def test_a_command_of_one_word_is_a_command_and_no_name(cell: Cells) -> None:
    assert cell("%mcp add x -- demo").spec.command == "demo"


@pytest.mark.requirement("TOOL-20")
def test_connect_of_a_registered_name_uses_what_was_registered(cell: Cells) -> None:
    added = cell(f"%mcp add mine -- {MIRROR}")
    assert cell("%mcp connect mine") is added
    assert added.status == "connected"


@pytest.mark.requirement("CFG-01")
@pytest.mark.requirement("CFG-03")
@pytest.mark.requirement("TOOL-20")
def test_a_file_connects_all_it_can_and_shows_the_rest(project: Path, cell: Cells) -> None:
    servers = cell("%mcp connect .mcp.json")
    assert isinstance(servers, ServerListing)
    assert [(one.name, one.status) for one in servers] == [
        ("mirror", "connected"),
        ("my-quitter", "failed"),
        ("off", "registered"),
    ]
    shown = repr(servers)
    assert "no licence" in shown
    assert " .mcp.json: " in shown
    assert str(project) not in shown
    assert "disabled" in shown
    assert cell("%mcp call mirror.mirror n=1").value == {"n": 1}


def test_a_server_of_a_file_that_was_given_is_connected_by_its_name(
    project: Path, cell: Cells
) -> None:
    (project / "other").mkdir()
    (project / ".mcp.json").rename(project / "other" / "mcp.json")
    cell("%mcp add other/mcp.json")
    assert "%mcp enable off lets it start" in repr(cell("%mcp servers"))
    cell("%mcp trust mirror")
    connected = cell("%mcp connect mirror")
    assert (connected.name, connected.status) == ("mirror", "connected")


@pytest.mark.requirement("CFG-01")
def test_a_name_of_the_project_file_is_enough(project: Path, cell: Cells) -> None:
    assert cell("%mcp connect mirror").status == "connected"
    assert cell("%mcp connect again mirror").name == "again"
    assert list(cell.workbench.servers) == ["mirror", "again"]


def test_a_project_of_others_cannot_take_the_place_of_demo(project: Path, cell: Cells) -> None:
    file = project / ".mcp.json"
    file.write_text(file.read_text().replace('"mirror"', '"demo"'))
    server = cell("%mcp connect demo")
    assert "add" in [tool.name for tool in server.tools]
    (warning,) = server.warnings
    assert warning in pretty(server)
    line = warning[warning.index("%mcp connect") :].removesuffix(" connects")
    assert [tool.name for tool in cell(line).tools][:1] == ["mirror"]
    assert cell("%mcp connect demo").status == "connected"
    assert cell("%mcp call demo.add a=1 b=2").value == 3


def test_a_name_of_the_file_is_looked_up_again_after_a_change(project: Path, cell: Cells) -> None:
    cell("%mcp add mirror")
    file = project / ".mcp.json"
    file.write_text(file.read_text().replace("5000", "7000"))
    assert cell("%mcp connect mirror").spec.timeout == 7.0


@pytest.mark.requirement("CFG-02")
def test_a_broken_entry_is_one_failure_and_costs_no_other(project: Path, cell: Cells) -> None:
    file = project / ".mcp.json"
    entries = json.loads(file.read_text())["mcpServers"]
    entries = {"odd": {"command": "x", "url": "https://x.example"}, "mirror": entries["mirror"]}
    file.write_text(json.dumps({"mcpServers": entries}))
    failure = cell("%mcp connect .mcp.json")
    assert isinstance(failure, Failure)
    assert failure.code == "config_invalid"
    assert f"{file}: server 'odd' has a command and a url" in failure.text
    assert failure.hint.endswith("registered from this file: mirror; %mcp servers shows them")
    assert cell("%mcp call mirror.mirror n=1").value == {"n": 1}


@pytest.mark.requirement("TOOL-04")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"quitter -- {QUITS}", "mcp_connection_failed"),
        ("none -- no-such-program-at-all", "launcher_not_found"),
        ("no-such-name-at-all", "config_invalid"),
        ("x http://127.0.0.1:9/mcp", "mcp_connection_failed"),
        ("x ftp://127.0.0.1/", "config_invalid"),
        ("x 'http://127.0.0.1:9/${NO_SUCH_VARIABLE}'", "variable_unset"),
        ("x 'http://127.0.0.1:9/${input:x}'", "variable_unset"),
        ("'bad name' http://127.0.0.1:9/mcp", "config_invalid"),
        ("nothing.json", "config_invalid"),
        ("x http://127.0.0.1:9/mcp --cwd /", "config_invalid"),
    ],
)
def test_what_cannot_be_connected_is_a_value_with_words(cell: Cells, line: str, code: str) -> None:
    failure = cell(f"%mcp connect {line}")
    assert isinstance(failure, Failure)
    assert (failure.code, failure.is_error, failure.value) == (code, True, None)
    assert failure.hint
    assert failure.text in repr(failure)


@pytest.mark.requirement("TOOL-20")
def test_servers_lists_what_is_registered(cell: Cells) -> None:
    empty = cell("%mcp servers")
    assert empty == []
    assert "%mcp connect demo" in repr(empty)
    cell("%mcp connect demo")
    cell(f"%mcp connect quitter -- {QUITS}")
    servers = cell("s = %mcp servers\ns")
    assert [one.name for one in servers] == ["demo", "quitter"]
    head, demo, quitter, place = repr(servers).splitlines()
    assert " ".join(head.split()) == "server transport status tools protocol scope from error"
    assert place == f"files are looked for in {Path.cwd()}, the working directory"
    assert demo.split()[:4] == ["demo", "stdio", "connected", str(len(servers[0].tools))]
    assert servers[0].protocol_version in demo
    assert "mcp_workbench.demo" in demo
    assert "failed" in quitter
    assert "(it wrote: I have no licence)" in quitter
    assert "<td" in servers._repr_html_()


@pytest.mark.requirement("TOOL-20")
def test_tools_lists_tools_of_connected_servers_or_of_one(cell: Cells) -> None:
    cell(f"%mcp add mirror -- {MIRROR}")
    empty = cell("%mcp tools")
    assert isinstance(empty, ToolListing)
    assert "Connect a server first" in repr(empty)
    cell("%mcp connect demo")
    names = {tool.server for tool in cell("%mcp tools")}
    assert names == {"demo"}
    tools = cell("%mcp tools mirror")
    assert all(isinstance(tool, Tool) for tool in tools)
    assert tools[0].full_name == "mirror.mirror"
    assert "Gives back what it got." in repr(tools)
    assert "text=" in repr(tools)


@pytest.mark.requirement("CON-32")
def test_what_was_set_aside_and_what_is_missing_is_said_below_the_tools(cell: Cells) -> None:
    cell(f"%mcp add odd -- {ODD_NAMES}")
    cell(f"%mcp add none -- {ODD_NAMES} none")
    found = cell("%mcp tools odd")
    assert len(found) == 4
    assert found.notes[-1] == "tools/list: entry 5 is set aside, it has no name"
    assert repr(cell("%mcp tools none")) == "The server has no tools."


def test_tools_are_searched_by_name_and_description(connected: Cells) -> None:
    found = connected("%mcp tools --search WHOLE")
    assert "demo.add" in [tool.full_name for tool in found]
    assert len(found) < len(connected("%mcp tools"))
    assert f"of {len(connected('%mcp tools'))} tools" in repr(found)
    assert "None of" in repr(connected("%mcp tools demo --search 'no such words'"))


@pytest.mark.requirement("TOOL-20")
def test_info_gives_a_tool_or_a_server(connected: Cells) -> None:
    tool = connected("%mcp info demo.add")
    assert isinstance(tool, Tool)
    assert tool.full_name == "demo.add"
    server = connected("%mcp info demo")
    assert isinstance(server, Server)
    assert server.name == "demo"


@pytest.mark.parametrize("quote", ["'", '"'])
def test_quotes_around_a_name_are_no_part_of_it(cell: Cells, quote: str) -> None:
    name = f"{quote}demo{quote}"
    server = cell(f"%mcp add {name}")
    assert cell(f"%mcp connect {name}") is server
    for line in ("warm", "info", "close"):
        assert cell(f"%mcp {line} {name}") is server
    assert cell(f"%mcp remove {name}").server is server
    cell(f"%mcp add {name}")
    assert cell(f"%mcp tools {name}")
    assert cell(f"%mcp info {quote}demo.add{quote}").full_name == "demo.add"
    assert "%mcp call SERVER.TOOL" in repr(cell(f"%mcp help {quote}call{quote}"))


@pytest.mark.requirement("TOOL-20")
def test_warm_close_and_remove(cell: Cells) -> None:
    cell("%mcp add demo")
    server = cell("%mcp warm demo")
    assert server.status == "connected"
    assert cell("%mcp close demo") is server
    assert server.status == "closed"
    assert cell("%mcp call demo.add a=1 b=2").value == 3
    removed = cell("%mcp remove demo")
    assert repr(removed).startswith("<Server demo removed: ")
    assert removed.server is server
    assert server.status == "closed"
    assert cell("%mcp servers") == []


@pytest.mark.requirement("TOOL-04")
@pytest.mark.parametrize(
    "line", ["tools dem", "info dem", "info dem.add", "warm dem", "close dem", "remove dem"]
)
def test_an_unknown_server_is_a_value_that_names_near_ones(connected: Cells, line: str) -> None:
    failure = connected(f"%mcp {line}")
    assert failure.code == "mcp_server_not_found"
    assert "did you mean 'demo'?" in failure.hint


@pytest.mark.requirement("TOOL-04")
def test_an_unknown_tool_is_a_value_that_names_near_ones(connected: Cells) -> None:
    failure = connected("%mcp info demo.ad")
    assert failure.code == "mcp_tool_not_found"
    assert "did you mean 'add'?" in failure.hint


@pytest.mark.parametrize(
    ("line", "reason", "words"),
    [
        ("connect", "missing", "nothing to connect"),
        ("connect x -- ", "missing", "no command after --"),
        ("connect x --evn A=1 -- y", "unknown-option", "no option --evn"),
        ("connect x --timeout soon -- y", "bad-value", "--timeout 'soon'"),
        ("servers demo", "too-many", "servers takes nothing"),
        ("tools a b", "too-many", "'b' is one word too many"),
        ("info", "missing", "info needs server or server.tool"),
        ("warm", "missing", "warm needs server"),
        ("close", "missing", "close needs server"),
        ("remove", "missing", "remove needs server"),
        ("conect demo", "unknown-subcommand", "no subcommand 'conect'"),
    ],
)
def test_a_line_that_cannot_be_read_raises(
    connected: Cells, line: str, reason: str, words: str
) -> None:
    with pytest.raises(UsageInvalid) as caught:
        connected(f"%mcp {line}")
    assert caught.value.reason == reason
    assert words in caught.value.what
    assert caught.value.hint


def test_a_near_subcommand_is_named(connected: Cells) -> None:
    with pytest.raises(UsageInvalid) as caught:
        connected("%mcp conect demo")
    assert "did you mean 'connect'" in caught.value.hint


def test_a_body_below_a_line_that_takes_none_is_not_lost_silently(connected: Cells) -> None:
    with pytest.raises(UsageInvalid, match="takes no cell below it"):
        connected('%%mcp servers\n{"a": 1}')


def test_what_a_file_is_warned_about_stands_below_its_servers(tmp_path: Path, cell: Cells) -> None:
    file = tmp_path / "servers.json"
    file.write_text('{"mcpServers": {"a": {"command": "x", "comand": "y"}}}')
    assert "comand" in repr(cell(f"%mcp add {file}"))
