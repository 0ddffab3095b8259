"""What `%mcp connect` and `%mcp add` take: `NAME -- COMMAND ARGS…`, `NAME URL`, `FILE`, `NAME`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import UsageInvalid
from ..visible import one_line
from .nodes import Text
from .options import option_given_twice, seconds, take_option
from .quoting import quoted, unquoted
from .words import SHOWN

FORMS = "NAME -- COMMAND ARGS…, NAME URL, FILE or NAME"
OPTIONS: Mapping[str, str] = {
    "--env": "K=V",
    "--cwd": "DIRECTORY",
    "--header": "'K: V'",
    "--bearer": "TOKEN",
    "--api-key": "KEY",
    "--basic": "USER:PASSWORD",
    "--proxy": "ADDRESS",
    "--verify": "FILE",
    "--type": "http|sse",
    "--timeout": "SECONDS",
    "--startup-timeout": "SECONDS",
    "--era": "ERA",
    "--sampling": "MODEL",
}
REPEATED = ("--env", "--header")
TIMES = ("timeout", "startup_timeout")


def _no_options() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class ConnectLine:
    """What is to be connected.

    Args:
        what: a URL, file or name as text; a command as the tuple of its words.
        name: what it will be called; `None` where the line does not say.
        options: `env` and `headers` as dicts of texts, `timeout` and `startup_timeout` in seconds;
            `cwd`, `era`, `bearer`, `api_key`, `basic`, `proxy`, `verify`, `type` and `sampling` as
            texts.

    >>> line = ConnectLine(("python", "a b.py"), "x", {"env": {"K": "1"}, "timeout": 5.0})
    >>> str(line)
    "x --env K=1 --timeout 5 -- python 'a b.py'"
    """

    what: str | tuple[str, ...]
    name: str | None = None
    options: Mapping[str, Any] = field(default_factory=_no_options)

    def __str__(self) -> str:
        words = [_word(self.name)] if self.name is not None else []
        if isinstance(self.what, str):
            words += [_word(self.what), *_written(self.options)]
        else:
            words += [*_written(self.options), "--", shlex.join(self.what)]
        return " ".join(words)


def parse_connect(words: list[str]) -> ConnectLine:
    """The words after `%mcp connect`, as `split_words` gives them.

    Raises:
        UsageInvalid: nothing or too much to connect, an unknown option, or a value that is
            missing or wrong; the message says which.

    >>> parse_connect(["time", "--cwd", "data", "--", "python", "-m", "x"])
    ConnectLine(what=('python', '-m', 'x'), name='time', options={'cwd': 'data'})
    >>> parse_connect(["demo"]).what
    'demo'
    """
    command: tuple[str, ...] | None = None
    if "--" in words:
        at = words.index("--")
        words, command = words[:at], tuple(words[at + 1 :])
    plain: list[str] = []
    options: dict[str, Any] = {}
    rest = iter(words)
    for word in rest:
        if word.startswith("--"):
            _take_option(options, word, rest)
        else:
            plain.append(unquoted(word))
    return _line(plain, command, options)


def _line(
    plain: list[str], command: tuple[str, ...] | None, options: Mapping[str, Any]
) -> ConnectLine:
    if command is not None:
        if not command:
            raise UsageInvalid(
                "there is no command after --",
                hint="as in %mcp connect time -- python -m mcp_server_time",
                reason="missing",
            )
        _refuse_more_than(1, plain, "NAME -- COMMAND ARGS…")
        return ConnectLine(command, plain[0] if plain else None, options)
    if not plain:
        raise UsageInvalid("there is nothing to connect", hint=f"give {FORMS}", reason="missing")
    if len(plain) > 2:
        # an option of a command stands behind the command, whose name was left out
        name, command_words = ("NAME", plain) if plain[1].startswith("-") else (plain[0], plain[1:])
        meant = one_line(f"{_word(name)} -- {shlex.join(command_words)}", 3 * SHOWN)
        _refuse_more_than(2, plain, f"{FORMS}; did you mean {meant}?")
    return ConnectLine(plain[-1], plain[0] if len(plain) == 2 else None, options)


def _refuse_more_than(count: int, plain: list[str], form: str) -> None:
    if len(plain) > count:
        raise UsageInvalid(
            f"{one_line(plain[count], SHOWN)!r} is one word too many",
            hint=f"a command follows --, a name with spaces goes into quotes; give {form}",
            reason="too-many",
        )


def _take_option(options: dict[str, Any], word: str, rest: Iterator[str]) -> None:
    option, given = take_option(word, rest, OPTIONS)
    value = unquoted(given)
    if option == "--env":
        key, text = _pair(option, "=", value)
        # quotes may go around the pair, or around its value as in a shell
        text = unquoted(text) if value == given else text
        _put(options.setdefault("env", {}), key, text, f"{option} {key}")
    elif option == "--header":
        key, text = _pair(option, ":", value)
        _put(options.setdefault("headers", {}), key, text.strip(), f"{option} {key}")
    else:
        timed = OPTIONS[option] == "SECONDS"
        read = seconds(value, option) if timed else value
        _put(options, option[2:].replace("-", "_"), read, option)


def _put(options: dict[str, Any], name: str, value: Any, told: str) -> None:
    if name in options:
        raise option_given_twice(told)
    options[name] = value


def _pair(option: str, sign: str, text: str) -> tuple[str, str]:
    key, found, value = text.partition(sign)
    if not found or not key.strip():
        raise UsageInvalid(
            f"{option} {one_line(text, SHOWN)!r} is not {OPTIONS[option]}",
            hint=f"as in {option} {'TOKEN=abc' if sign == '=' else repr('X-Team: vision')}",
            reason="bad-value",
        )
    return key.strip(), value


def _word(text: str) -> str:
    word = str(Text(text))
    return str(Text(text, quoted=True)) if word.startswith("--") else word


def _written(options: Mapping[str, Any]) -> list[str]:
    words: list[str] = []
    for name, value in options.items():
        if name == "env":
            words += [f"--env {key}={_word(text)}" for key, text in value.items()]
        elif name == "headers":
            words += [f"--header {quoted(f'{key}: {text}')}" for key, text in value.items()]
        elif name in TIMES:
            words.append(f"--{name.replace('_', '-')} {value:.12g}")
        else:
            words.append(f"--{name.replace('_', '-')} {_word(value)}")
    return words
