"""A definition as an entry of `.mcp.json`, and what such an entry cannot say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import ConfigInvalid
from ..specs import Basic, HttpServer, ServerSpec, StdioServer
from .files.entries import mapping

# what an entry of either kind may say beside what is its own
OF_COMMANDS = ("command", "args", "env", "cwd")
TIMES_OF_ADDRESSES = ("connect_timeout", "read_timeout")
OF_ADDRESSES = ("type", "url", "headers", "proxy", "verify", *TIMES_OF_ADDRESSES)
TIMES = ("timeout", "startup_timeout", "max_total_timeout", "idle_timeout")
OPTIONS = (*TIMES, "max_concurrency", "include_tools", "exclude_tools", "era")
MILLISECONDS = 1000
OF_FILE = re.compile(r"\$\{envFile:(.+)#[^#]+\}", re.DOTALL)

FieldPath = tuple[str, ...]  # keys, from the entry on
Changes = dict[FieldPath, Any]  # the value of each, or `None` to take it out


def entry_form(spec: ServerSpec) -> dict[str, Any]:
    """The entry; placeholders stay as they are written.

    Raises:
        ConfigInvalid: it is an object of this process, or has a user and a password whose
            placeholders such a file cannot say.

    Source: Claude Code documentation, "Connect Claude Code to tools via MCP", MCP configuration.

    >>> entry_form(StdioServer("uvx", ("mcp-server-time",), timeout=5))
    {'command': 'uvx', 'args': ['mcp-server-time'], 'timeout': 5000}
    >>> entry_form(HttpServer("https://x.example/mcp", {"X-Team": "vision"}))
    {'type': 'http', 'url': 'https://x.example/mcp', 'headers': {'X-Team': 'vision'}}
    """
    told: dict[str, Any]
    match spec:
        case StdioServer():
            told = {"command": spec.command, "args": list(spec.args), "env": dict(spec.env)}
            told |= {"cwd": spec.cwd}
        case HttpServer():
            _refuse_encoded(spec)
            told = {"type": spec.type, "url": spec.url, "headers": dict(spec.sent_headers)}
            told |= {"proxy": spec.proxy, "verify": None if spec.verify is True else spec.verify}
            told |= _milliseconds(spec, TIMES_OF_ADDRESSES)
        case _:
            raise ConfigInvalid(
                f"{spec.origin} cannot be written into a file",
                hint="start it as a command, or behind a URL",
                reason="in-process",
            )
    told |= _milliseconds(spec, TIMES)
    told |= {"max_concurrency": spec.max_concurrency, "exclude_tools": list(spec.exclude_tools)}
    told |= {"include_tools": None if spec.include_tools is None else list(spec.include_tools)}
    told |= {"era": None if spec.era == "auto" else spec.era}
    return {name: value for name, value in told.items() if value not in (None, [], {})}


def _refuse_encoded(spec: HttpServer) -> None:
    """Refuse a placeholder that would be encoded with what is around it, and never be filled."""
    if isinstance(spec.auth, Basic) and any("${" in text for _, text in spec.auth.texts()):
        raise ConfigInvalid(
            f"{spec.origin} has a user and a password, and a file keeps them as one encoded text,"
            " in which no placeholder is filled",
            hint="keep the text of the whole header as a secret, and give that:"
            " --header 'Authorization: ${secret:NAME}'",
            reason="not-writable",
        )


def _milliseconds(spec: ServerSpec, names: Iterable[str]) -> dict[str, int | None]:
    given: Iterable[tuple[str, float | None]] = ((name, getattr(spec, name)) for name in names)
    return {name: None if one is None else round(one * MILLISECONDS) for name, one in given}


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Changes:
    """What makes `new` of `old`, both as `entry_form` gives them.

    The variables of a file that both name are those of the file, whichever it has now.

    >>> changes({"env": {"A": "${envFile:.env#A}"}}, {"env": {"B": "${envFile:.env#B}"}})
    {}
    """
    of_old, of_new = _files(old), _files(new)
    files, shared = of_old | of_new, {*of_old.values()} & {*of_new.values()}

    def is_of_file(path: FieldPath) -> bool:
        in_one = (path[-1] in old.get("env", {})) != (path[-1] in new.get("env", {}))
        return path[0] == "env" and in_one and files.get(path[-1]) in shared

    found = differences(old, new)
    return {path: value for path, value in found.items() if not is_of_file(path)}


def _files(form: Mapping[str, Any]) -> dict[str, str]:
    """The variables of an entry that are those of a file, each with the file."""
    pairs: Mapping[str, str] = form.get("env", {})
    found = ((name, OF_FILE.fullmatch(text)) for name, text in pairs.items())
    return {name: match[1] for name, match in found if match}


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> Changes:
    """Which paths of an entry become what, down to single pairs; `None` for those that go.

    >>> differences({"args": [], "env": {"A": "1", "B": "2"}}, {"env": {"A": "1", "B": "3"}})
    {('args',): None, ('env', 'B'): '3'}
    """
    found: Changes = {}
    for name, value in _unlike(old, new).items():
        before, after = mapping(old.get(name, {})), mapping(value)
        if before is not None and after:
            found |= {(name, key): one for key, one in _unlike(before, after).items()}
        else:
            found[(name,)] = value
    return found


def _unlike(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    def told(pairs: Mapping[str, Any], name: str) -> tuple[Any, ...]:
        # true is no 1
        return (pairs[name], isinstance(pairs[name], bool)) if name in pairs else ()

    return {name: new.get(name) for name in {**old, **new} if told(old, name) != told(new, name)}
