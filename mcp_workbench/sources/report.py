"""What was found in a configuration file: servers, and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import ConfigInvalid
from ..specs import HttpServer, ServerSpec, StdioServer, placeholders


@dataclass(frozen=True)
class Found:
    """One server, with the name it is registered under.

    Args:
        name: a name that can be typed, as in `name.tool`.
        spec: what it is.
        disabled: whether its file keeps it without starting it.
        origin: `cell`, or the path of its file.
        entry: the name as its file spells it, which may hold what nobody can type.
    """

    name: str
    spec: ServerSpec
    disabled: bool = False
    origin: str = ""
    entry: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The definition in the form that all configuration files share; times in seconds.

        >>> Found("now", StdioServer("uvx", ("mcp-server-time",))).as_dict()["args"]
        ['mcp-server-time']
        """
        spec = self.spec
        stdio = spec if isinstance(spec, StdioServer) else None
        remote = spec if isinstance(spec, HttpServer) else None
        return {
            "name": self.entry or self.name,
            "transport": spec.transport,
            "command": stdio.command if stdio else None,
            "args": list(stdio.args) if stdio else [],
            "env": dict(stdio.env) if stdio else {},
            "cwd": stdio.cwd if stdio else None,
            "url": remote.url if remote else None,
            "headers": dict(remote.headers) if remote else {},
            "disabled": self.disabled,
            "timeout": spec.timeout,
            "startup_timeout": None,
            "include_tools": None,
            "exclude_tools": None,
            "auto_approve": None,
            "oauth": None,
            "env_file": None,
            "inputs": [],
            "unresolved": [found.content for found in placeholders(spec)],
        }


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a file.

    Args:
        server: the entry it is about, as the file spells it; `None` for the file as a whole.
        code: a stable word such as `json-syntax` or `missing-command-or-url`.
        text: what is wrong, with the names of file and server.
        hint: what to do about it.
    """

    server: str | None
    code: str
    text: str
    hint: str = ""

    def as_error(self) -> ConfigInvalid:
        """The problem as an error; its code is the error's `reason`.

        >>> Problem("a", "bad-url", "a.json: server 'a': 'x' is not an address").as_error().reason
        'bad-url'
        """
        return ConfigInvalid(self.text, hint=self.hint, reason=self.code)


@dataclass(frozen=True)
class ConfigReport:
    """All of one file: what can be used, and what is wrong with the rest.

    Args:
        path: the file.
        servers: the intact entries, in the file's order.
        errors: what cannot be used, or not as it was meant.
        warnings: what works, although it may not be what was meant.
    """

    path: Path
    servers: tuple[Found, ...] = ()
    errors: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()

    def as_dict(self) -> Mapping[str, Any]:
        """The report as plain data; values of servers as the file has them, nothing filled in.

        >>> problem = Problem(None, "empty", "x.json: it is empty")
        >>> ConfigReport(Path("x.json"), errors=(problem,)).as_dict()
        {'servers': [], 'errors': [{'server': None, 'code': 'empty'}], 'warnings': []}
        """
        return {
            "servers": [found.as_dict() for found in self.servers],
            "errors": [{"server": one.server, "code": one.code} for one in self.errors],
            "warnings": [{"server": one.server, "code": one.code} for one in self.warnings],
        }
