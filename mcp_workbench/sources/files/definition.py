"""One server as every dialect says it: the form that all configuration files share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

from ...specs import HttpServer, ServerSpec, StdioServer
from ..dotenv import read_variables
from .entries import Keys

Transport = Literal["stdio", "http", "sse", "ws"]
OAuth = Mapping[str, Any] | bool
Fill = Callable[[str, str], str]


@dataclass(frozen=True, kw_only=True)
class Definition:
    """What an entry says, its placeholders in the form that all share and not filled.

    Args:
        name: as the file spells it.
        transport: `ws` can be said, and not connected.
        disabled: whether the file keeps it without starting it.
        timeout, startup_timeout: of a call, and until it has started; seconds.
        auto_approve: what its file would call without asking; here it is never an approval.
        oauth: what its file says about a sign-in; `False` where there is none to try.
        env_file: a file of more variables for its command.
        path: the keys that lead to it, from the root of its file.
        line: of the file, counted from 1.
        spelled: how the file has each placeholder.
        options: more that a definition of this package can say, such as `max_concurrency`.
        is_supported: whether it can be connected at all.
    """

    name: str
    transport: Transport
    command: str | None = field(default=None, repr=False)
    args: tuple[str, ...] = field(default=(), repr=False)
    env: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    cwd: str | None = None
    url: str | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    disabled: bool = False
    timeout: float | None = None
    startup_timeout: float | None = None
    include_tools: tuple[str, ...] | None = None
    exclude_tools: tuple[str, ...] | None = None
    auto_approve: tuple[str, ...] | None = None
    oauth: OAuth | None = field(default=None, repr=False)
    env_file: str | None = None
    path: Keys = ()
    line: int | None = None
    spelled: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    options: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    is_supported: bool = True

    def texts(self) -> Iterator[tuple[str, str]]:
        """Every field that may hold placeholders, such as `env.TOKEN`, with its text."""
        for name in ("command", "cwd", "env_file", "url"):
            text = getattr(self, name)
            if text is not None:
                yield name, text
        yield from ((f"args[{at}]", text) for at, text in enumerate(self.args))
        yield from ((f"env.{name}", text) for name, text in self.env.items())
        yield from ((f"headers.{name}", text) for name, text in self.headers.items())
        yield from _texts("oauth", self.oauth)
        yield from _texts("proxy", self.options.get("proxy"))

    def spec(self, variables: Path | None = None) -> ServerSpec:
        """The definition that can be registered.

        Args:
            variables: the file of more variables, each of which becomes a reference, so that its
                value is read only once it is needed.

        Raises:
            ConfigInvalid: it cannot be one.
        """
        options: dict[str, Any] = {
            **self.options,
            "timeout": self.timeout,
            "startup_timeout": self.startup_timeout,
            "include_tools": self.include_tools,
            "exclude_tools": self.exclude_tools or (),
        }
        if self.url is not None:
            kind = "sse" if self.transport == "sse" else "http"
            return HttpServer(self.url, self.headers, kind, **options)
        env = {**_references(variables), **self.env}
        return StdioServer(self.command or "", self.args, env, self.cwd, **options)

    def as_dict(self, fill: Fill) -> dict[str, Any]:
        """All fields as plain data; `fill` makes the text of a field.

        >>> Definition(name="now", transport="stdio", command="uvx").as_dict(lambda _, text: text)[
        ...     "command"
        ... ]
        'uvx'
        """
        values = {name: fill(name, text) for name, text in self.texts()}
        return {
            "name": self.name,
            "transport": self.transport,
            "command": values.get("command"),
            "args": [values[f"args[{at}]"] for at in range(len(self.args))],
            "env": {name: values[f"env.{name}"] for name in self.env},
            "cwd": values.get("cwd"),
            "url": values.get("url"),
            "headers": {name: values[f"headers.{name}"] for name in self.headers},
            "disabled": self.disabled,
            "timeout": self.timeout,
            "startup_timeout": self.startup_timeout,
            "include_tools": _list(self.include_tools),
            "exclude_tools": _list(self.exclude_tools),
            "auto_approve": _list(self.auto_approve),
            "oauth": _filled("oauth", self.oauth, fill),
            "env_file": values.get("env_file"),
        }


def _references(file: Path | None) -> dict[str, str]:
    if file is None or re.search("[#}]", str(file)):
        return {}
    return {name: f"${{envFile:{file}#{name}}}" for name in read_variables(file)}


def _list(values: tuple[str, ...] | None) -> list[str] | None:
    return None if values is None else list(values)


def _texts(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, Mapping):
        for key, inner in cast("Mapping[str, Any]", value).items():
            yield from _texts(f"{name}.{key}", inner)
    elif isinstance(value, list | tuple):
        for at, inner in enumerate(cast("list[Any]", value)):
            yield from _texts(f"{name}[{at}]", inner)


def _filled(name: str, value: Any, fill: Fill) -> Any:
    if isinstance(value, str):
        return fill(name, value)
    if isinstance(value, Mapping):
        pairs = cast("Mapping[str, Any]", value).items()
        return {key: _filled(f"{name}.{key}", inner, fill) for key, inner in pairs}
    if isinstance(value, list | tuple):
        return [
            _filled(f"{name}[{at}]", inner, fill)
            for at, inner in enumerate(cast("list[Any]", value))
        ]
    return value
