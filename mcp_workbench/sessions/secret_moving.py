"""Credentials in plain text, moved from the definition of a server into the secret store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..grammar import ConnectLine
from ..specs import HttpServer, StdioServer
from ..specs.authentication import written

if TYPE_CHECKING:
    from ..sources.inline_secrets import InlineSecret
    from .server import Server


@dataclass(frozen=True)
class Moved:
    """What was moved.

    Args:
        server: whose definition it was.
        fields: each field with the name of its secret.
        file: the file that was changed; empty for a definition of a cell.
        line: the line for the cell in the place of the old one; empty where a file was changed.
    """

    server: str
    fields: Sequence[tuple[str, str]]
    file: str = ""
    line: str = ""


def move_secrets(server: Server) -> Moved:
    """Keep each credential of the definition in the secret store, and refer to it from there.

    The file that holds the definition is changed; one of a cell cannot be, so the line that belongs
    there is returned. The next connection uses the references.

    Raises:
        ConfigInvalid: the store or the file cannot be changed; both are as they were.
    """
    from ..sources import CELL
    from ..sources.editing import refer_entry
    from ..sources.inline_secrets import inline_secrets, with_references

    found = _named_freely(server, inline_secrets(server.name, server.spec))
    if not found:
        return Moved(server.name, ())
    secrets, was_trusted = server.workbench.secrets, server.trusted
    before, spec = secrets.names(), with_references(server.spec, found)
    for one in found:
        secrets.set(one.name, one.value)
    fields = tuple((one.place, one.name) for one in found)
    is_of_cell = server.origin in ("", CELL)
    try:
        if not is_of_cell:
            refer_entry(Path(server.origin), server.entry, found)
    except BaseException:
        for name in {one.name for one in found}.difference(before):
            secrets.delete(name)
        raise
    server.spec = spec
    if is_of_cell:
        return Moved(server.name, fields, line=f"%mcp connect {_line(server)}")
    if was_trusted:
        server.trust()  # it starts the same as before
    return Moved(server.name, fields, file=server.origin)


def in_plain_text(server: Server) -> list[str]:
    """A warning for each credential that the line of a cell holds; a file is warned of by its
    reader.
    """
    from ..sources import CELL
    from ..sources.inline_secrets import inline_secrets, told

    if server.origin not in ("", CELL):
        return []
    return told(server.name, inline_secrets(server.name, server.spec))


def _named_freely(server: Server, found: Iterable[InlineSecret]) -> list[InlineSecret]:
    """`found`, each under a name that is not taken by another value."""
    secrets = server.workbench.secrets
    taken, named = set(secrets.names()), list["InlineSecret"]()
    for one in found:
        name, count = one.name, 2
        while name in taken and secrets.get(name) != one.value:
            name, count = f"{one.name}_{count}", count + 1
        taken.add(name)
        named.append(replace(one, name=name))
    return named


def _line(server: Server) -> str:
    """What connects `server` as it is now."""
    spec = server.spec
    if isinstance(spec, StdioServer):
        options = {"env": spec.env, "cwd": spec.cwd, "timeout": spec.timeout}
        what: str | tuple[str, ...] = (spec.command, *spec.args)
    elif isinstance(spec, HttpServer):
        what = spec.url
        options = {"headers": spec.headers, **written(spec.auth), "timeout": spec.timeout}
    else:
        return server.name
    given = {name: value for name, value in options.items() if value}
    return str(ConnectLine(what, server.name, given))
