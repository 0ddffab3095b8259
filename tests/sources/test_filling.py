"""Every placeholder is filled once, from where it says, and nothing else is guessed."""

import time
from pathlib import Path

import pytest

from mcp_workbench.errors import ConfigInvalid, SecretNotFound, VariableUnset
from mcp_workbench.sources import fill
from mcp_workbench.specs import HttpServer, ServerSpec, StdioServer

ENVIRON = {"HOME": "/home/ada", "TOKEN": "tok-123", "EMPTY": "", "ODD": "${TOKEN}$1\\1"}


def test_every_field_of_a_command_is_filled() -> None:
    spec = StdioServer(
        "${HOME}/bin/x",
        ("--t=${TOKEN}", "$HOME"),
        {"A": "${EMPTY}", "B": "${ODD}"},
        "${HOME}",
        timeout=5.0,
    )
    assert fill(spec, ENVIRON) == StdioServer(
        "/home/ada/bin/x",
        ("--t=tok-123", "$HOME"),
        {"A": "", "B": "${TOKEN}$1\\1"},
        "/home/ada",
        timeout=5.0,
    )


def test_url_and_headers_are_filled() -> None:
    spec = HttpServer("https://x.example${HOME}?k=${TOKEN}", {"Authorization": "Bearer ${TOKEN}"})
    filled = fill(spec, ENVIRON)
    assert isinstance(filled, HttpServer)
    assert filled.url == "https://x.example/home/ada?k=tok-123"
    assert filled.headers == {"Authorization": "Bearer tok-123"}


def test_a_definition_without_placeholders_is_itself() -> None:
    spec = StdioServer("x", ("a",))
    assert fill(spec, {}) == spec


def test_an_unset_variable_names_variable_server_and_field() -> None:
    with pytest.raises(VariableUnset) as caught:
        fill(StdioServer("x", env={"KEY": "${NO_SUCH}"}), ENVIRON, "files")
    error = caught.value
    assert (error.code, error.reason) == ("variable_unset", "unset-variable")
    assert error.what == (
        "server 'files': env.KEY needs the environment variable NO_SUCH, which is not set"
    )
    assert 'os.environ["NO_SUCH"]' in error.hint


@pytest.mark.requirement("CFG-05")
@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("${TOKEN}", "tok-123"),
        ("${env:TOKEN}", "tok-123"),
        ("${TOKEN:-x}", "tok-123"),
        ("${env:NO_SUCH:-x y}", "x y"),
        ("${NO_SUCH:-}", ""),
        ("${EMPTY:-x}", ""),
        ("${NO_SUCH:-${TOKEN}}", "${TOKEN}"),
        ("${input:key}", "pk-1"),
        ("${input:mode:-fast}", "fast"),
        ("${input:from-environment}", "asked"),
        ("${workspaceFolder}/x", "/home/ada/proj/x"),
        ("${userHome}/x", "/home/ada/x"),
        ("~/x", "/home/ada/x"),
        ("~", "/home/ada"),
        ("x~/y", "x~/y"),
        ("~bob/y", "~bob/y"),
        ("$${TOKEN} $TOKEN $5", "${TOKEN} $TOKEN $5"),
    ],
)
def test_each_form_is_filled_once(text: str, filled: str) -> None:
    environ = {**ENVIRON, "MCP_INPUT_FROM_ENVIRONMENT": "asked"}
    found = fill(
        StdioServer("x", (text,), cwd=text),
        environ,
        workspace=Path("/home/ada/proj"),
        inputs={"key": "pk-1"},
    )
    assert isinstance(found, StdioServer)
    assert (found.args, found.cwd) == ((filled,), filled)


@pytest.mark.requirement("CFG-05")
def test_a_tilde_stands_for_the_home_directory_only_where_a_path_begins() -> None:
    found = fill(StdioServer("~/bin/x", ("--db=~/x",), {"A": "~/x"}, "~/p"), ENVIRON)
    assert found == StdioServer("/home/ada/bin/x", ("--db=~/x",), {"A": "~/x"}, "/home/ada/p")


