"""Server definitions: plain, frozen values."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, Self
from urllib.parse import urlsplit

from ..errors import ConfigInvalid
from .authentication import ApiKey, Authentication, Basic, Bearer
from .masking import masked_address, masked_line, masked_words
from .options import ServerOptions, check_timeout
from .texts import check_pairs, check_texts

Fill = Callable[[str, str], str]  # of a field, such as `env.TOKEN`, and its text


def _no_mapping() -> Mapping[str, str]:
    return {}


@dataclass(frozen=True)
class StdioServer(ServerOptions):
    """A server that is a child process, spoken to over its standard input and output.

    Args:
        command: the program, looked up on the child's `PATH`.
        args: its arguments, one string each; no shell reads them.
        env: variables on top of the safe part of this environment that a child inherits.
        cwd: the directory it starts in; this process's own where it is `None`.

    The rest is said at `ServerOptions`. `${NAME}` in `command`, `args`, `env` and `cwd` is filled
    from the environment when the server starts. Source: MCP 2025-11-25, basic/transports, stdio.

    >>> StdioServer("python", ("-m", "mcp_server_time")).origin
    'python -m mcp_server_time'
    """

    command: str
    args: tuple[str, ...] = ()
    # values may be secrets, so no repr shows them, nor those among `args` that sound like one
    env: Mapping[str, str] = field(default_factory=_no_mapping, repr=False)
    cwd: str | None = None

    def __post_init__(self) -> None:
        check_texts("command", [self.command])
        object.__setattr__(self, "args", check_texts("args", self.args))
        check_pairs("env", self.env)
        check_texts("cwd", [] if self.cwd is None else [self.cwd])
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
        self.check_options()

    @property
    def transport(self) -> str:
        """`stdio`."""
        return "stdio"

    def texts(self) -> Iterator[tuple[str, str]]:
        """Every field that may hold placeholders, such as `env.TOKEN`, with its text."""
        yield "command", self.command
        yield from ((f"args[{index}]", text) for index, text in enumerate(self.args))
        yield from ((f"env.{name}", text) for name, text in self.env.items())
        if self.cwd is not None:
            yield "cwd", self.cwd

    def filled(self, fill: Fill) -> Self:
        """The same with each of those texts as `fill` makes it."""
        return replace(
            self,
            command=fill("command", self.command),
            args=tuple(fill(f"args[{index}]", text) for index, text in enumerate(self.args)),
            env={name: fill(f"env.{name}", text) for name, text in self.env.items()},
            cwd=None if self.cwd is None else fill("cwd", self.cwd),
        )

    @property
    def origin(self) -> str:
        """The command line, for people, without what may be a secret."""
        return masked_line((self.command, *self.args))

    def __repr__(self) -> str:
        command, *args = masked_words((self.command, *self.args))
        rest = f"cwd={self.cwd!r}, timeout={self.timeout!r}, era={self.era!r}"
        return f"StdioServer(command={command!r}, args={tuple(args)!r}, {rest})"


@dataclass(frozen=True)
class HttpServer(ServerOptions):
    """A server behind a URL, spoken to over streamable HTTP, or over HTTP with SSE as before it.

    Args:
        url: `http` or `https`, with its query string.
        headers: sent with every request, to this origin alone.
        type: `http` for streamable HTTP, which falls back to SSE where the server does not know
            it; `sse` for SSE at once.
        auth: who the client says it is, as `Bearer`, `ApiKey` or `Basic`; sent as a header too.
        proxy: the address of a proxy that carries all requests; empty for none at all. With `None`
            the environment decides, as `mcp_workbench.network` says.
        verify: which certificates of an `https` address are trusted: `True` for those of the
            system or of the environment, the path of a file or directory for those in it, `False`
            for any.
        connect_timeout: seconds until the host has taken a connection, 30 where it is `None`.
        read_timeout: seconds without a single byte while an answer is awaited; as long as the
            call may take where it is `None`.

    The rest is said at `ServerOptions`. `${NAME}` in `url`, `headers`, `auth` and `proxy` is filled
    from the environment when the connection is made, `${secret:NAME}` from the stores.

    Source: MCP 2025-11-25, basic/transports, streamable HTTP; 2024-11-05 for HTTP with SSE.

    >>> HttpServer("http://127.0.0.1:8000/mcp?key=1").origin
    'http://127.0.0.1:8000/mcp?…'
    """

    url: str = field(repr=False)
    # values may be secrets, so no repr shows them
    headers: Mapping[str, str] = field(default_factory=_no_mapping, repr=False)
    type: Literal["http", "sse"] = "http"
    auth: Authentication | None = field(default=None, kw_only=True)
    # it may hold a password
    proxy: str | None = field(default=None, kw_only=True, repr=False)
    verify: bool | str = field(default=True, kw_only=True)
    connect_timeout: float | None = field(default=None, kw_only=True)
    read_timeout: float | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        check_texts("url", [self.url])
        check_pairs("headers", self.headers)
        check_texts("proxy", [] if self.proxy is None else [self.proxy])
        if not _is_address(self.url):
            raise ConfigInvalid(
                f"{self.origin!r} is no http or https address",
                hint="as in http://127.0.0.1:8000/mcp",
                reason="bad-url",
            )
        self._check_auth()
        for name, value in self.sent_headers.items():
            if re.search(r"[\r\n\0]", f"{name}{value}"):
                raise ConfigInvalid(
                    f"the header {name!r} holds a line break",
                    hint="give each header on its own",
                    reason="bad-header",
                )
        if self.type not in ("http", "sse"):
            raise ConfigInvalid(
                f"{self.type!r} is no way to speak to a URL", hint="http, or sse", reason="bad-type"
            )
        if self.proxy and not _is_address(self.proxy, "https?|socks5h?"):
            raise ConfigInvalid(
                f"{masked_address(self.proxy)!r} is no address of a proxy",
                hint="as in http://proxy.example:3128; empty for none at all",
                reason="bad-proxy",
            )
        check_timeout(self.connect_timeout)
        check_timeout(self.read_timeout)
        self.check_options()

    def _check_auth(self) -> None:
        if self.auth is None:
            return
        if not isinstance(self.auth, Bearer | ApiKey | Basic):  # pyright: ignore[reportUnnecessaryIsInstance]  a person may give anything
            raise ConfigInvalid(
                "auth is no authentication",
                hint="give Bearer(token), ApiKey(key) or Basic(user, password)",
                reason="bad-type",
            )
        named = {name.lower() for name in self.headers}
        twice = next((name for name in self.auth.headers() if name.lower() in named), None)
        if twice is not None:
            raise ConfigInvalid(
                f"the header {twice!r} is given by auth, and once more by headers",
                hint="leave one of them out",
                reason="bad-header",
            )

    @property
    def sent_headers(self) -> Mapping[str, str]:
        """All headers that are sent, those of `auth` among them."""
        return {**self.headers, **(self.auth.headers() if self.auth is not None else {})}

    @property
    def transport(self) -> str:
        """`http`, or `sse`."""
        return self.type

    def texts(self) -> Iterator[tuple[str, str]]:
        """Every field that may hold placeholders, such as `headers.X-Key`, with its text."""
        yield "url", self.url
        yield from ((f"headers.{name}", text) for name, text in self.headers.items())
        if self.auth is not None:
            yield from ((f"auth.{name}", text) for name, text in self.auth.texts())
        if self.proxy:
            yield "proxy", self.proxy

    def filled(self, fill: Fill) -> Self:
        """The same with each of those texts as `fill` makes it."""
        headers = {name: fill(f"headers.{name}", text) for name, text in self.headers.items()}
        auth = self.auth and self.auth.filled(lambda name, text: fill(f"auth.{name}", text))
        proxy = fill("proxy", self.proxy) if self.proxy else self.proxy
        return replace(self, url=fill("url", self.url), headers=headers, auth=auth, proxy=proxy)

    @property
    def origin(self) -> str:
        """The URL for people, without what may be a secret: user, password, query."""
        return masked_address(self.url)


def _can_be_handed_over(word: str) -> bool:
    try:
        return b"\0" not in os.fsencode(word)
    except UnicodeEncodeError:
        return False


class ServerObject(Protocol):
    """What `InProcessServer` takes, as far as can be told without the `mcp` package."""

    @property
    def name(self) -> str:
        """What the server calls itself."""
        ...

    def streamable_http_app(self) -> Any:
        """What nothing else has that can be connected."""
        ...


@dataclass(frozen=True)
class InProcessServer(ServerOptions):
    """A server that is an object of this process; no process starts, and nothing goes over a wire.

    Args:
        server: an `MCPServer`, or a low-level `Server`, of the `mcp` package.

    The rest is said at `ServerOptions`.

    >>> from mcp.server import MCPServer
    >>> InProcessServer(MCPServer("shop")).origin
    "MCPServer 'shop' in this process"
    """

    server: Any = field(repr=False)

    def __post_init__(self) -> None:
        if not isinstance(getattr(self.server, "name", None), str):
            raise ConfigInvalid(
                f"an object of the type {type(self.server).__name__} is no MCP server",
                hint="give an `MCPServer` of the `mcp` package",
                reason="bad-type",
            )
        self.check_options()

    @property
    def transport(self) -> str:
        """`in-process`."""
        return "in-process"

    @property
    def origin(self) -> str:
        """Kind and name of the object, for people."""
        return f"{type(self.server).__name__} {self.server.name!r} in this process"

    def texts(self) -> Iterator[tuple[str, str]]:
        """Nothing: an object holds no placeholders."""
        yield from ()

    def filled(self, fill: Fill) -> Self:  # noqa: ARG002  the same for all definitions
        """Itself."""
        return self


ServerSpec = StdioServer | HttpServer | InProcessServer


def _is_address(url: str, schemes: str = "https?") -> bool:
    """Whether `url` can be one; what holds a placeholder is looked at again once it is filled."""
    begins = re.match(rf"(?i)(?:{schemes})://[^/]|\$\{{", url)
    if re.search(r"[\x00-\x20\x7f]", url) or not begins:
        return False
    if "${" in url:
        return True
    try:
        parts = urlsplit(url)
        # reading the port checks it
        return bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
