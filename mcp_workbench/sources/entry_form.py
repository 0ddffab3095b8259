"""A definition as an entry of `.mcp.json`, and what such an entry cannot say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import ConfigInvalid
from ..specs import HttpServer, ServerSpec, StdioServer

# what an entry of either kind may say beside what is its own
OF_COMMANDS = ("command", "args", "env", "cwd")
TIMES_OF_ADDRESSES = ("connect_timeout", "read_timeout")
OF_ADDRESSES = ("type", "url", "headers", "proxy", "verify", *TIMES_OF_ADDRESSES)
COMMAND_TYPES = ("stdio", "local")
TIMES = ("timeout", "startup_timeout", "max_total_timeout", "idle_timeout")
OPTIONS = (*TIMES, "max_concurrency", "include_tools", "exclude_tools", "era")
MILLISECONDS = 1000


def entry_form(spec: ServerSpec) -> dict[str, Any]:
    """The entry; placeholders stay as they are written.

    Raises:
        ConfigInvalid: it is an object of this process.

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


def _milliseconds(spec: ServerSpec, names: Iterable[str]) -> dict[str, int | None]:
    given: Iterable[tuple[str, float | None]] = ((name, getattr(spec, name)) for name in names)
    return {name: None if one is None else round(one * MILLISECONDS) for name, one in given}


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Which fields of an entry become what; `None` for those that go.

    Fields that the workbench does not know, and those of the other kind, which it does not use,
    stay as they are.

    >>> changes({"command": "a", "env": {"A": "1"}, "odd": 1}, {"command": "b"})
    {'command': 'b', 'env': None}
    """
    is_command = "command" in new
    own = (*OF_COMMANDS, "url") if is_command else (*OF_ADDRESSES, "command")
    if is_command and old.get("type") not in COMMAND_TYPES:
        own = (*own, "type")
    found = {name: value for name, value in new.items() if old.get(name) != value}
    gone = {name: None for name in (*own, *OPTIONS) if name in old and name not in new}
    return found | gone
