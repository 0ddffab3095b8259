"""The steps from a command line to a process."""

from __future__ import annotations

import os

from ...errors import ConnectionFailed
from ...notebook import working_directory
from ...visible import one_line
from ..environment import child_environment
from ..launchers import check_directory, command_line, oddities
from .case import Case

# faults of a process, rather than of what it says
OF_START = frozenset(("closed", "system", "not_found", "not_executable", "no_directory"))
SHOWN = 6  # directories that are told


async def directory(case: Case) -> str:
    """Where the server starts."""
    check_directory(case.program)
    return f"it starts in {one_line(_absolute(case.program.cwd or os.curdir))}"


async def search_path(case: Case) -> str:
    """Where the program is looked for."""
    path = child_environment(case.program.env).get("PATH", os.defpath)
    places = list(filter(None, path.split(os.pathsep)))
    if not places:
        raise ConnectionFailed(
            "PATH is empty, so no program can be found",
            hint="set PATH in `env`, or give the full path of the command",
            reason="not_found",
        )
    missing = _missing(places)
    told = f"{len(places)} directories"
    if missing:
        more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
        told += f"; not there: {', '.join(map(one_line, missing[:SHOWN]))}{more}"
    return told


def _absolute(path: str) -> str:
    return os.path.abspath(working_directory() / os.path.expanduser(path))


def _missing(places: list[str]) -> list[str]:
    return [place for place in places if not os.path.isdir(place)]


async def program(case: Case) -> str:
    """The program itself."""
    spec = case.program
    found = command_line(spec, child_environment(spec.env))[0]
    odd = "; ".join(oddities(spec))
    told = f"{one_line(spec.command)} is {one_line(found)}"
    return f"{told}; {odd}" if odd else told


async def start(case: Case) -> str:
    """The process: whether it runs long enough to answer."""
    connection = await case.connected()
    fault = case.fault
    if fault is not None and not connection.protocol_version and fault.reason in OF_START:
        raise fault
    return "it runs"
