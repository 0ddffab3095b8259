"""Every client's files are read as the client reads them, and what it would lose is said."""

from pathlib import Path
from typing import Any

import pytest

from mcp_workbench.errors import ConfigInvalid
from mcp_workbench.sources import CLIENTS, load_config
from mcp_workbench.specs import StdioServer
from tests.sources.files.written import WORKSPACE, codes, read, told

pytestmark = pytest.mark.requirement("CFG-04")
X = {"command": "x"}


def test_there_is_a_dialect_for_each_client() -> None:
    assert sorted(CLIENTS) == sorted(
        [
            "claude-code",
            "claude-code-user",
            "claude-desktop",
            "cursor",
            "vscode",
            "vscode-settings",
            "windsurf",
            "zed",
            "cline",
            "roo",
            "copilot",
            "gemini",
            "codex",
            "goose",
            "lmstudio",
            "continue",
            "opencode",
            "amazonq",
            "kiro",
            "jupyter-ai",
            "jupyter-mcp-manager",
            "generic",
        ]
    )


def test_an_unknown_client_is_told_the_near_ones(tmp_path: Path) -> None:
    with pytest.raises(ConfigInvalid, match="did you mean 'cursor'") as caught:
        load_config(tmp_path / "x.json", client="cursr")
    assert caught.value.reason == "unknown-client"


@pytest.mark.parametrize(
    ("path", "content", "client"),
    [
        (".mcp.json", {"mcpServers": {}}, "claude-code"),
        (".claude.json", {"mcpServers": {}}, "claude-code-user"),
        ("claude_desktop_config.json", {"mcpServers": {}}, "claude-desktop"),
        (".cursor/mcp.json", {"mcpServers": {}}, "cursor"),
        (".vscode/mcp.json", {"servers": {}}, "vscode"),
        ("any.json", {"servers": {}}, "vscode"),
        ("settings.json", {"mcp": {"servers": {}}}, "vscode-settings"),
        (".codeium/windsurf/mcp_config.json", {"mcpServers": {}}, "windsurf"),
        ("zed/settings.json", {"context_servers": {}}, "zed"),
        ("settings/cline_mcp_settings.json", {"mcpServers": {}}, "cline"),
        (".roo/mcp.json", {"mcpServers": {}}, "roo"),
        (".copilot/mcp-config.json", {"mcpServers": {}}, "copilot"),
        (".gemini/settings.json", {"mcpServers": {}}, "gemini"),
        (".codex/config.toml", "[mcp_servers.a]\ncommand = 'x'", "codex"),
        ("goose/config.yaml", "extensions: {}", "goose"),
        (".lmstudio/mcp.json", {"mcpServers": {}}, "lmstudio"),
        (".continue/mcpServers/a.yaml", "mcpServers: []", "continue"),
        ("opencode.json", {"mcp": {}}, "opencode"),
        (".aws/amazonq/cli-agents/a.json", {"mcpServers": {}, "allowedTools": []}, "amazonq"),
        (".kiro/settings/mcp.json", {"mcpServers": {}}, "kiro"),
        (".jupyter/mcp_settings.json", {"mcp_servers": []}, "jupyter-ai"),
        (".jupyter/mcp_servers.json", {"mcp_servers": []}, "jupyter-mcp-manager"),
        ("team.yaml", "agents: {}\nmcp_servers: []", "generic"),
    ],
)
def test_path_and_content_tell_the_client(
    tmp_path: Path, path: str, content: Any, client: str
) -> None:
    report = read(tmp_path, path, content)
    assert (report.client, codes(report)) == (client, ([], []))


def test_claude_code_lays_the_servers_of_a_project_whole_over_those_of_the_person(
    tmp_path: Path,
) -> None:
    content = {
        "mcpServers": {"a": {"command": "x", "args": ["1"]}, "b": X},
        "projects": {
            WORKSPACE: {"mcpServers": {"a": {"command": "y"}, "c": X}},
            "/elsewhere": {"mcpServers": {"d": X}},
        },
    }
    report = read(tmp_path, ".claude.json", content)
    assert told(report) == {"a": {"command": "y"}, "b": X, "c": X}
    assert report.servers[0].path == ("projects", WORKSPACE, "mcpServers", "a")


