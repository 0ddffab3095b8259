"""Whatever a file holds, what is right in it is used, and what is wrong is named with its line."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench.errors import ConfigInvalid
from mcp_workbench.sources import CLIENTS, ConfigReport, fill, load_config, servers_of_environment
from mcp_workbench.specs import HttpServer, StdioServer
from tests.sources.files.written import PLAIN, codes, read, told

X = {"command": "x"}
SECRET = "s3cr3t-v4lue"


def servers(directory: Path, entries: Any, **more: Any) -> ConfigReport:
    return read(directory, ".mcp.json", {"mcpServers": entries}, **more)


@pytest.mark.requirement("CFG-14")
@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        (
            ".mcp.json",
            '{\n "mcpServers": {\n  "a": {"command": "x"},\n  "odd": {\n   "args": []\n  }\n }\n}',
            4,
        ),
        (
            ".vscode/mcp.json",
            '// "odd": 1\n{"servers": {/*\n*/"a": {"command": "x",},\n"odd": {},},}',
            4,
        ),
        ("config.toml", "[mcp_servers.a]\ncommand = 'x'\n\n[mcp_servers.'odd']\nargs = []", 4),
        ("config.yaml", "extensions:\n  a: {cmd: x}\n\n  odd:\n    args: []", 4),
        ("team.yaml", "mcp_servers:\n- {name: a, command: x}\n-\n  name: odd", 4),
        (
            ".jupyter/mcp_settings.json",
            '{"mcp_servers": [\n{"name": "a", "command": "x"},\n\n{"name": "odd"}]}',
            4,
        ),
    ],
)
def test_a_broken_entry_is_one_error_with_file_line_and_server(
    tmp_path: Path, name: str, content: str, line: int
) -> None:
    report = read(tmp_path, name, content)
    (problem,) = report.errors
    assert problem.text == (
        f"{tmp_path / name}: server 'odd' has neither a command nor a url (line {line})"
    )
    assert (problem.server, problem.line) == ("odd", line)
    assert told(report) == {"a": X}


@pytest.mark.requirement("CFG-14")
@pytest.mark.parametrize(
    ("name", "content", "code", "words"),
    [
        ("a.json", '{"mcpServers":\n {"a": oops}}', "json-syntax", "line 2, column 8"),
        ("a.json", '{"a": "x // y}', "json-syntax", "line 1"),
        ("a.json", '{"a": [,]}', "json-syntax", "line 1"),
        ("a.json", '{"a": 1} x', "json-syntax", "line 1, column 10"),
        ("a.json", "// only", "json-syntax", "line 1"),
        ("a.toml", "a = 1\na = 2\nb = 3", "toml-syntax", "line 2"),
        ("a.toml", "[a]\nx=1\n[a]\nx=2\n", "toml-syntax", "line 3"),
        ("a.toml", "a = " + "[" * 5000, "toml-syntax", "nested too deep"),
        ("a.toml", "a = " + "9" * 5000, "toml-syntax", "digits"),
        ("a.toml", "a." * 50000 + "b = 1", "toml-syntax", "more than 100 parts"),
        ("a.yaml", "a: [1\nb: 2", "yaml-syntax", "line 2"),
        ("a.yaml", "a: \x07", "yaml-syntax", "character"),
        ("a.yaml", "[" * 5000, "yaml-syntax", "nested too deep"),
        ("a.yaml", "a: &a [*a]", "yaml-syntax", "recursive"),
        ("a.yaml", "a: !!python/object/apply:os.system [x]", "yaml-syntax", "tags"),
        ("a.yaml", "a: 1\n---\nb: 1", "yaml-syntax", "another document"),
        ("a.yaml", "a: *nowhere", "yaml-syntax", "undefined alias"),
        ("a.yaml", "- 1", "not-an-object", "does not hold an object"),
        ("a.yaml", "# only", "not-an-object", "does not hold an object"),
        ("a.yaml", "a: " + "x" * (300 << 10), "too-large", "256 KiB"),
        ("a.yaml", "\n", "empty", "it is empty"),
        ("a.toml", "\n", "empty", "it is empty"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_error_that_says_where(
    tmp_path: Path, name: str, content: str, code: str, words: str
) -> None:
    report = read(tmp_path, name, content)
    (problem,) = report.errors
    assert (problem.server, problem.code) == (None, code)
    assert problem.text.startswith(f"{tmp_path / name}: ")
    assert words in problem.text
    assert "\n" not in problem.text
    assert report.servers == report.listed == ()


def test_an_alias_stands_for_the_part_it_names(tmp_path: Path) -> None:
    content = (
        "mcp_servers:\n"
        "  a: {command: x, args: &args [one], env: {A: '1'}}\n"
        "  b: {command: x, args: *args}\n"
    )
    assert told(read(tmp_path, "a.yaml", content)) == {
        "a": {**X, "args": ["one"], "env": {"A": "1"}},
        "b": {**X, "args": ["one"]},
    }


def test_what_aliases_stand_for_has_a_bound(tmp_path: Path) -> None:
    levels = "\n".join(f"b{n}: &b{n} [{', '.join([f'*b{n - 1}'] * 9)}]" for n in range(1, 20))
    pairs = ", ".join(f"A{n}: '1'" for n in range(2000))
    many = "\n".join(f"  s{n}: *x" for n in range(200))
    for content in (
        f"b0: &b0 [x]\n{levels}\nmcp_servers: {{a: {{command: x}}}}",
        f"mcp_servers:\n  a: &x {{command: x, env: {{{pairs}}}}}\n{many}",
    ):
        (problem,) = read(tmp_path, "a.yaml", content).errors
        assert (problem.code, "100,000 values" in problem.text) == ("yaml-syntax", True)


def test_yaml_has_the_words_of_json_and_keeps_names_as_they_are_written(tmp_path: Path) -> None:
    content = "extensions:\n  a: {cmd: x, envs: {1: on, yes: '2', A: 0x1F, A: 7}}\n  a: {cmd: y}"
    report = read(tmp_path, "config.yaml", content)
    assert told(report) == {"a": {"command": "y"}}
    assert codes(report) == ([("a", "duplicate-name")], [])
    once = read(tmp_path, "config.yaml", content.rpartition("\n")[0])
    assert told(once)["a"]["env"] == {"1": "on", "yes": "2", "A": "7"}
    assert codes(once) == ([], [("a", "duplicate-key"), ("a", "coerced")])


def test_a_number_that_no_computer_holds_costs_only_its_entry(tmp_path: Path) -> None:
    huge = '{"mcpServers": {"a": {"command": "x", "timeout": %s}, "b": {"command": "x"}}}'
    report = read(tmp_path, ".mcp.json", huge % ("9" * 5000))
    assert codes(report)[0] == [("a", "bad-type")]
    assert told(report) == {"b": X}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_every_way_of_writing_is_read_in_every_encoding(tmp_path: Path, encoding: str) -> None:
    for name, content in (
        (".mcp.json", '{"mcpServers": {"é": {"command": "x"}}}\r\n'),
        ("config.toml", "[mcp_servers.'é']\r\ncommand = 'x'\r\n"),
        ("config.yaml", "extensions:\r\n  é: {cmd: x}\r\n"),
    ):
        file = tmp_path / name
        file.write_bytes(content.encode(encoding))
        assert [one.entry for one in load_config(file).servers] == ["é"], name


@pytest.mark.requirement("CFG-09")
def test_a_name_of_a_file_gets_a_handle_that_can_be_typed(tmp_path: Path) -> None:
    report = servers(tmp_path, {"good": X, "bad name/é!": X, "a\tb": X, "x" * 80: X, "GOOD": X})
    assert [(one.entry[:11], one.name) for one in report.servers] == [
        ("good", "good"),
        ("bad name/é!", "bad-name"),
        ("x" * 11, "x" * 60),
        ("GOOD", "GOOD-2"),
    ]
    assert codes(report)[0] == [("a\tb", "bad-name")]


def test_a_command_may_be_a_list_and_words_that_look_like_two_are_said(tmp_path: Path) -> None:
    report = servers(
        tmp_path,
        {
            "list": {"command": ["uv", "run", "server.py"], "args": ["-v"]},
            "packed": {"command": "npx", "args": ["-y @modelcontextprotocol/server-everything"]},
            "shell": {"command": "sh", "args": ["-c", "echo a b"]},
            "line": {"command": "npx -y @scope/thing"},
            "script": {"command": "python server.py"},
            "folder": {"command": "/opt/my programs/server"},
            "windows": {"command": "C:\\Program Files\\nodejs\\npx.cmd"},
        },
    )
    assert told(report)["list"] == {"command": "uv", "args": ["run", "server.py", "-v"]}
    spaces = "command-has-spaces"
    assert codes(report) == ([], [("packed", spaces), ("line", spaces), ("script", spaces)])


@pytest.mark.requirement("CFG-05")
def test_a_tilde_begins_a_path_and_a_bare_dollar_is_nothing(tmp_path: Path) -> None:
    entry = {
        "command": "~/bin/server",
        "args": ["--db", "${HOME}/x.db", "--lit", "$5", "~/y"],
        "cwd": "~/proj",
    }
    report = servers(tmp_path, {"a": entry}, env={"HOME": "/home/ada"})
    assert told(report)["a"] == {
        "command": "/home/ada/bin/server",
        "args": ["--db", "/home/ada/x.db", "--lit", "$5", "/home/ada/y"],
        "cwd": "/home/ada/proj",
    }
    assert report.servers[0].spec == StdioServer(
        "~/bin/server", ("--db", "${HOME}/x.db", "--lit", "$5", "~/y"), cwd="~/proj"
    )


@pytest.mark.requirement("CFG-05")
def test_an_unset_variable_names_itself_server_and_field_and_costs_no_other(
    tmp_path: Path,
) -> None:
    report = servers(
        tmp_path,
        {
            "a": {"url": "https://${HOST:-api.x}/mcp", "headers": {"X": "Bearer ${NOPE}"}},
            "b": {"command": "x", "args": ["${NOPE}", "${ALSO}"], "env": {"K": "${TOKEN}"}},
            "c": {"command": "x", "disabled": True, "env": {"K": "${NOPE}"}},
        },
    )
    assert told(report) == {
        "a": {
            "transport": "http",
            "url": "https://api.x/mcp",
            "headers": {"X": "Bearer ${NOPE}"},
            "unresolved": ["NOPE"],
        },
        "b": {
            **X,
            "args": ["${NOPE}", "${ALSO}"],
            "env": {"K": "tok-123"},
            "unresolved": ["ALSO", "NOPE"],
        },
        "c": {**X, "env": {"K": "${NOPE}"}, "disabled": True, "unresolved": ["NOPE"]},
    }
    assert codes(report) == ([("a", "unset-variable"), ("b", "unset-variable")], [])
    # they are registered, since the variable may be set before they are used
    assert (len(report.servers), report.errors) == (3, ())
    assert [one.text.partition(": ")[2] for one in report.unready] == [
        "server 'a' cannot be connected: headers.X needs the environment variable NOPE, which is"
        " not set (line 1)",
        "server 'b' cannot be connected: args[0] needs the environment variable NOPE, which is"
        " not set (line 1)",
        "server 'b' cannot be connected: args[1] needs the environment variable ALSO, which is"
        " not set (line 1)",
    ]


@pytest.mark.requirement("CFG-05")
def test_a_secret_is_kept_as_a_reference_and_refused_where_others_can_read_it(
    tmp_path: Path,
) -> None:
    report = servers(
        tmp_path,
        {
            "a": {"command": "x", "env": {"K": "${secret:KEY}"}},
            "b": {"url": "https://h/${secret:KEY}", "headers": {"X": "Bearer ${secret:KEY}"}},
            "c": {"command": "x", "args": ["--key", "${secret:KEY}"]},
            "d": {"command": "${secret:KEY}", "cwd": "${secret:KEY}"},
        },
    )
    assert told(report)["a"]["env"] == {"K": "${secret:KEY}"}
    assert codes(report) == ([("c", "secret-not-allowed"), ("d", "secret-not-allowed")], [])
    filled = fill(report.servers[1].spec, {}, secret=lambda name: f"value-of-{name}")
    assert filled == HttpServer("https://h/value-of-KEY", {"X": "Bearer value-of-KEY"})


@pytest.mark.parametrize("client", CLIENTS)
def test_a_reference_to_a_secret_is_understood_in_the_file_of_every_client(
    tmp_path: Path, client: str
) -> None:
    entry = {"name": "a", "url": "https://h/mcp", "uri": "https://h/mcp", "type": "http"}
    entry |= {"headers": {"X": "${secret:KEY}"}, "http_headers": {"X": "${secret:KEY}"}}
    found = [
        one
        for root in ("mcpServers", "servers", "mcp_servers", "context_servers", "mcp", "extensions")
        for entries in ({"a": entry}, [entry], {"servers": {"a": entry}})
        for one in read(tmp_path, "a.json", {root: entries}, client).servers
    ]
    headers = [one.spec.headers for one in found if isinstance(one.spec, HttpServer)]
    assert {"X": "${secret:KEY}"} in headers


def test_no_value_of_a_variable_is_in_an_error(tmp_path: Path) -> None:
    entries = {
        "url": {"url": "${BAD}/mcp"},
        "header": {"url": "https://h/mcp", "headers": {"X": "${BAD}\n${NOPE}"}},
        "value": {"url": "https://h/mcp", "headers": {"X": "${BREAK}"}},
    }
    env = {"BAD": SECRET, "BREAK": f"{SECRET}\r\nY: 1"}
    report = servers(tmp_path, entries, env=env)
    assert codes(report)[0] == [
        ("url", "bad-url"),
        ("header", "bad-header"),
        ("value", "bad-header"),
    ]
    assert SECRET not in "".join(one.text + one.hint for one in report.errors)
    assert SECRET not in repr(report)


def test_fields_of_other_clients_act_and_are_never_an_approval(tmp_path: Path) -> None:
    entry = {
        "command": "x",
        "disabled": True,
        "alwaysAllow": ["a"],
        "disabledTools": ["b"],
        "unknownField": 1,
    }
    report = servers(tmp_path, {"a": entry})
    (found,) = report.servers
    assert found.spec == StdioServer("x", exclude_tools=("b",))
    assert found.disabled
    assert found.definition is not None
    assert found.definition.auto_approve == ("a",)
    assert codes(report) == ([], [("a", "ignored-field")])


@pytest.mark.parametrize(
    ("client", "given", "seconds"),
    [("claude-code", 300000, 300.0), ("cline", 30, 30.0), ("roo", 3600, 3600.0)],
)
def test_times_are_in_the_unit_of_their_client(
    tmp_path: Path, client: str, given: int, seconds: float
) -> None:
    entries = {"a": {"command": "x", "timeout": given}}
    report = read(tmp_path, "a.json", {"mcpServers": entries}, client)
    assert told(report)["a"]["timeout"] == seconds
    assert codes(report) == ([], [])


def test_a_time_that_is_most_likely_in_another_unit_is_said(tmp_path: Path) -> None:
    report = servers(tmp_path, {"a": {"command": "x", "timeout": 30, "request_timeout_ms": 500}})
    assert codes(report)[1] == [("a", "short-timeout"), ("a", "ignored-field")]
    assert report.warnings[0].hint == "Claude Code gives it in ms"


def test_options_of_the_workbench_itself_are_read(tmp_path: Path) -> None:
    entry = {
        "command": "x",
        "startup_timeout": 20000,
        "max_total_timeout": 60000,
        "idle_timeout": 5000,
        "max_concurrency": 2,
        "include_tools": ["a*"],
        "exclude_tools": ["ab"],
        "era": "legacy",
    }
    report = servers(tmp_path, {"a": entry})
    assert report.servers[0].spec == StdioServer(
        "x",
        startup_timeout=20.0,
        max_total_timeout=60.0,
        idle_timeout=5.0,
        max_concurrency=2,
        include_tools=("a*",),
        exclude_tools=("ab",),
        era="legacy",
    )
    assert codes(report) == ([], [])


def test_how_an_address_is_reached_is_read_too(tmp_path: Path) -> None:
    entry = {
        "url": "https://h/mcp",
        "proxy": "http://${USER}@proxy:3128",
        "verify": "~/ca.pem",
        "connect_timeout": 5000,
        "read_timeout": 9000,
    }
    report = servers(tmp_path, {"a": entry, "b": {"command": "x", "verify": False}})
    spec = report.servers[0].spec
    assert isinstance(spec, HttpServer)
    assert (spec.proxy, spec.verify) == ("http://${USER}@proxy:3128", "~/ca.pem")
    assert (spec.connect_timeout, spec.read_timeout) == (5.0, 9.0)
    assert told(report)["a"]["unresolved"] == ["USER"]
    assert codes(report) == ([("a", "unset-variable")], [("b", "ignored-field")])


@pytest.mark.requirement("CFG-10")
def test_what_belongs_to_the_other_kind_is_ignored_and_said(tmp_path: Path) -> None:
    report = servers(
        tmp_path,
        {
            "a": {"url": "https://h/mcp", "args": ["1"], "env": {"A": "1"}, "cwd": "/"},
            "b": {"command": "x", "headers": {"X": "1"}},
            "c": {"command": "x", "headers": {}},
        },
    )
    assert told(report) == {"a": {"transport": "http", "url": "https://h/mcp"}, "b": X, "c": X}
    assert codes(report) == ([], [("a", "ignored-field"), ("b", "ignored-field")])


def test_a_file_of_variables_is_read_when_the_server_starts(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"# keys\nexport A={SECRET} # mine\nB='two words'\nC=${{A}}\n")
    entry = {"command": "x", "envFile": "${workspaceFolder}/.env", "env": {"B": "over"}}
    report = read(tmp_path, ".vscode/mcp.json", {"servers": {"a": entry}}, workspace=None)
    assert told(report)["a"] == {**X, "env": {"B": "over"}, "env_file": f"{tmp_path}/.env"}
    (found,) = report.servers
    assert SECRET not in repr(vars(found.spec))
    filled = fill(found.spec, {})
    assert isinstance(filled, StdioServer)
    assert filled.env == {"A": SECRET, "B": "over", "C": "${A}"}


def test_a_file_of_variables_that_is_not_there_is_said(tmp_path: Path) -> None:
    entry = {"command": "x", "envFile": "${workspaceFolder}/.env"}
    report = read(tmp_path, ".vscode/mcp.json", {"servers": {"a": entry}}, workspace=None)
    assert codes(report) == ([], [("a", "env-file-missing")])


@pytest.mark.requirement("CFG-13")
@pytest.mark.parametrize("wrapped", [True, False])
def test_servers_of_a_headless_run_stand_in_a_variable(wrapped: bool) -> None:
    entries = {"a": {"command": "x", "env": {"K": "${TOKEN}"}}, "odd": {}}
    text = json.dumps({"mcpServers": entries} if wrapped else entries)
    report = servers_of_environment({"MCP_WORKBENCH_SERVERS": text, "TOKEN": "t"})
    assert report is not None
    assert told(report) == {"a": {**X, "env": {"K": "t"}}}
    assert report.errors[0].text.startswith("MCP_WORKBENCH_SERVERS: server 'odd' has neither")
    assert report.servers[0].origin == "MCP_WORKBENCH_SERVERS"


@pytest.mark.requirement("CFG-13")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"a":', "json-syntax"),
        ("[]", "not-an-object"),
        ('{"a": 1}', "no-servers"),
        ("x", "json-syntax"),
    ],
)
def test_a_variable_that_holds_none_is_one_error(text: str, code: str) -> None:
    report = servers_of_environment({"MCP_WORKBENCH_SERVERS": text})
    assert report is not None
    assert [one.code for one in report.errors] == [code]
    assert report.errors[0].text.startswith("MCP_WORKBENCH_SERVERS: ")


@pytest.mark.requirement("CFG-13")
def test_without_the_variable_there_is_no_report() -> None:
    assert servers_of_environment({}) is None
    assert servers_of_environment({"MCP_WORKBENCH_SERVERS": " "}) is None


MUCH = 100_000
UNITS = ["${", "$${", "{env:", "${{", "${env:", "$a", "-a", "://a:", "Bearer ", "a", "~/", "ghp_"]


@pytest.mark.parametrize("client", ["claude-code", "gemini", "opencode", "continue"])
def test_no_text_takes_longer_than_its_length(tmp_path: Path, client: str) -> None:
    root = "mcp" if client == "opencode" else "mcpServers"
    for text in (*(unit * (MUCH // len(unit)) for unit in UNITS), "/" + " " * MUCH + "/"):
        entries = [{"name": "a", "command": text}, {"name": "b", "command": "x", "args": [text]}]
        content: Any = entries if client == "continue" else {one["name"]: one for one in entries}
        report = read(tmp_path, "a.json", {root: content}, client)
        assert [one.name for one in report.servers] == ["a", "b"]
        assert len(report.unready) <= 40


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", "/*" * MUCH),
        ("a.json", '"' + '\\"' * MUCH),
        ("a.json", '{"a": ' + "," * MUCH),
        ("a.json", "//" * MUCH),
        ("a.toml", "a" * MUCH),
        ("a.toml", "a." * 90 + "b\n" * MUCH),
        ("a.yaml", "- " * (MUCH // 4)),
        ("a.yaml", "a: " + "*" * (MUCH // 4)),
    ],
)
def test_no_broken_file_takes_longer_than_its_length(
    tmp_path: Path, name: str, content: str
) -> None:
    assert len(read(tmp_path, name, content).errors) == 1


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize(
    "value", [None, True, 5, "x", [], [[]], {}, {"": {}}, {"a": None}, {"a": {"b": {"c": []}}}]
)
def test_no_value_anywhere_is_more_than_a_problem(tmp_path: Path, client: str, value: Any) -> None:
    fields = dict.fromkeys((*PLAIN, "cmd", "type", "tools", "auth", "env_keys", "envs"), value)
    roots = ("mcpServers", "servers", "mcp_servers", "context_servers", "extensions", "inputs")
    for entry in (value, {**fields, "command": "x"}, {**fields, "url": "https://h/mcp"}):
        for entries in (entry, {"a": entry}, [entry, {"name": "a"}]):
            content = dict.fromkeys(roots, entries) | {
                "mcp": entries,
                "agents": {"a": {"mcp_servers": entries}},
                "projects": entries,
                "tools": entries,
            }
            report = read(tmp_path, "a.json", content, client)
            json.dumps(report.as_dict())


@pytest.mark.parametrize(
    "fields",
    [
        {"env": {"A": "${file:~nosuchuser/x}"}},
        {"env": {"A": f"${{file:{'a' * 300}}}"}},
        {"envFile": "a" * 300},
        {"envFile": "~nosuchuser/x"},
        {"cwd": "~nosuchuser/x"},
    ],
)
def test_a_path_that_no_system_looks_for_costs_only_what_names_it(
    tmp_path: Path, fields: dict[str, Any]
) -> None:
    report = servers(tmp_path, {"a": {**X, **fields}, "b": X}, workspace=None)
    assert [one.name for one in report.servers] == ["a", "b"]
    assert {one.server for one in (*report.errors, *report.unready)} <= {"a"}


def test_the_default_of_an_input_stands_in_every_field(tmp_path: Path) -> None:
    (tmp_path / "eu.env").write_text("A=1")
    inputs = [{"id": "zone", "type": "promptString", "default": "eu"}]
    entries = {
        "web": {"url": "https://h/mcp", "proxy": "http://${input:zone}:1"},
        "a": {**X, "envFile": "${input:zone}.env"},
    }
    content = {"inputs": inputs, "mcpServers": entries}
    report = read(tmp_path, ".mcp.json", content, workspace=tmp_path)
    assert (report.errors, report.unready) == ((), ())
    filled = [fill(one.spec, {}) for one in report.servers]
    assert filled[0] == HttpServer("https://h/mcp", proxy="http://eu:1")
    assert filled[1] == StdioServer("x", env={"A": "1"})


def test_what_is_filled_in_has_a_bound_whatever_a_file_repeats(tmp_path: Path) -> None:
    times = 5000
    inputs = [{"id": "a", "type": "promptString", "default": "x" * 10_000}]
    entries = {"a": {**X, "env": {"A": "${input:a}" * times}}, "b": X}
    report = read(tmp_path, ".mcp.json", {"inputs": inputs, "mcpServers": entries})
    assert [one.name for one in report.servers] == ["b"]
    assert [(one.server, one.code) for one in report.errors] == [("a", "bad-value")]
    (tmp_path / "big.txt").write_text("x" * (60 << 10))
    entries = {"a": {**X, "env": {"A": "${file:big.txt}" * times}}, "b": X}
    report = servers(tmp_path, entries, workspace=tmp_path)
    assert [(one.server, one.code) for one in report.unready][:1] == [("a", "bad-value")]
    assert sum(len(str(one)) for one in report.as_dict()["servers"]) < 20 << 20
    with pytest.raises(ConfigInvalid) as caught:
        fill(report.servers[0].spec, {}, "a")
    assert caught.value.reason == "bad-value"


def test_a_file_that_fills_is_the_one_beside_the_project_wherever_it_is_read(
    tmp_path: Path,
) -> None:
    (tmp_path / "key.txt").write_text(SECRET)
    entry = {"command": "x", "env": {"A": "${file:key.txt}", "B": "${file:~/no}"}}
    (found,) = servers(tmp_path, {"a": entry}, workspace=tmp_path).servers
    assert found.spec == StdioServer(
        "x", env={"A": f"${{file:{tmp_path}/key.txt}}", "B": "${file:~/no}"}
    )


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (".mcp.json", {"mcpServers": {chr(0x4E00 + n): X for n in range(12000)}}),
        (
            "agent.json",
            {
                "mcpServers": {f"s{n}": X for n in range(3000)},
                "allowedTools": [f"@s{n}/t" for n in range(9000)],
            },
        ),
        (
            ".gemini/settings.json",
            {
                "mcpServers": {f"s{n}": X for n in range(3000)},
                "mcp": {"allowed": [f"s{n}" for n in range(3000)]},
            },
        ),
        ("team.json", {"agents": {f"a{n}": {"mcp_servers": {f"s{n}": X}} for n in range(4000)}}),
        (
            "config.toml",
            "\n".join(f"[mcp_servers.s{n}]\ncommand = 'x'\nodd = 1" for n in range(3000)),
        ),
    ],
)
def test_many_entries_take_no_longer_than_their_number(
    tmp_path: Path, name: str, content: Any
) -> None:
    begun = time.thread_time()
    report = read(tmp_path, name, content)
    assert len({one.name for one in report.servers}) == len(report.servers) >= 3000
    assert time.thread_time() - begun < 5


def test_a_name_that_two_agents_have_is_said(tmp_path: Path) -> None:
    agents = {
        "r": {"mcp_servers": {"s": {"command": "one"}}},
        "q": {"mcp_servers": {"s": {"command": "two"}}},
    }
    report = read(tmp_path, "team.json", {"agents": agents})
    assert codes(report) == ([("s", "duplicate-name")], [])
    assert told(report) == {"s": {"command": "two"}}


def test_the_file_with_a_history_in_it_may_be_larger(tmp_path: Path) -> None:
    content = {"mcpServers": {"a": X}, "history": ["x" * (3 << 20)]}
    assert told(read(tmp_path, ".claude.json", content)) == {"a": X}
    assert codes(read(tmp_path, ".mcp.json", content)) == ([(None, "too-large")], [])
