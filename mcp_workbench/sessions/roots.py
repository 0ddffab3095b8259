"""The directories that servers are told they may work in."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from ..errors import UsageInvalid
from ..network import is_local
from ..notebook import working_directory
from ..specs import HttpServer, ServerSpec
from ..visible import one_line, printed

if TYPE_CHECKING:
    from .server import Server


def roots_of(paths: object) -> tuple[Path, ...]:
    """Absolute directories of what a person gives.

    Raises:
        UsageInvalid: it is no list of paths.

    >>> roots_of(["/data/images"])
    (PosixPath('/data/images'),)
    """
    entries = [paths] if isinstance(paths, str | Path) else paths
    if not isinstance(entries, Iterable):
        raise _no_paths(entries)
    found: dict[Path, None] = {}
    for entry in cast("Iterable[object]", entries):
        if not isinstance(entry, str | Path) or not str(entry).strip():
            raise _no_paths(entry)
        found[Path(os.path.abspath(working_directory() / os.path.expanduser(entry)))] = None
    return tuple(found)


def _no_paths(given: object) -> UsageInvalid:
    return UsageInvalid(
        f"{one_line(printed(given), 60)} is no directory",
        hint="give paths, as in wb.roots = ['data'], or [] for none",
        reason="roots",
    )


def roots_for(server: Server, given: tuple[Path, ...] | None, here: Path) -> tuple[Path, ...]:
    """What `server` is told: what a person chose, else the directory of the notebook.

    A server that a file of a project brings learns nothing before the person trusts it; one on
    another machine has no use for our paths, and learns only of what was chosen.

    Source: MCP 2025-11-25, client features, "Roots", security considerations.
    """
    if not server.trusted:
        return ()
    if given is not None:
        return given
    return (here,) if _is_here(server.spec) else ()


def _is_here(spec: ServerSpec) -> bool:
    return not isinstance(spec, HttpServer) or is_local(urlsplit(spec.url).hostname or "")
