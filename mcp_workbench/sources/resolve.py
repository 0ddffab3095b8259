"""Whatever names servers, as definitions: one, a URL, a file, a name, a command line."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..errors import ConfigInvalid, near
from ..grammar import Text, split_command
from ..notebook import expanded, here, is_file, is_there
from ..specs import HttpServer, InProcessServer, ServerObject, ServerSpec, StdioServer
from ..visible import one_line
from .naming import derived_name
from .options import with_options
from .report import ConfigReport, Found, Problem
from .scopes import CELL, Known, known, read_servers

SHOWN = 80  # characters of what was given in an error
FILES = (".json", ".jsonc", ".toml", ".yaml", ".yml")  # endings; all else names something else
DEMO, DEMO_ARGS = "demo", ("-m", "mcp_workbench.demo")
URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S*")


@dataclass(frozen=True)
class Resolution:
    """What was found, and what is wrong with the rest.

    Args:
        servers: the definitions, in order.
        problems: what cannot be used of a file, or not as it was meant: as a whole, or an entry of
            it, which may have several.
        file: the file, where all of it was asked for.
        warnings: what works, although it may not be what was meant.
    """

    servers: list[Found]
    problems: list[ConfigInvalid]
    file: Path | None = None
    warnings: tuple[Problem, ...] = ()


def resolve(
    what: ServerSpec | ServerObject | str | Path,
    name: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    directory: Path | None = None,
) -> Resolution:
    """The servers that `what` names. Nothing is started.

    Args:
        what: a definition, a URL, a configuration file, the name of an entry in one of the scopes
            that `known` gives, or a command line, which is split as a POSIX shell would. `demo` is
            always the server that comes with this package.
        name: what the server will be called; with a file, the one entry that is wanted.
        options: `env`, `cwd`, `headers`, `timeout`, `era`, laid over each definition.
        directory: where the search for servers and for relative files begins; that of the
            notebook by default, where it is known, else the working directory.

    Raises:
        ConfigInvalid: nothing has this name, the command line is empty or does not close its
            quotes, or an option does not fit.

    >>> resolve("python -m mcp_server_time").servers[0].name
    'mcp_server_time'
    >>> resolve("https://mcp.example.com/mcp", "docs").servers[0].spec.transport
    'http'
    """
    found = _find(what, name, directory or here().directory)
    if not options:
        return found
    servers = [replace(one, spec=with_options(one.spec, options)) for one in found.servers]
    return replace(found, servers=servers)


def _find(
    what: ServerSpec | ServerObject | str | Path, name: str | None, directory: Path
) -> Resolution:
    if isinstance(what, StdioServer | HttpServer | InProcessServer):
        return _typed_in_a_cell(what, name)
    if not isinstance(what, str | Path):
        return _typed_in_a_cell(InProcessServer(what), name)
    text = str(what).strip()
    if isinstance(what, str) and URL.fullmatch(text):
        return _typed_in_a_cell(HttpServer(text), name)
    if isinstance(what, Path) or _is_file(text):
        return _from_file(_placed(expanded(text), directory), name)
    words = _split(text)
    if len(words) == 1 and (named := _from_name(words[0], name, directory)) is not None:
        return named
    return _typed_in_a_cell(StdioServer(words[0], tuple(words[1:])), name)


def _typed_in_a_cell(spec: ServerSpec, name: str | None) -> Resolution:
    return Resolution([Found(name or derived_name(spec), spec, origin=CELL)], [])


def _is_file(text: str) -> bool:
    return text.lower().endswith(FILES) and (" " not in text or is_file(expanded(text)))


def _placed(file: Path, directory: Path) -> Path:
    """Where a file lies that is named from the notebook's directory on, or from the working one."""
    beside = directory / file
    return file.absolute() if not is_there(beside) and is_there(file) else beside


def _split(text: str) -> list[str]:
    try:
        words = split_command(text)
    except ValueError as error:
        raise ConfigInvalid(
            f"the command line cannot be split: {str(error).lower()}: {one_line(text, SHOWN)}",
            hint="close its quotes as in a shell, or give StdioServer(command, args)",
            reason="bad-command",
        ) from None
    if not words:
        raise ConfigInvalid(
            "there is no command", hint="as in python -m mcp_server_time", reason="empty"
        )
    return words


def _from_file(path: Path, name: str | None) -> Resolution:
    report = read_servers(path)
    if name is None:
        problems = [problem.as_error() for problem in report.errors]
        return Resolution(list(report.servers), problems, report.path, report.warnings)
    found = _entry(report, name)
    if found is None:
        _raise_for_the_whole(report)
        raise ConfigInvalid(
            f"{report.path} has no server {one_line(name, SHOWN)!r}",
            hint=near(name, _entries(report), empty="there is no server in it"),
            reason="not_found",
        )
    return found


def _entries(report: ConfigReport) -> list[str]:
    return [one.entry for one in report.servers]


def _raise_for_the_whole(report: ConfigReport) -> None:
    for problem in report.errors:
        if problem.server is None:
            raise problem.as_error()


def _entry(report: ConfigReport, name: str) -> Resolution | None:
    """The one entry called `name`, by its own name or by the one that can be typed."""
    wrong = [problem.as_error() for problem in report.errors if problem.server == name]
    for one in report.servers:
        if name in (one.entry, one.name):
            about = (None, one.entry)
            warnings = tuple(note for note in report.warnings if note.server in about)
            return Resolution([one], wrong, warnings=warnings)
    if wrong:
        raise wrong[0]
    return None


def _from_name(word: str, name: str | None, directory: Path) -> Resolution | None:
    """The entry, or the server of this package, that `word` names; `None` for a program."""
    places = known(directory)
    if word == DEMO:
        return _bundled(name or DEMO, places, directory)
    found = nearest(word, places)
    if found is not None:
        servers = [replace(one, name=name or one.name) for one in found.servers]
        return replace(found, servers=servers)
    if "/" in word or "${" in word or shutil.which(word) is not None:
        return None
    for place in places:
        _raise_for_the_whole(place.report)
    names = [entry for place in places for entry in _entries(place.report)]
    raise ConfigInvalid(
        f"{one_line(word, SHOWN)!r} is neither a server that is configured for {directory}, nor a"
        " program",
        hint=near(word, [*names, DEMO]) + "; a command follows --",
        reason="not_found",
    )


def nearest(name: str, places: Iterable[Known]) -> Resolution | None:
    """The server called `name` in the nearest of `places` that has it; `None` where none has.

    Raises:
        ConfigInvalid: its entry cannot be used.

    >>> nearest("time", []) is None
    True
    """
    return next(
        (found for place in places if (found := _entry(place.report, name)) is not None), None
    )


def _bundled(name: str, places: Iterable[Known], directory: Path) -> Resolution:
    """The server of this package, whatever a project that somebody cloned calls its own servers."""
    found = _typed_in_a_cell(StdioServer(sys.executable, DEMO_ARGS), name)
    other = next((place for place in places if place.entry(DEMO) is not None), None)
    if other is None:
        return found
    file = other.report.path
    word = Text(file.name if file.parent == directory else str(file))
    told = (
        f"this is the server that comes with mcp-workbench; {file} has a {DEMO!r} too, which"
        f" %mcp connect {DEMO} {word} connects"
    )
    return replace(found, warnings=(Problem(None, "name-taken", told),))