def test_claude_code_keeps_its_sign_in_and_runs_no_command_for_headers(tmp_path: Path) -> None:
    entry = {
        "type": "streamable-http",
        "url": "https://h.example/mcp",
        "headersHelper": "./secrets.sh",
        "alwaysLoad": True,
        "oauth": {"clientId": "c", "callbackPort": 8080, "authServerMetadataUrl": "https://a/m"},
    }
    report = read(tmp_path, ".mcp.json", {"mcpServers": {"a": entry}})
    oauth = {"client_id": "c", "callback_port": 8080, "auth_server_metadata_url": "https://a/m"}
    assert told(report)["a"]["oauth"] == oauth
    assert codes(report) == ([], [("a", "headers-helper-ignored")])


@pytest.mark.parametrize("client", ["claude-desktop", "zed", "cline", "amazonq"])
def test_where_a_client_fills_nothing_nothing_is_filled(tmp_path: Path, client: str) -> None:
    root = "context_servers" if client == "zed" else "mcpServers"
    entry = {"command": "sh", "args": ["-c", "echo ${TOKEN} $TOKEN ${env:TOKEN}"]}
    report = read(tmp_path, "a.json", {root: {"a": entry}}, client)
    assert told(report)["a"]["args"] == ["-c", "echo ${TOKEN} $TOKEN ${env:TOKEN}"]
    # the definition says so, too, so that nothing is filled when it starts
    assert report.servers[0].spec == StdioServer(
        "sh", ("-c", "echo $${TOKEN} $TOKEN $${env:TOKEN}")
    )


@pytest.mark.parametrize("client", ["cursor", "lmstudio", "windsurf", "roo", "vscode"])
def test_editors_fill_their_own_variables_and_leave_what_looks_like_one(
    tmp_path: Path, client: str
) -> None:
    root = "servers" if client == "vscode" else "mcpServers"
    args = ["${env:TOKEN}", "${TOKEN}", "a${/}b${pathSeparator}c", "${workspaceFolderBasename}"]
    report = read(tmp_path, "a.json", {root: {"a": {"command": "x", "args": args}}}, client)
    assert told(report)["a"]["args"] == ["tok-123", "${TOKEN}", "a/b/c", "proj"]
    assert codes(report) == ([], [])


def test_what_only_an_open_editor_has_is_said_to_be_missing(tmp_path: Path) -> None:
    entry = {"command": "x", "args": ["${config:a.b}", "${file}"]}
    report = read(tmp_path, ".vscode/mcp.json", {"servers": {"a": entry}})
    assert told(report)["a"]["unresolved"] == ["config:a.b", "file"]
    assert codes(report) == ([("a", "unset-variable")], [])


def test_cursor_calls_the_sign_in_auth(tmp_path: Path) -> None:
    auth = {"CLIENT_ID": "c", "CLIENT_SECRET": "${env:TOKEN}", "scopes": ["read"]}
    entry = {"url": "https://h.example/mcp", "auth": auth}
    report = read(tmp_path, ".cursor/mcp.json", {"mcpServers": {"a": entry}})
    oauth = {"client_id": "c", "client_secret": "tok-123", "scopes": ["read"]}
    assert told(report)["a"]["oauth"] == oauth


def test_inputs_are_answered_defaulted_required_or_not_declared(tmp_path: Path) -> None:
    content = {
        "inputs": [
            {"id": "key", "type": "promptString", "description": "Key", "password": True},
            {"id": "mode", "type": "pickString", "options": ["fast", "deep"], "default": "fast"},
            {"id": "given", "type": "promptString"},
            {"id": 5},
            "odd",
        ],
        "servers": {
            "a": {"command": "x", "args": ["${input:mode}", "${input:given}"]},
            "b": {"command": "x", "env": {"K": "${input:key}"}},
            "c": {"command": "x", "env": {"K": "${input:nope}"}},
        },
    }
    report = read(tmp_path, ".vscode/mcp.json", content, inputs={"given": "here"})
    assert told(report) == {
        "a": {**X, "args": ["fast", "here"], "inputs": ["given", "mode"]},
        "b": {**X, "env": {"K": "${input:key}"}, "inputs": ["key"], "unresolved": ["input:key"]},
        "c": {**X, "env": {"K": "${input:nope}"}, "inputs": ["nope"], "unresolved": ["input:nope"]},
    }
    assert codes(report) == ([("b", "input-required"), ("c", "undeclared-input")], [])
    assert [(one.id, one.password, one.options) for one in report.inputs] == [
        ("key", True, ()),
        ("mode", False, ("fast", "deep")),
        ("given", False, ()),
    ]
    answered = read(
        tmp_path, ".vscode/mcp.json", content, env={"MCP_INPUT_KEY": "k"}, inputs={"given": ""}
    )
    assert told(answered)["b"]["env"] == {"K": "k"}