@pytest.mark.requirement("CFG-05")
def test_a_secret_is_filled_in_env_headers_and_url_and_refused_elsewhere() -> None:
    def secret(name: str) -> str:
        return {"KEY": "s3cret"}[name]

    found = fill(StdioServer("x", env={"A": "${secret:KEY}"}), {}, secret=secret)
    assert isinstance(found, StdioServer)
    assert found.env == {"A": "s3cret"}
    remote = HttpServer("https://h/${secret:KEY}", {"X": "Bearer ${secret:KEY}"})
    reached = fill(remote, {}, secret=secret)
    assert reached == HttpServer("https://h/s3cret", {"X": "Bearer s3cret"})
    for spec in (
        StdioServer("${secret:KEY}"),
        StdioServer("x", ("${secret:KEY}",)),
        StdioServer("x", cwd="${secret:KEY}"),
    ):
        with pytest.raises(ConfigInvalid) as caught:
            fill(spec, {}, "files", secret=secret)
        assert caught.value.reason == "secret-not-allowed"
        assert "s3cret" not in str(caught.value)


def test_without_a_store_a_secret_is_not_found() -> None:
    with pytest.raises(SecretNotFound, match=r"files.*env.A needs the secret 'KEY'"):
        fill(StdioServer("x", env={"A": "${secret:KEY}"}), {}, "files")


def test_an_input_that_nobody_gave_names_the_variable_that_answers_it() -> None:
    with pytest.raises(VariableUnset) as caught:
        fill(StdioServer("x", env={"A": "${input:api-key}"}), {}, "files")
    assert caught.value.reason == "input-required"
    assert "MCP_INPUT_API_KEY" in caught.value.hint


def test_the_text_of_a_file_is_filled_without_its_last_line_break(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("s3cret\n")
    spec = HttpServer("https://h/mcp", {"X": "Bearer ${file:key}"})
    assert fill(spec, {}, workspace=tmp_path) == HttpServer("https://h/mcp", {"X": "Bearer s3cret"})


@pytest.mark.parametrize("content", [None, b"\xff", b"x" * (70 << 10)])
def test_a_file_that_cannot_be_filled_in_is_named(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "key").write_bytes(content)
    with pytest.raises(VariableUnset, match=r"headers.X needs the text of 'key'") as caught:
        fill(HttpServer("https://h/mcp", {"X": "${file:key}"}), {}, workspace=tmp_path)
    assert caught.value.reason == "unset-variable"


def test_a_variable_of_a_file_is_read_when_it_is_needed(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    spec = StdioServer("x", env={"A": f"${{envFile:{file}#A}}"})
    with pytest.raises(VariableUnset, match=r"env.A needs the variable A of"):
        fill(spec, {})
    file.write_text("A=late")
    assert fill(spec, {}) == StdioServer("x", env={"A": "late"})


def test_a_file_of_variables_is_read_once_for_all_of_them(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    names = [f"NAME_{n}" for n in range(5000)]
    file.write_text("\n".join(f"{name}=1" for name in names))
    begun = time.thread_time()
    filled = fill(StdioServer("x", env={name: f"${{envFile:{file}#{name}}}" for name in names}), {})
    assert filled == StdioServer("x", env=dict.fromkeys(names, "1"))
    assert time.thread_time() - begun < 3


@pytest.mark.parametrize("text", ["${}", "${a b}", "${command:x}", "${env:}", "a ${ b", "${A"])
def test_any_other_placeholder_is_refused_and_named(text: str) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        fill(StdioServer("x", (text,)), ENVIRON, "files")
    assert caught.value.reason == "unsupported-placeholder"
    assert "server 'files': args[0] holds" in caught.value.what


@pytest.mark.parametrize(
    ("spec", "value", "reason"),
    [
        (HttpServer("${BAD}/mcp"), "secret-place", "bad-url"),
        (HttpServer("https://h/mcp", {"X": "${BAD}"}), "secret\r\nY: 1", "bad-header"),
        (StdioServer("${BAD}"), " ", "empty"),
    ],
)
def test_a_value_that_makes_it_wrong_is_told_without_the_value(
    spec: ServerSpec, value: str, reason: str
) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        fill(spec, {"BAD": value}, "files")
    assert caught.value.reason == reason
    assert "secret" not in str(caught.value)
    assert "server 'files'" in caught.value.what
