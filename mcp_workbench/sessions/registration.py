"""From what a person gave to registered servers, broken entries left aside."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ConfigInvalid, WorkbenchError
from ..notebook import working_directory
from ..specs import ServerObject, ServerSpec, StdioServer, check_name, handle
from .launchers import oddities
from .secret_moving import in_plain_text
from .server import Server

if TYPE_CHECKING:
    from ..sources import Found, Problem
    from .workbench import Workbench

_registering = threading.Lock()


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
            if isinstance(one, BaseException) and not isinstance(one, WorkbenchError):
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
    what: ServerSpec | ServerObject | str | Path,
    name: str | None,
    options: Mapping[str, Any],
) -> Registration:
    """Register the servers that `what` names; nothing starts.

    Raises:
        ConfigInvalid: `what` names nothing, or an option does not fit.
    """
    from ..sources import resolve

    options = dict(options)
    sampling = options.pop("sampling", None)  # who answers it, which is no part of what it is
    resolution = resolve(what, name, options)
    servers = [registered(workbench, found, resolution.warnings) for found in resolution.servers]
    for server in servers:
        server.sampling, server.laid_over = sampling, options
    if servers:
        servers[0].notes += [note.text for note in resolution.warnings if note.server is None]
    many = resolution.file is not None and name is None
    return Registration(servers, list(resolution.problems), many)


def registered(workbench: Workbench, found: Found, warnings: Iterable[Problem] = ()) -> Server:
    """The server that is made of `found`, placed in `workbench`; nothing starts."""
    server = Server(
        workbench,
        name_beside(found, workbench.servers),
        started_beside(found.spec, found.origin),
        disabled=found.disabled,
        origin=found.origin,
        entry=found.entry,
        notes=[note.text for note in warnings if note.server == found.entry],
        inputs=found.inputs,
    )
    server.notes += [*in_plain_text(server), *oddities(found.spec)]
    workbench.place(server)
    return server


def started_beside(spec: ServerSpec, origin: str) -> ServerSpec:
    """`spec`, which stands in `origin`; that of a project's file further up starts beside it.

    There `python server.py` means the one beside the file, wherever the notebook is.
    """
    from ..sources.scopes import scope_of

    place = Path(origin).parent
    if not isinstance(spec, StdioServer) or scope_of(origin) != "project":
        return spec
    if place == working_directory() or (spec.cwd or "").startswith("${"):
        return spec  # a directory that a placeholder begins is looked for from nowhere
    return replace(spec, cwd=str(place / os.path.expanduser(spec.cwd or ".")))


def name_beside(found: Found, there: Mapping[str, Server]) -> str:
    """What `found` is called beside the servers that are `there`.

    One of exactly its name is replaced. Where a name differs by its case alone, the entry of a file
    gets another, and the same one each time.

    Raises:
        ConfigInvalid: a name that a person typed cannot be one, or differs by its case alone.
    """
    others = [name for name in there if name != found.name]
    if not found.entry:
        return check_free(found.name, others)
    if found.name.casefold() not in {name.casefold() for name in others}:
        return check_name(found.name)
    origin, entry = found.origin, found.entry
    again = (one.name for one in there.values() if (one.origin, one.entry) == (origin, entry))
    return next(again, None) or handle(found.name, there)


def check_free(name: str, taken: Iterable[str]) -> str:
    """`name`, where a server may be called so beside those that are `taken`.

    Raises:
        ConfigInvalid: it cannot be typed, or is taken; names differ by more than their case.
    """
    check_name(name)
    other = next((one for one in taken if one.casefold() == name.casefold()), None)
    if other is not None:
        raise ConfigInvalid(
            f"there is a server {other!r} already", hint="choose another name", reason="name-taken"
        )
    return name


def at_first_use(workbench: Workbench, name: str) -> Server | None:
    """The server called `name` of the nearest scope that has it, registered now; `None` for none.

    Raises:
        ConfigInvalid: its entry cannot be used.
    """
    from ..notebook import here
    from ..sources.resolve import nearest
    from ..sources.scopes import known

    found = nearest(name, known(here().directory))
    if found is None:
        return None
    (one,) = found.servers
    with _registering:  # two uses at once, in two threads, are of one server
        known_already = workbench.servers.get(one.name)
        return known_already or registered(workbench, one, found.warnings)


def not_registered(workbench: Workbench) -> list[Found]:
    """What is configured, nearest first, and not registered; nothing of it starts."""
    from ..notebook import here
    from ..sources.scopes import configured, known

    found = configured(known(here().directory))
    return [one for one in found if one.name not in workbench.servers]