def test_zed_now_has_plain_commands_addresses_and_servers_of_extensions(tmp_path: Path) -> None:
    content = """{
      // settings
      "context_servers": {
        "a": {"source": "custom", "enabled": false, "command": "x", "args": ["1"],
              "env": {"A": "1"}},
        "b": {"url": "https://h.example/mcp", "headers": {"A": "1"}},
        "c": {"source": "extension", "enabled": true, "settings": {"k": "v"}},
        "d": {"settings": {}},
      },
    }"""
    report = read(tmp_path, "settings.json", content)
    assert told(report) == {
        "a": {**X, "args": ["1"], "env": {"A": "1"}, "disabled": True},
        "b": {"transport": "http", "url": "https://h.example/mcp", "headers": {"A": "1"}},
    }
    assert codes(report) == ([], [("c", "not-an-mcp-server"), ("d", "not-an-mcp-server")])


def test_copilot_lists_the_tools_that_are_used(tmp_path: Path) -> None:
    content: Any = {
        "mcpServers": {
            "a": {"type": "local", "command": "x", "tools": ["*"], "env": {"T": "${TOKEN}"}},
            "b": {"type": "http", "url": "https://h.example/mcp", "tools": ["read"]},
            "c": {"type": "sse", "url": "https://h.example/sse", "tools": []},
        }
    }
    report = read(tmp_path, "mcp-config.json", content)
    assert told(report) == {
        "a": {**X, "env": {"T": "tok-123"}},
        "b": {"transport": "http", "url": "https://h.example/mcp", "include_tools": ["read"]},
        "c": {"transport": "sse", "url": "https://h.example/sse", "include_tools": []},
    }
    assert codes(report) == ([], [])


def test_gemini_has_two_kinds_of_addresses_bare_variables_and_limits(tmp_path: Path) -> None:
    content: Any = {
        "mcp": {"allowed": ["a", "b", "c", "d"], "excluded": ["b"]},
        "mcpServers": {
            "a": {
                "command": "x",
                "args": ["$REGION-$5", "${TOKEN}"],
                "env": {"N": "$NOPE"},
                "timeout": 600000,
                "trust": True,
                "includeTools": ["p", "q"],
                "excludeTools": ["q"],
            },
            "b": {"httpUrl": "https://h.example/mcp", "oauth": {"enabled": False}},
            "c": {
                "url": "https://h.example/sse",
                "oauth": {"enabled": True, "clientId": "c", "redirectUri": "u", "scopes": ["r"]},
            },
            "d": {"tcp": "wss://h.example"},
            "e": X,
        },
    }
    report = read(tmp_path, ".gemini/settings.json", content)
    assert told(report) == {
        "a": {
            **X,
            "args": ["eu-west-1-$5", "tok-123"],
            "env": {"N": "$NOPE"},
            "timeout": 600.0,
            "include_tools": ["p", "q"],
            "exclude_tools": ["q"],
            "auto_approve": ["*"],
            "unresolved": ["NOPE"],
        },
        "b": {
            "transport": "http",
            "url": "https://h.example/mcp",
            "oauth": False,
            "disabled": True,
        },
        "c": {
            "transport": "sse",
            "url": "https://h.example/sse",
            "oauth": {"client_id": "c", "redirect_uri": "u", "scopes": ["r"]},
        },
        "d": {"transport": "ws", "url": "wss://h.example"},
        "e": {**X, "disabled": True},
    }
    assert codes(report) == ([("a", "unset-variable"), ("d", "unsupported-transport")], [])
    # what cannot be connected is listed, and not registered
    assert [one.name for one in report.servers] == ["a", "b", "c", "e"]


def test_codex_refuses_a_token_in_the_file_and_names_variables_that_are_not_set(
    tmp_path: Path,
) -> None:
    content = """
    [mcp_servers.inline]
    url = "https://h.example/mcp"
    bearer_token = "s3cret"
    [mcp_servers.unset]
    url = "https://h.example/mcp"
    bearer_token_env_var = "NOPE"
    [mcp_servers.odd]
    command = "x"
    env_vars = "TOKEN"
    [mcp_servers.remote]
    command = "x"
    env_vars = ["TOKEN", {name = "FAR", source = "remote"}]
    scopes = ["a"]
    required = true
    """
    report = read(tmp_path, "config.toml", content)
    assert told(report) == {
        "unset": {
            "transport": "http",
            "url": "https://h.example/mcp",
            "headers": {"Authorization": "Bearer ${env:NOPE}"},
            "unresolved": ["NOPE"],
        },
        "remote": {**X, "env": {"TOKEN": "tok-123"}},
    }
    assert codes(report) == (
        [("inline", "inline-bearer-token"), ("unset", "unset-variable"), ("odd", "bad-type")],
        [("remote", "ignored-field")],
    )
    assert "s3cret" not in str([one.text + one.hint for one in report.errors])


