"""What `%mcp connect` and `%mcp add` are given."""

import random
from typing import Any

import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.grammar import ConnectLine, parse_connect, split_words


@pytest.mark.requirement("TOOL-20")
@pytest.mark.parametrize(
    ("line", "what", "name", "options"),
    [
        ("time -- python -m mcp_server_time", ("python", "-m", "mcp_server_time"), "time", {}),
        ("-- python x.py", ("python", "x.py"), None, {}),
        ("t -- 'my prog' 'a  b' --env {x", ("my prog", "a  b", "--env", "{x"), "t", {}),
        ("t -- demo", ("demo",), "t", {}),
        ("t -- a -- b", ("a", "--", "b"), "t", {}),
        ("t http://127.0.0.1:8000/mcp?a=1&b=2", "http://127.0.0.1:8000/mcp?a=1&b=2", "t", {}),
        ("https://x.example/mcp", "https://x.example/mcp", None, {}),
        (".mcp.json", ".mcp.json", None, {}),
        ('"my files/.mcp.json"', "my files/.mcp.json", None, {}),
        ("demo", "demo", None, {}),
        ("t .mcp.json", ".mcp.json", "t", {}),
        ("t --env A=1 --env B=x=y -- c", ("c",), "t", {"env": {"A": "1", "B": "x=y"}}),
        ('t --env A="x y" -- c', ("c",), "t", {"env": {"A": "x y"}}),
        ('t --env "A= x" -- c', ("c",), "t", {"env": {"A": " x"}}),
        ("--cwd /srv t --timeout 2.5 -- c", ("c",), "t", {"cwd": "/srv", "timeout": 2.5}),
        ("t --timeout=5 -- c", ("c",), "t", {"timeout": 5.0}),
        (
            "t http://h/mcp --header 'Authorization: Bearer a:b' --era legacy",
            "http://h/mcp",
            "t",
            {"headers": {"Authorization": "Bearer a:b"}, "era": "legacy"},
        ),
    ],
)
def test_forms_and_options(line: str, what: object, name: str | None, options: Any) -> None:
    read = parse_connect(split_words(line))
    assert read == ConnectLine(what, name, options)  # pyright: ignore[reportArgumentType]
    assert parse_connect(split_words(str(read))) == read


@pytest.mark.parametrize(
    ("line", "reason", "what", "hint"),
    [
        ("", "missing", "there is nothing to connect", "NAME -- COMMAND ARGS…"),
        ("t --", "missing", "there is no command after --", "-- python -m mcp_server_time"),
        ("t --evn A=1 -- c", "unknown-option", "there is no option --evn", "did you mean '--env'"),
        ("t --env", "missing", "--env has no value", "--env K=V"),
        ("t --cwd --env A=1", "missing", "--cwd has no value", "--cwd DIRECTORY"),
        ("t --cwd -- c", "missing", "--cwd has no value", "--cwd DIRECTORY"),
        ("t --env A -- c", "bad-value", "--env 'A' is not K=V", "--env TOKEN=abc"),
        ("t --env =1 -- c", "bad-value", "--env '=1' is not K=V", "--env TOKEN=abc"),
        ("t u --header X", "bad-value", "--header 'X' is not 'K: V'", "--header 'X-Team: vision'"),
        ("t --timeout soon -- c", "bad-value", "--timeout 'soon' is not a number", "--timeout 30"),
        ("t --timeout 0 -- c", "bad-value", "--timeout '0' is not a number", "--timeout 30"),
        ("t --timeout -1 -- c", "bad-value", "--timeout '-1' is not a number", "--timeout 30"),
        ("t --timeout 1.2.3 -- c", "bad-value", "--timeout '1.2.3' is not a number", "30"),
        ("t --timeout 1e999 -- c", "bad-value", "--timeout '1e999' is not a number", "30"),
        ("t --startup-timeout abc -- c", "bad-value", "--startup-timeout 'abc' is", "-timeout 30"),
        ("t --cwd a --cwd b -- c", "twice", "--cwd is given twice", "keep one"),
        ("t --timeout 5 --timeout=6 -- c", "twice", "--timeout is given twice", "keep one"),
        ("t --env A=1 --env A=2 -- c", "twice", "--env A is given twice", "keep one"),
        ("t u --header 'A: 1' --header A:2", "twice", "--header A is given twice", "keep one"),
        ("x python -m pkg", "too-many", "'-m' is one word too many", "mean x -- python -m pkg?"),
        ("python -m pkg", "too-many", "'pkg' is one", "mean NAME -- python -m pkg?"),
        ("a b c", "too-many", "'c' is one word too many", "a command follows --"),
        ("a b -- c", "too-many", "'b' is one word too many", "NAME -- COMMAND ARGS…"),
    ],
)
def test_a_usage_error_says_what_is_wrong_and_what_to_write(
    line: str, reason: str, what: str, hint: str
) -> None:
    with pytest.raises(UsageInvalid) as caught:
        parse_connect(split_words(line))
    assert caught.value.reason == reason
    assert what in caught.value.what
    assert hint in caught.value.hint


def test_every_line_is_read_back_from_what_it_writes() -> None:
    rng = random.Random(11)
    letters = [*"ab1 =:\"'\\{[(-$@\n\té😀"]

    def text(low: int = 1) -> str:
        return "".join(rng.choices(letters, k=rng.randint(low, 8)))

    for _ in range(2000):
        what = rng.choice([text(), (text(), text(0), text(0))])
        options = {"env": {f"K{i}": text(0) for i in range(rng.randint(1, 2))}, "cwd": text()}
        line = ConnectLine(what, rng.choice([None, text()]), options)
        assert parse_connect(split_words(str(line))) == line, str(line)
