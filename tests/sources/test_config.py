"""`.mcp.json` is read whole: what can be used is used, what is wrong is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench.sources import Problem, load_config
from mcp_workbench.specs import HttpServer, StdioServer

CASES = Path(__file__).parent.parent / "cases" / "configs"
MANIFEST = json.loads((CASES / "manifest.json").read_text(encoding="utf-8"))


def written(directory: Path, content: Any) -> Path:
    file = directory / ".mcp.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return file


def servers(directory: Path, entries: Any) -> Path:
    return written(directory, {"mcpServers": entries})


@pytest.mark.requirement("CFG-01")
@pytest.mark.requirement("CFG-04")
@pytest.mark.requirement("CFG-05")
@pytest.mark.parametrize("case", MANIFEST, ids=[case["id"] for case in MANIFEST])
def test_files_of_the_field_give_the_expected_report(case: dict[str, Any]) -> None:
    assert report_of(case, case["client"]) == case["expect"]


@pytest.mark.requirement("CFG-04")
@pytest.mark.parametrize("case", MANIFEST, ids=[case["id"] for case in MANIFEST])
def test_path_and_content_tell_whose_a_file_is(case: dict[str, Any]) -> None:
    assert report_of(case, None) == case["expect"]


def report_of(case: dict[str, Any], client: str | None) -> Any:
    return load_config(
        CASES / case["file"],
        client=client,
        env=case["env"],
        workspace=case["workspace"],
        home=case["home"],
        inputs=case["input_values"],
    ).as_dict()


@pytest.mark.requirement("CFG-01")
def test_every_field_is_read_and_milliseconds_become_seconds(tmp_path: Path) -> None:
    report = load_config(
        servers(
            tmp_path,
            {
                "local": {
                    "type": "stdio",
                    "command": "uvx",
                    "args": ["mcp-server-time", "--local-timezone", "Europe/Berlin"],
                    "env": {"TOKEN": "${TOKEN}"},
                    "cwd": "/srv",
                    "timeout": 2500,
                },
                "remote": {
                    "type": "http",
                    "url": "https://x.example/mcp?key=1",
                    "headers": {"X-Team": "vision"},
                    "timeout": 1500,
                },
            },
        )
    )
    assert [found.spec for found in report.servers] == [
        StdioServer(
            "uvx",
            ("mcp-server-time", "--local-timezone", "Europe/Berlin"),
            {"TOKEN": "${TOKEN}"},
            "/srv",
            timeout=2.5,
        ),
        HttpServer("https://x.example/mcp?key=1", {"X-Team": "vision"}, timeout=1.5),
    ]
    assert report.errors == report.warnings == ()
    assert [one.code for one in report.unready] == ["unset-variable"]
    assert {found.origin for found in report.servers} == {str(tmp_path / ".mcp.json")}


@pytest.mark.requirement("CFG-02")
@pytest.mark.parametrize(
    ("entry", "code", "words"),
    [
        (
            {"command": "a", "url": "https://x.example"},
            "both-command-and-url",
            "a command and a url",
        ),
        ({"args": ["x"]}, "missing-command-or-url", "neither a command nor a url"),
        ({"command": " ", "url": ""}, "missing-command-or-url", "neither a command nor a url"),
    ],
)
def test_both_or_neither_of_command_and_url_names_server_and_file(
    tmp_path: Path, entry: Any, code: str, words: str
) -> None:
    file = servers(tmp_path, {"odd": entry, "fine": {"command": "uvx"}})
    report = load_config(file)
    (problem,) = report.errors
    assert problem.code == code
    assert problem.text == f"{file}: server 'odd' has {words} (line 1)"
    assert problem.hint
    assert [found.name for found in report.servers] == ["fine"]


@pytest.mark.requirement("CFG-03")
def test_a_disabled_entry_is_kept_and_marked(tmp_path: Path) -> None:
    report = load_config(
        servers(tmp_path, {"off": {"command": "a", "disabled": True}, "on": {"command": "b"}})
    )
    assert [(found.name, found.disabled) for found in report.servers] == [
        ("off", True),
        ("on", False),
    ]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"command": "a", "args": "-m x"}, "bad-type"),
        ({"command": "a", "args": {"x": 1}}, "bad-type"),
        ({"command": "a", "args": [{"x": 1}]}, "bad-type"),
        ({"command": ["a", 1]}, "bad-type"),
        ({"command": 1}, "bad-type"),
        ({"url": 5}, "bad-type"),
        ({"url": "https://x.example", "headers": ["X: 1"]}, "bad-type"),
        ({"command": "a", "cwd": 1}, "bad-type"),
        ({"command": "a", "disabled": "yes"}, "bad-type"),
        ({"command": "a", "timeout": "5"}, "bad-type"),
        ({"command": "a", "timeout": True}, "bad-type"),
        ({"command": "a", "timeout": int("9" * 400)}, "bad-type"),
        ({"command": "a", "timeout": -int("9" * 400)}, "bad-type"),
        ({"command": "a", "timeout": 0}, "bad-value"),
        ({"command": "a", "timeout": -5}, "bad-value"),
        ({"command": "a", "type": 1}, "bad-type"),
        ({"command": "a\0b"}, "bad-value"),
        ({"command": "a", "args": ["\0"]}, "bad-value"),
        ({"type": "ws", "url": "wss://x.example"}, "unsupported-transport"),
        ({"url": "wss://x.example"}, "unsupported-transport"),
        ({"type": "sdk"}, "unsupported-transport"),
        ({"url": "unix:///run/x.sock"}, "unsupported-url"),
        ({"url": "https://x.example", "headers": {"X A": "1"}}, "bad-header"),
        ({"url": "https://x.example", "headers": {"X": "1\n2"}}, "bad-header"),
        ({"command": "a", "includeTools": "b"}, "bad-type"),
        ({"command": "a", "max_concurrency": 1.5}, "bad-type"),
        ({"command": "a", "era": "2020-01-01"}, "bad-era"),
        ({"url": "https://x.example", "oauth": 5}, "bad-type"),
        ({"type": "stdio", "url": "https://x.example"}, "transport-mismatch"),
        ({"type": "http", "command": "a"}, "transport-mismatch"),
        ({"type": "carrier-pigeon", "command": "a"}, "unknown-transport"),
        ({"url": "//x.example"}, "bad-url"),
        (5, "not-an-object"),
    ],
)
def test_an_entry_that_cannot_be_used_is_one_problem_and_costs_no_other(
    tmp_path: Path, entry: Any, code: str
) -> None:
    file = servers(tmp_path, {"odd": entry, "fine": {"command": "uvx"}})
    report = load_config(file)
    assert [(one.server, one.code) for one in report.errors] == [("odd", code)]
    assert [found.name for found in report.servers] == ["fine"]
    error = report.errors[0].as_error()
    assert (error.code, error.reason) == ("config_invalid", code)
    assert f"{file}: server 'odd' " in str(error)
    assert error.hint


def test_a_value_that_cannot_be_used_is_left_out_and_the_server_stays(tmp_path: Path) -> None:
    report = load_config(
        servers(tmp_path, {"a": {"command": "x", "env": {"A": {}, "B\0": "1", "C": "1"}}})
    )
    assert [(one.server, one.code) for one in report.errors] == [
        ("a", "bad-type"),
        ("a", "bad-value"),
    ]
    assert report.servers[0].spec == StdioServer("x", (), {"C": "1"})


def test_what_is_not_used_is_warned_about(tmp_path: Path) -> None:
    report = load_config(
        servers(
            tmp_path,
            {
                "a": {"command": "x", "headers": {"X": "1"}, "comand": "y"},
                "b": {"url": "https://x.example", "headersHelper": "./secrets.sh"},
            },
        )
    )
    assert [(one.server, one.code) for one in report.warnings] == [
        ("a", "ignored-field"),
        ("b", "headers-helper-ignored"),
    ]
    assert "headers, comand" in report.warnings[0].text
    assert "did you mean 'command'?" in report.warnings[0].hint
    assert len(report.servers) == 2


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        ("", "empty", "it is empty"),
        (" \n", "empty", "it is empty"),
        ('{"mcpServers": {"a": {"command": "x",,}}}', "json-syntax", "line 1, column"),
        ('{\n  "mcpServers": oops\n}', "json-syntax", "line 2, column 17"),
        ("[" * 5000 + "]" * 5000, "json-syntax", "nested too deep"),
        ('{"mcpServers": ' + "[" * 5000 + "]" * 5000 + "}", "json-syntax", "nested too deep"),
        ('{"mcpServers": ' + "9" * 5000 + "}", "not-an-object", "'mcpServers' is not an object"),
        ("[]", "not-an-object", "it does not hold an object"),
        ("5", "not-an-object", "it does not hold an object"),
        ("{}", "no-servers", "has no 'mcpServers'"),
        ('{"servers": {}}', "no-servers", "but 'servers'"),
        ('{"mcpServers": []}', "not-an-object", "'mcpServers' is not an object"),
        ('{"mcpServers": null}', "not-an-object", "'mcpServers' is not an object"),
        (" " * (1 << 20) + "{}", "too-large", "more than 1 MiB"),
    ],
)
def test_a_file_that_holds_no_servers_is_one_problem_with_file_and_hint(
    tmp_path: Path, content: str, code: str, words: str
) -> None:
    file = written(tmp_path, content)
    report = load_config(file)
    (problem,) = report.errors
    assert (problem.server, problem.code) == (None, code)
    assert problem.text.startswith(f"{file}: ")
    assert words in problem.text
    assert problem.hint
    assert report.servers == ()


def test_deep_but_readable_values_are_looked_into_without_recursion(tmp_path: Path) -> None:
    deep = "[" * 400 + '{"k": 1, "k": 2}' + "]" * 400
    file = written(tmp_path, '{"mcpServers": {"a": {"command": "x", "extra": ' + deep + "}}}")
    report = load_config(file)
    assert ("a", "duplicate-key") in [(one.server, one.code) for one in report.warnings]


def test_a_file_that_cannot_be_opened_is_one_problem(tmp_path: Path) -> None:
    missing = load_config(tmp_path / "none.json").errors
    directory = load_config(tmp_path).errors
    assert [one.code for one in (*missing, *directory)] == ["unreadable", "unreadable"]
    assert "no such file" in missing[0].text


@pytest.mark.requirement("CFG-01")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_with_and_without_a_mark_are_accepted(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / ".mcp.json"
    file.write_bytes('{"mcpServers": {"zeit-é": {"command": "x"}}}'.encode(encoding))
    assert [found.entry for found in load_config(file).servers] == ["zeit-é"]


@pytest.mark.parametrize("data", [b'{"a": "\xff"}', b"\xff\xfe{"])
def test_bytes_of_no_encoding_are_one_problem(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / ".mcp.json"
    file.write_bytes(data)
    assert [one.code for one in load_config(file).errors] == ["json-syntax"]


def test_any_name_without_control_characters_gets_one_that_can_be_typed(tmp_path: Path) -> None:
    entry = {"command": "x"}
    names = ["my server (beta)", "my-server-beta", "Time", "time", "日本", "a.b"]
    report = load_config(servers(tmp_path, dict.fromkeys(names, entry)))
    assert [(found.entry, found.name) for found in report.servers] == [
        ("my server (beta)", "my-server-beta-2"),
        ("my-server-beta", "my-server-beta"),
        ("Time", "Time"),
        ("time", "time-2"),
        ("日本", "server"),
        ("a.b", "a-b"),
    ]
    assert report.errors == ()


def test_a_file_of_a_thousand_servers_is_read(tmp_path: Path) -> None:
    entries = {f"server {n}": {"command": "x", "args": ["y"] * 5} for n in range(1000)}
    report = load_config(servers(tmp_path, entries))
    assert len({found.name for found in report.servers}) == 1000


def test_a_problem_of_the_whole_file_names_no_server() -> None:
    assert Problem(None, "empty", "x").as_error().reason == "empty"