def test_goose_has_parts_of_its_own_and_refuses_some_variables(tmp_path: Path) -> None:
    content = """
    extensions:
      memory: {type: platform, name: memory}
      script: {type: inline_python, code: "print()"}
      a: {type: stdio, cmd: x, envs: {LD_PRELOAD: /evil.so, Path: /evil, OK: "1"}, enabled: false}
    """
    report = read(tmp_path, "config.yaml", content)
    assert told(report) == {"a": {**X, "env": {"OK": "1"}, "disabled": True}}
    assert codes(report) == (
        [],
        [("memory", "not-an-mcp-server"), ("script", "not-an-mcp-server"), ("a", "unsafe-env")],
    )


def test_continue_names_blocks_of_its_hub_and_secrets(tmp_path: Path) -> None:
    content = """
    mcpServers:
      - uses: someone/some-server
        name: hub
      - name: a
        command: x
        env:
          T: ${{ secrets.NOPE }}
          I: ${{inputs.mode}}
          L: ${TOKEN}
    """
    report = read(tmp_path, "config.yaml", content, "continue")
    assert told(report)["a"]["env"] == {
        "T": "${{ secrets.NOPE }}",
        "I": "${{inputs.mode}}",
        "L": "${TOKEN}",
    }
    assert codes(report)[1] == [("hub", "not-an-mcp-server")]
    assert report.servers[0].path == ("mcpServers", 1)


def test_opencode_2_has_a_group_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("from file\n")
    content = {
        "mcp": {
            "servers": {
                "a": {
                    "type": "local",
                    "command": ["x", "1"],
                    "cwd": "/srv",
                    "disabled": True,
                    "environment": {"K": "{file:token}", "N": "{env:NOPE}"},
                },
                "b": {"type": "remote", "url": "https://h.example/mcp"},
            }
        }
    }
    report = read(tmp_path, "opencode.json", content, workspace=tmp_path)
    assert told(report) == {
        "a": {
            **X,
            "args": ["1"],
            "cwd": "/srv",
            "env": {"K": "from file", "N": "{env:NOPE}"},
            "disabled": True,
            "unresolved": ["NOPE"],
        },
        "b": {"transport": "http", "url": "https://h.example/mcp"},
    }
    # what is kept without being started needs nothing
    assert codes(report) == ([], [])


def test_in_opencode_1_a_server_may_be_called_servers(tmp_path: Path) -> None:
    content = {"mcp": {"servers": {"type": "local", "command": ["x"]}}}
    assert told(read(tmp_path, "opencode.json", content)) == {"servers": X}


def test_amazon_q_lists_tools_beside_the_servers(tmp_path: Path) -> None:
    content = {
        "mcpServers": {"a": X, "b": X, "c": X},
        "tools": ["*", "@b/one"],
        "allowedTools": ["@a", "@b/read_*"],
    }
    report = read(tmp_path, "agent.json", content)
    assert told(report) == {
        "a": {**X, "auto_approve": ["*"]},
        "b": {**X, "auto_approve": ["read_*"]},
        "c": X,
    }


def test_kiro_fills_variables_and_lists_tools_it_does_not_use(tmp_path: Path) -> None:
    entry = {
        "command": "x",
        "env": {"T": "${TOKEN}"},
        "disabledTools": ["a"],
        "autoApprove": ["b"],
    }
    report = read(tmp_path, ".kiro/settings/mcp.json", {"mcpServers": {"a": entry}})
    assert told(report)["a"] == {
        **X,
        "env": {"T": "tok-123"},
        "exclude_tools": ["a"],
        "auto_approve": ["b"],
    }


@pytest.mark.parametrize("root", ["mcp_servers", "mcpSettings.mcp_servers"])
def test_the_manager_of_jupyter_keeps_a_list(tmp_path: Path, root: str) -> None:
    entries = [
        {"name": "a", "type": "stdio", "command": "x", "env": [{"name": "A", "value": "1"}]},
        {"name": "b", "type": "http", "url": "https://h.example/mcp", "disabled": True},
        {"command": "x"},
        5,
        {"name": "c", "command": "x", "env": [{"value": "1"}]},
    ]
    content: Any = entries
    for key in reversed(root.split(".")):
        content = {key: content}
    report = read(tmp_path, "servers.json", content, "jupyter-mcp-manager")
    assert told(report) == {
        "a": {**X, "env": {"A": "1"}},
        "b": {"transport": "http", "url": "https://h.example/mcp", "disabled": True},
    }
    assert codes(report)[0] == [(None, "bad-name"), (None, "not-an-object"), ("c", "bad-type")]


