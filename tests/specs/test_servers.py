"""Definitions are plain values that refuse what can never work."""

import dataclasses
from collections.abc import Callable
from typing import Any, cast

import pytest

from mcp_workbench.errors import ConfigInvalid
from mcp_workbench.specs import (
    ERAS,
    ApiKey,
    Authentication,
    Basic,
    Bearer,
    HttpServer,
    ServerSpec,
    StdioServer,
)


def test_a_command_keeps_its_words() -> None:
    spec = StdioServer("python", ["-m", "a b"], {"K": "1"}, "/srv", timeout=5.0, era="legacy")  # pyright: ignore[reportArgumentType]
    assert spec.args == ("-m", "a b")
    assert (spec.transport, spec.origin) == ("stdio", "python -m 'a b'")
    assert (spec.cwd, spec.timeout, spec.era) == ("/srv", 5.0, "legacy")


@pytest.mark.parametrize("command", ["", "  ", "\t"])
def test_an_empty_command_is_refused(command: str) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        StdioServer(command)
    assert caught.value.reason == "empty"
    assert caught.value.hint


@pytest.mark.parametrize(
    "url",
    [
        "http://h",
        "HTTPS://h:8443/mcp?key=1&b=2#x",
        "http://[::1]:8000/mcp",
        "http://user:pw@h/mcp",
        "http://${HOST}:${PORT}/mcp",
        "${BASE}/mcp",
    ],
)
def test_an_address_is_kept_as_it_was_written(url: str) -> None:
    assert HttpServer(url).url == url


@pytest.mark.parametrize(
    "url",
    [
        "",
        "h/mcp",
        "//h/mcp",
        "ftp://h/mcp",
        "http:///mcp",
        "http://",
        "http://[::1/mcp",
        "http://h:port/mcp",
        "http://h:99999/mcp",
        "http://h:0/mcp",
        "http://h/a b",
        "http://h/a\nb",
        "http://:8000/mcp",
        "javascript:alert(1)",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        HttpServer(url)
    assert caught.value.reason == "bad-url"
    assert "http://127.0.0.1:8000/mcp" in caught.value.hint


@pytest.mark.parametrize("header", [("X", "1\r\nY: 2"), ("X\nY", "1"), ("X", "\0")])
def test_a_header_cannot_smuggle_another_one_in(header: tuple[str, str]) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        HttpServer("http://h", dict([header]))
    assert caught.value.reason == "bad-header"


@pytest.mark.parametrize(
    "auth", [Bearer("s3cret\n"), ApiKey("s3cret\r\nX: 1"), ApiKey("a", "X\nY")]
)
def test_an_authentication_cannot_smuggle_a_header_in(auth: Authentication) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        HttpServer("http://h", auth=auth)
    assert caught.value.reason == "bad-header"
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize("timeout", [0, -1, float("nan")])
@pytest.mark.parametrize("spec", [StdioServer("x"), HttpServer("http://h")])
def test_a_timeout_must_let_something_finish(spec: ServerSpec, timeout: float) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        dataclasses.replace(spec, timeout=timeout)
    assert caught.value.reason == "bad-value"


@pytest.mark.parametrize("spec", [StdioServer("x"), HttpServer("http://h")])
def test_an_era_is_one_of_the_known(spec: ServerSpec) -> None:
    for era in ERAS:
        assert dataclasses.replace(spec, era=era).era == era
    with pytest.raises(ConfigInvalid) as caught:
        dataclasses.replace(spec, era="jurassic")  # pyright: ignore[reportArgumentType]
    assert caught.value.reason == "bad-era"
    assert all(era in caught.value.hint for era in ERAS)


def test_what_may_be_a_secret_is_in_no_repr_and_no_origin() -> None:
    specs = (
        StdioServer("x", env={"TOKEN": "secret"}),
        HttpServer("http://user:secret@h/mcp?key=secret", {"Authorization": "secret"}),
    )
    for spec in specs:
        assert "secret" not in repr(spec)
        assert "secret" not in spec.origin
    assert specs[1].origin == "http://h/mcp?…"


def test_a_definition_cannot_be_changed_by_accident() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        StdioServer("x").command = "y"  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: StdioServer(cast("Any", None)), "command"),
        (lambda: StdioServer("python", cast("Any", "-m x")), "args"),
        (lambda: StdioServer("python", cast("Any", (1,))), "args"),
        (lambda: StdioServer("python", env=cast("Any", {"A": 1})), "env"),
        (lambda: StdioServer("python", env=cast("Any", [1])), "env"),
        (lambda: StdioServer("python", cwd=cast("Any", 1)), "cwd"),
        (lambda: HttpServer(cast("Any", None)), "url"),
        (lambda: HttpServer("https://h/mcp", cast("Any", {"X": 1})), "headers"),
        (lambda: HttpServer("https://h/mcp", proxy=cast("Any", 1)), "proxy"),
        (lambda: Bearer(cast("Any", None)), "token"),
        (lambda: Basic("ann", cast("Any", 1)), "password"),
    ],
)
def test_what_is_no_text_is_told_by_its_field(make: Callable[[], object], field: str) -> None:
    with pytest.raises(ConfigInvalid, match=field) as caught:
        make()
    assert caught.value.reason == "bad-type"


def test_arguments_in_one_text_are_shown_split() -> None:
    with pytest.raises(ConfigInvalid) as caught:
        StdioServer("python", cast("Any", "-m x"))
    assert "['-m', 'x']" in caught.value.hint
