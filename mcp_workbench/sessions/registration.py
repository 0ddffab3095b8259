"""From what a person gave to registered servers, broken entries left aside."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ConfigInvalid
from ..specs import ServerSpec, check_name
from .server import Server

if TYPE_CHECKING:
    from .workbench import Workbench


@dataclass(frozen=True)
class Registration:
    """What one `add` brought.

    Args:
        servers: those that were registered.
        problems: what is wrong with the rest.
        many: whether they come from a file, so that a list is the answer.
    """

    servers: list[Server]
    problems: list[ConfigInvalid]
    many: bool

    async def warm(self) -> None:
        """Connect all that are not disabled, at the same time; on the background loop only.

        Raises:
            WorkbenchError: the only one that was asked for cannot be connected.
        """
        if not self.many:
            await asyncio.gather(*(server.connection() for server in self.servers))
            return
        wanted = [server.connection() for server in self.servers if not server.disabled]
        # each keeps its own error, and the others go on
        found = await asyncio.gather(*wanted, return_exceptions=True)
        for one in found:
            if isinstance(one, BaseException) and not isinstance(one, Exception):
                raise one

    def finished(self) -> Server | list[Server]:
        """The servers.

        Raises:
            ConfigInvalid: entries of the file are wrong; the hint names what was registered.
        """
        if not self.problems:
            return self.servers if self.many else self.servers[0]
        names = ", ".join(server.name for server in self.servers)
        told = f"{names}; %mcp servers shows them" if names else "nothing"
        what = "\n".join(problem.what for problem in self.problems)
        first = self.problems[0]
        raise ConfigInvalid(
            what, hint=f"{first.hint}; registered from this file: {told}", reason=first.reason
        )


def register(
    workbench: Workbench,
    what: ServerSpec | str | Path,
    name: str | None,
    options: Mapping[str, Any],
) -> Registration:
    """Register the servers that `what` names; nothing starts.

    Raises:
        ConfigInvalid: `what` names nothing, or an option does not fit.
    """
    from ..sources import resolve

    resolution = resolve(what, name, options)
    servers = [
        Server(
            workbench,
            check_name(found.name),
            found.spec,
            disabled=found.disabled,
            origin=found.origin,
            notes=[note.text for note in resolution.warnings if note.server == found.entry],
        )
        for found in resolution.servers
    ]
    if servers:
        servers[0].notes += [note.text for note in resolution.warnings if note.server is None]
    for server in servers:
        workbench.place(server)
    many = resolution.file is not None and name is None
    return Registration(servers, list(resolution.problems), many)