def test_a_name_that_is_twice_in_a_list_counts_once(tmp_path: Path) -> None:
    entries = [{"name": "a", "command": "1"}, {"name": "b", "command": "2"}, {"name": "a", **X}]
    report = read(tmp_path, ".jupyter/mcp_settings.json", {"mcp_servers": entries})
    assert [*told(report).items()] == [("b", {"command": "2"}), ("a", X)]
    assert codes(report)[0] == [("a", "duplicate-name")]


TEAM = """
mcp_servers:
  - {name: shared, command: x}
agents:
  researcher:
    role: research
    mcp_servers:
      - name: sqlite
        command: python
        args: ["-m", "mcp_server_sqlite", "--db", "/data/r.db"]
        env: {}
  writer:
    mcp_servers: [{name: notes, url: "https://h.example/mcp"}]
  idle: {role: none}
"""


@pytest.mark.parametrize(
    ("agent", "names"),
    [
        (None, ["shared", "sqlite", "notes"]),
        ("researcher", ["shared", "sqlite"]),
        ("writer", ["shared", "notes"]),
        ("idle", ["shared"]),
    ],
)
def test_of_a_team_the_agent_is_named_when_loading(
    tmp_path: Path, agent: str | None, names: list[str]
) -> None:
    report = read(tmp_path, "team.yaml", TEAM, agent=agent)
    assert [one.name for one in report.servers] == names
    assert codes(report) == ([], [])


def test_a_server_of_an_agent_knows_where_it_stands(tmp_path: Path) -> None:
    report = read(tmp_path, "team.yaml", TEAM, agent="researcher")
    assert report.servers[1].path == ("agents", "researcher", "mcp_servers", 0)
    assert report.servers[1].line == 8


@pytest.mark.parametrize("wrapped", [True, False])
def test_fastmcp_writes_a_map_with_or_without_a_name(tmp_path: Path, wrapped: bool) -> None:
    entries = {
        "a": {"command": "x", "timeout": 2000, "keep_alive": True, "tools": {"t": {"name": "u"}}},
        "b": {"transport": "sse", "url": "https://h.example/x", "sse_read_timeout": 5},
        "c": {"url": "https://h.example/sse/", "auth": "oauth"},
        "d": {"url": "https://h.example/mcp", "auth": "${TOKEN}"},
    }
    report = read(tmp_path, "a.json", {"mcpServers": entries} if wrapped else entries)
    assert told(report) == {
        "a": {**X, "timeout": 2.0},
        "b": {"transport": "sse", "url": "https://h.example/x"},
        "c": {"transport": "sse", "url": "https://h.example/sse/", "oauth": {}},
        "d": {
            "transport": "http",
            "url": "https://h.example/mcp",
            "headers": {"Authorization": "Bearer tok-123"},
        },
    }
    assert codes(report) == ([], [])


@pytest.mark.parametrize("root", ["mcpServers", "servers", "mcp.servers", "mcp_servers"])
def test_a_file_of_no_certain_client_may_have_any_shape(tmp_path: Path, root: str) -> None:
    content: Any = {"a": {"command": "x", "args": ["${TOKEN}", "${env:TOKEN}"]}}
    for key in reversed(root.split(".")):
        content = {key: content}
    report = read(tmp_path, "a.json", content, "generic")
    assert told(report) == {"a": {**X, "args": ["tok-123", "tok-123"]}}


def test_servers_under_another_clients_name_are_pointed_at(tmp_path: Path) -> None:
    report = read(tmp_path, "a.json", {"servers": {"a": X}}, "claude-code")
    assert codes(report) == ([(None, "no-servers")], [])
    assert "no servers where Claude Code has them, but 'servers'" in report.errors[0].text
    assert "client='vscode'" in report.errors[0].hint


@pytest.mark.parametrize(
    ("client", "name", "content"),
    [
        ("claude-desktop", "a.json", '{"mcpServers": {"a": {"command": "x"},}}'),
        ("cline", "a.json", '{"mcpServers": {"a": {"command": "x"}}} // no'),
        ("claude-code", "a.json", '{/* no */"mcpServers": {"a": {"command": "x"}}}'),
    ],
)
def test_comments_that_a_client_does_not_read_are_said(
    tmp_path: Path, client: str, name: str, content: str
) -> None:
    report = read(tmp_path, name, content, client)
    assert told(report) == {"a": X}
    assert codes(report) == ([], [(None, "jsonc")])
