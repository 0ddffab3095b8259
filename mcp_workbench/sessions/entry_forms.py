"""A call of the history written so that it can be made elsewhere."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from ..grammar import Text, call_line, command_line, write_json
from ..specs import HttpServer, ServerSpec, StdioServer
from ..specs.masking import masked_address, masked_line

if TYPE_CHECKING:
    from .history import HistoryEntry
    from .server import Server

DEMO = ("-m", "mcp_workbench.demo")


def as_cell(entry: HistoryEntry) -> str:
    """The line, or the cell, of `%mcp call` that makes the call."""
    arguments = dict(entry.shown_arguments)
    if entry.raw:
        return f"%%mcp call --raw {Text(entry.tool)}\n{write_json(arguments)}"
    return call_line(entry.tool, arguments, _schemas(entry))


def as_command(entry: HistoryEntry) -> str:
    """The line of `mcp-workbench` that makes the call, or that makes the request where it is raw.

    Raises:
        UsageInvalid: an argument cannot be written as a word.
    """
    server = _server(entry)
    connect = "" if server is None else _connect(server)
    arguments = dict(entry.shown_arguments)
    if not entry.raw:
        return command_line(entry.tool, arguments, _schemas(entry), connect)
    params = {"name": entry.result.context.tool, "arguments": arguments}
    words = [*(["--connect", connect] if connect else []), entry.server, "tools/call"]
    return shlex.join(["mcp-workbench", "request", *words, write_json(params)])


def as_curl(entry: HistoryEntry) -> str:
    """The lines of a shell that make the call with `curl`.

    Raises:
        UsageInvalid: its server is not spoken to over HTTP.
    """
    from .curl import curl_lines

    server = _server(entry)
    return curl_lines(
        None if server is None else server.spec,
        entry.result.context.tool,
        entry.shown_arguments,
        "" if server is None else server.protocol_version,
    )


def _server(entry: HistoryEntry) -> Server | None:
    return entry.workbench.servers.get(entry.server)


def _schemas(entry: HistoryEntry) -> dict[str, Any]:
    properties = entry.result.context.input_schema.get("properties")
    return dict(properties) if isinstance(properties, dict) else {}  # pyright: ignore[reportUnknownArgumentType]  as a server sent it


def _connect(server: Server) -> str:
    """What `--connect` needs for a server that no file names, where it holds nothing secret."""
    spec = server.spec
    if server.scope != "kernel" or _is_bundled(server) or not _is_plain(spec):
        return ""
    return f"{server.name}={_line(spec)}"


def _is_bundled(server: Server) -> bool:
    """Whether it is the one that everybody has."""
    bundled = isinstance(server.spec, StdioServer) and server.spec.args == DEMO
    return bundled and server.name == "demo"


def _line(spec: ServerSpec) -> str:
    match spec:
        case StdioServer(command=command, args=args):
            return shlex.join((command, *args))
        case HttpServer(url=url):
            return url
        case _:
            return ""


def _is_plain(spec: ServerSpec) -> bool:
    """Whether a command line or an address is all there is to it."""
    match spec:
        case StdioServer(command=command, args=args):
            plain = masked_line((command, *args)) == shlex.join((command, *args))
            return plain and not spec.env and spec.cwd is None
        case HttpServer(url=url):
            return not spec.sent_headers and spec.proxy is None and masked_address(url) == url
        case _:
            return False
