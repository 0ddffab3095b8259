"""Files read again: what changed in them since the servers were registered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ConfigInvalid
from ..sources import ConfigReport
from ..sources.config import servers_of_environment
from ..sources.options import with_options
from ..sources.scopes import ENVIRONMENT, read_servers
from .registration import started_beside

if TYPE_CHECKING:
    from .server import Server
    from .workbench import Workbench


@dataclass(frozen=True)
class Reloaded:
    """What reading the files again brought.

    Args:
        changed: servers with another definition now; their connections end, and the next use
            connects anew, after a question where the file is not the person's own.
        removed: names of servers that their files have no longer.
        same: servers that are as they were, connections included.
        problems: what is wrong with a file; its servers stay as they were.
    """

    changed: list[Server] = field(default_factory=list["Server"])
    removed: list[str] = field(default_factory=list[str])
    same: list[Server] = field(default_factory=list["Server"])
    problems: list[ConfigInvalid] = field(default_factory=list[ConfigInvalid])


def reload(workbench: Workbench, servers: Iterable[Server]) -> Reloaded:
    """Read the files of `servers` again, each once, and apply what is different.

    Those that a person typed come from no file, and stay as they are.
    """
    told = Reloaded()
    reports: dict[str, ConfigReport] = {}
    for server in servers:
        if server.scope == "kernel":
            continue
        origin = server.origin
        if origin not in reports:
            reports[origin] = _read(origin)
            told.problems.extend(one.as_error() for one in reports[origin].errors)
        _apply(workbench, server, reports[origin], told)
    return told


def _read(origin: str) -> ConfigReport:
    if origin == ENVIRONMENT:
        return servers_of_environment() or ConfigReport(Path(origin))
    return read_servers(Path(origin))


def _apply(workbench: Workbench, server: Server, report: ConfigReport, told: Reloaded) -> None:
    found = next((one for one in report.servers if one.entry == server.entry), None)
    if found is None:
        if any(one.server in (None, server.entry) for one in report.errors):
            told.same.append(server)  # nobody can say what it is now
            return
        workbench.forget(server)
        workbench.part(server.disconnect())
        told.removed.append(server.name)
        return
    try:
        # what a cell laid over the entry holds for what the entry says now, too
        definition = with_options(found.spec, server.laid_over)
    except ConfigInvalid as error:
        told.problems.append(error)
        told.same.append(server)
        return
    spec, server.inputs = started_beside(definition, found.origin), found.inputs
    if (spec, found.disabled) == (server.spec, server.disabled):
        told.same.append(server)
        return
    server.notes = [note.text for note in report.warnings if note.server == server.entry]
    server.redefine(spec, disabled=found.disabled)
    told.changed.append(server)
