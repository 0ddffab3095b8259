"""`%mcp connect` and `%mcp add`: servers from command lines, URLs, files and names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..grammar import ConnectLine, Expression, Variable, parse_connect
from ..grammar.connect import OPTIONS, REPEATED
from ..sources import CELL
from ..specs import ERAS, StdioServer
from .command import Command, Complete, Line, Typing, all_servers
from .listings import ServerListing
from .progress import connecting
from .resolving import value_of

if TYPE_CHECKING:
    from ..sessions import Server

USAGE = ("NAME -- COMMAND ARGS…", "NAME URL", "NAME $server", "FILE.json", "NAME", "demo")
# what the notebook has already: an `MCPServer`, a definition, or the text of an address
OBJECT = re.compile(r"\$([A-Za-z_]\w*)|\{(.+)\}", re.DOTALL)


def connect(line: Line) -> Any:
    """Register what the line names, and connect it."""
    read = parse_connect(line.words)
    known = _registered_here(line, read)
    if known is not None:
        with connecting(known.name, line.shell):
            return known.warm_sync()
    with connecting(_called(read), line.shell):
        found = line.workbench.connect_sync(_what(read, line), read.name, **read.options)
    return _shown(found)


def add(line: Line) -> Any:
    """Register what the line names; nothing starts."""
    read = parse_connect(line.words)
    return _shown(line.workbench.add(_what(read, line), read.name, **read.options))


def _what(read: ConnectLine, line: Line) -> Any:
    if not isinstance(read.what, str):
        # a command even where its only word is the name of something else
        return StdioServer(read.what[0], read.what[1:])
    found = OBJECT.fullmatch(read.what)
    if found is None:
        return read.what
    node = Variable(found[1]) if found[1] else Expression(found[2])
    return value_of(node, {}, line.scope)


def _called(read: ConnectLine) -> str:
    """How a line of progress calls it; an address may hold what nobody else should see."""
    bare = isinstance(read.what, str) and "://" not in read.what
    return read.name or (str(read.what) if bare else "")


def _registered_here(line: Line, read: ConnectLine) -> Server | None:
    """The server that an earlier cell registered under the sole word of the line.

    One of the notebook's own scopes is looked up there again, since the file may have changed; so
    is one of a file that was given, by its path.
    """
    if read.name is not None or read.options or not isinstance(read.what, str):
        return None
    known = line.workbench.servers.get(read.what)
    if known is not None and known.scope == "file":
        line.workbench.reload([known])
        return known
    return known if known is not None and known.origin in ("", CELL) else None


def _shown(found: Server | list[Server]) -> Any:
    if not isinstance(found, list):
        return found
    return ServerListing(found)


def _complete(typing: Typing) -> list[str]:
    return [*all_servers(typing), "demo"]


VALUES: Mapping[str, Complete] = {"--era": lambda _: ERAS, "--type": lambda _: ("http", "sse")}
CONNECT = Command(
    "connect",
    USAGE,
    "register a server, or all of a file, and connect",
    connect,
    "await wb.connect(what, name, **options)",
    OPTIONS,
    _complete,
    values=VALUES,
    repeated=REPEATED,
)
ADD = Command(
    "add",
    USAGE,
    "register a server, or all of a file; nothing starts before its first use",
    add,
    "wb.add(what, name, **options)",
    OPTIONS,
    _complete,
    values=VALUES,
    repeated=REPEATED,
)
