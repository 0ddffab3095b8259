"""Placeholders are found in every field that may hold them."""

from mcp_workbench.specs import HttpServer, Placeholder, StdioServer, placeholders


def test_every_field_of_a_command_is_looked_into() -> None:
    spec = StdioServer("${A}/x", ("-k", "${B}${C}"), {"TOKEN": "t-${D}"}, "${E}")
    assert placeholders(spec) == [
        Placeholder("command", "A"),
        Placeholder("args[1]", "B"),
        Placeholder("args[1]", "C"),
        Placeholder("env.TOKEN", "D"),
        Placeholder("cwd", "E"),
    ]


def test_url_and_headers_are_looked_into() -> None:
    spec = HttpServer("https://h/${A}", {"X-Key": "${B}"})
    assert placeholders(spec) == [Placeholder("url", "A"), Placeholder("headers.X-Key", "B")]


def test_a_bare_dollar_is_no_placeholder() -> None:
    assert placeholders(StdioServer("sh", ("-c", "echo $HOME $(date) {x}"))) == []
