"""`${NAME}` is filled from the environment, and nothing else is guessed."""

import pytest

from mcp_workbench.errors import ConfigInvalid, VariableUnset
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


@pytest.mark.parametrize(
    "text",
    ["${env:TOKEN}", "${TOKEN:-x}", "${input:key}", "${}", "${a b}", "${NO:-${TOKEN}}", "a ${ b"],
)
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
