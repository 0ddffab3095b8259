"""Server definitions: plain, frozen values."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from ..errors import ConfigInvalid
from .masking import masked_address, masked_line, masked_words

Era = Literal["auto", "legacy", "2026-07-28"]
ERAS: tuple[Era, ...] = ("auto", "legacy", "2026-07-28")


def _no_mapping() -> Mapping[str, str]:
    return {}


@dataclass(frozen=True)
class StdioServer:
    """A server that is a child process, spoken to over its standard input and output.

    Args:
        command: the program, looked up on the child's `PATH`.
        args: its arguments, one string each; no shell reads them.
        env: variables on top of the safe part of this environment that a child inherits.
        cwd: the directory it starts in; this process's own where it is `None`.
        timeout: seconds a call may take, in place of the workbench's default.
        era: which handshake is used; `auto` finds out.

    `${NAME}` in `command`, `args`, `env` and `cwd` is filled from the environment when the server
    starts. Source: MCP 2025-11-25, basic/transports, stdio.

    >>> StdioServer("python", ("-m", "mcp_server_time")).origin
    'python -m mcp_server_time'
    """

    command: str
    args: tuple[str, ...] = ()
    # values may be secrets, so no repr shows them, nor those among `args` that sound like one
    env: Mapping[str, str] = field(default_factory=_no_mapping, repr=False)
    cwd: str | None = None
    timeout: float | None = None
    era: Era = "auto"

    def __post_init__(self) -> None:
        object.__setattr__(self, "args", tuple(self.args))
        if not self.command.strip():
            raise ConfigInvalid(
                "there is no command", hint="as in python -m mcp_server_time", reason="empty"
            )
        given = (self.command, *self.args, *self.env, *self.env.values(), self.cwd or "")
        if not all(map(_can_be_handed_over, given)):
            raise ConfigInvalid(
                "its command, an argument, env or cwd holds what no program can be given",
                hint="take out NUL and halves of surrogate pairs",
                reason="bad-command",
            )
        _check(self.timeout, self.era)

    @property
    def transport(self) -> str:
        """`stdio`."""
        return "stdio"

    @property
    def origin(self) -> str:
        """The command line, for people, without what may be a secret."""
        return masked_line((self.command, *self.args))

    def __repr__(self) -> str:
        command, *args = masked_words((self.command, *self.args))
        rest = f"cwd={self.cwd!r}, timeout={self.timeout!r}, era={self.era!r}"
        return f"StdioServer(command={command!r}, args={tuple(args)!r}, {rest})"


@dataclass(frozen=True)
class HttpServer:
    """A server behind a URL, spoken to over streamable HTTP.

    Args:
        url: `http` or `https`, with its query string.
        headers: sent with every request, to this origin alone.
        timeout: seconds a call may take, in place of the workbench's default.
        era: which handshake is used; `auto` finds out.

    `${NAME}` in `url` and `headers` is filled from the environment when the connection is made.
    Source: MCP 2025-11-25, basic/transports, streamable HTTP.

    >>> HttpServer("http://127.0.0.1:8000/mcp?key=1").origin
    'http://127.0.0.1:8000/mcp?…'
    """

    url: str = field(repr=False)
    # values may be secrets, so no repr shows them
    headers: Mapping[str, str] = field(default_factory=_no_mapping, repr=False)
    timeout: float | None = None
    era: Era = "auto"

    def __post_init__(self) -> None:
        if not _is_address(self.url):
            raise ConfigInvalid(
                f"{self.origin!r} is no http or https address",
                hint="as in http://127.0.0.1:8000/mcp",
                reason="bad-url",
            )
        for name, value in self.headers.items():
            if re.search(r"[\r\n\0]", f"{name}{value}"):
                raise ConfigInvalid(
                    f"the header {name!r} holds a line break",
                    hint="give each header on its own",
                    reason="bad-header",
                )
        _check(self.timeout, self.era)

    @property
    def transport(self) -> str:
        """`http`."""
        return "http"

    @property
    def origin(self) -> str:
        """The URL for people, without what may be a secret: user, password, query."""
        return masked_address(self.url)


def _can_be_handed_over(word: str) -> bool:
    try:
        return b"\0" not in os.fsencode(word)
    except UnicodeEncodeError:
        return False


ServerSpec = StdioServer | HttpServer


def _is_address(url: str) -> bool:
    """Whether `url` can be one; what holds a placeholder is looked at again once it is filled."""
    if re.search(r"[\x00-\x20\x7f]", url) or not re.match(r"(?i)https?://[^/]|\$\{", url):
        return False
    if "${" in url:
        return True
    try:
        parts = urlsplit(url)
        # reading the port checks it
        return bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def check_timeout(timeout: float | None) -> None:
    """Refuse a limit that lets nothing finish; `None` is none at all.

    Raises:
        ConfigInvalid: it is no number of seconds above 0.

    >>> check_timeout(0.5)
    """
    if timeout is not None and not timeout > 0:
        raise ConfigInvalid(
            f"a timeout of {timeout:g} s lets nothing finish",
            hint="give seconds above 0",
            reason="bad-value",
        )


def _check(timeout: float | None, era: str) -> None:
    check_timeout(timeout)
    if era not in ERAS:
        raise ConfigInvalid(
            f"{era!r} is no era of the protocol", hint="one of " + ", ".join(ERAS), reason="bad-era"
        )
