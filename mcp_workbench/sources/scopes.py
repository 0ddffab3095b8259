"""Where definitions of servers stand, nearest first, without anybody naming a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..home import home
from ..notebook import is_there
from ..settings import current_settings
from .config import VARIABLE, load_config, servers_of_environment
from .report import ConfigReport, Found

# `file` is one that somebody named, such as another client's
Scope = Literal["kernel", "environment", "project", "user", "file"]
CELL = "cell"
ENVIRONMENT = VARIABLE  # where its servers say that they come from
PROJECT_FILE, USER_FILE = ".mcp.json", "servers.json"


@dataclass(frozen=True)
class Known:
    """One place in which servers are looked for.

    Args:
        scope: how near it is.
        report: what stands there.
    """

    scope: Scope
    report: ConfigReport

    def entry(self, name: str) -> Found | None:
        """The server called `name`, by its own name or by the one that can be typed."""
        found = [one for one in self.report.servers if name in (one.entry, one.name)]
        return found[0] if found else None


def project_file(directory: Path) -> Path | None:
    """The `.mcp.json` in `directory`, or in the nearest directory above that has one.

    A repository's root is the last that is looked at. Neither the home directory nor the root of
    the file system is, save where the search begins there: what lies there belongs to no project.

    >>> project_file(Path("/no/such/directory")) is None
    True
    """
    ends = {Path(os.path.expanduser("~")), Path(directory.anchor)}
    for at in (directory, *directory.parents):
        if at in ends and at != directory:
            return None
        if is_there(at / PROJECT_FILE):
            return at / PROJECT_FILE
        if is_there(at / ".git") or at in ends:
            return None
    return None


def project_root(directory: Path) -> Path:
    """Where a project's `.mcp.json` belongs: beside the one there is, else at the repository's
    root, else in `directory` itself.
    """
    file = project_file(directory)
    if file is not None:
        return file.parent
    home_directory = Path(os.path.expanduser("~"))
    for at in (directory, *directory.parents):
        if at == home_directory:
            break
        if is_there(at / ".git"):
            return at
    return directory


def user_file() -> Path:
    """The user's own servers, in the form of `.mcp.json`; it need not be there."""
    return home() / USER_FILE


def known(directory: Path) -> list[Known]:
    """All that is configured for `directory`, nearest first; nothing is started.

    >>> known(Path("/no/such/directory"))
    []
    """
    return list(_known(directory))


def _known(directory: Path) -> Iterator[Known]:
    settings = current_settings()
    environment = servers_of_environment()
    if environment is not None:
        yield Known("environment", environment)
    project = project_file(directory) if settings.project_servers else None
    if project is not None:
        yield Known("project", read_servers(project))
    if settings.user_servers and is_there(user_file()):
        yield Known("user", read_servers(user_file()))


def read_servers(path: Path, text: str | None = None) -> ConfigReport:
    """The report on a file; the user's own servers are in the form of `.mcp.json`.

    Args:
        path: the file.
        text: what it is taken to hold; what is in it where it is `None`.
    """
    own = path == user_file()
    return load_config(path, client="claude-code" if own else None, text=text)


def configured(places: Iterable[Known]) -> list[Found]:
    """All servers of `places`; of those that share a name the nearest, as `connect` takes it."""
    found: dict[str, Found] = {}
    for place in places:
        for one in place.report.servers:
            found.setdefault(one.name, one)
    return list(found.values())


def scope_of(origin: str) -> Scope:
    """The scope of a definition that comes from `origin`, as servers keep it.

    >>> scope_of("cell"), scope_of("/data/shop/.mcp.json"), scope_of("/home/me/.cursor/mcp.json")
    ('kernel', 'project', 'file')
    """
    if origin in ("", CELL):
        return "kernel"
    if origin == ENVIRONMENT:
        return "environment"
    path = Path(origin)
    if path == user_file():
        return "user"
    return "project" if path.name == PROJECT_FILE else "file"


def is_own(scope: Scope) -> bool:
    """Whether what stands there is the person's own word, so that it needs no consent.

    A file that comes with a project, or with whatever was downloaded, is somebody else's.
    """
    return scope in ("kernel", "environment", "user")
