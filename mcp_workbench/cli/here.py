"""The servers that a command may use: of `--connect`, of `.mcp.json` here, and the bundled one."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ConfigInvalid, ServerNotFound, UsageInvalid, near
from ..specs import StdioServer
from ..specs.names import NAME
from ..visible import one_line

if TYPE_CHECKING:
    from ..sessions import Server, Workbench

FILE, DEMO = ".mcp.json", "demo"
SHOWN = 60  # characters of a word in an error


class Here:
    """The servers of one run of the program.

    Args:
        workbench: where they are registered.
        connect: what `--connect` says.

    Raises:
        UsageInvalid: one of them cannot be read.
        ConfigInvalid: one of them is no server.
    """

    def __init__(self, workbench: Workbench, connect: Sequence[str]) -> None:
        self._workbench = workbench
        for text in connect:
            _connect(workbench, *_named(text))

    def all(self) -> tuple[list[Server], list[ConfigInvalid]]:
        """Every server that is configured, else `demo`; and what is wrong with the rest."""
        given = list(self._workbench.servers.values())
        problems: list[ConfigInvalid] = []
        if Path(FILE).exists():
            try:
                self._workbench.add(Path(FILE))
            except ConfigInvalid as error:
                problems.append(error)
            for server in given:
                self._workbench.place(server)  # what the command line says counts
        if not self._workbench.servers and not problems:
            self._workbench.add(DEMO)
        return list(self._workbench.servers.values()), problems

    def server(self, name: str) -> Server:
        """The server called `name`.

        Raises:
            ServerNotFound: there is none; the hint names near ones.
            ConfigInvalid: its entry in the file is wrong.
        """
        if name in self._workbench.servers:
            return self._workbench.servers[name]
        if name == DEMO:
            return _one(self._workbench.add(DEMO))
        if Path(FILE).exists():
            found = self._of_file(name)
            if found is not None:
                return found
        known = [*self._workbench.servers, *self._entries(), DEMO]
        raise ServerNotFound(
            f"there is no server {one_line(name, SHOWN)!r} here",
            hint=f"{near(name, known)}; --connect '{one_line(name, SHOWN)}=COMMAND or URL' adds it",
            reason="not_found",
        )

    def _of_file(self, name: str) -> Server | None:
        try:
            return _one(self._workbench.add(Path(FILE), name))
        except ConfigInvalid as error:
            if error.reason != "not_found":
                raise
            return None

    def _entries(self) -> Iterable[str]:
        from ..sources import load_config

        return [one.name for one in load_config(FILE).servers] if Path(FILE).exists() else []


def _named(text: str) -> tuple[str, str]:
    name, sign, what = text.partition("=")
    if not sign or not NAME.fullmatch(name) or not what.strip():
        raise UsageInvalid(
            f"--connect {one_line(text, SHOWN)!r} is not NAME=WHAT",
            hint="as in --connect 'time=python -m mcp_server_time'",
            reason="connect",
        )
    return name, what


def _connect(workbench: Workbench, name: str, what: str) -> None:
    try:
        workbench.add(what, name)
    except ConfigInvalid as error:
        if error.reason != "not_found":
            raise
        # a program that is not here is told once it is needed, as with arguments behind it
        workbench.add(StdioServer(what.strip()), name)


def _one(found: Server | list[Server]) -> Server:
    return found[0] if isinstance(found, list) else found


@contextmanager
def workbench_here() -> Generator[Workbench]:
    """A workbench for one command; its servers end with it, however the command ends."""
    from ..sessions import Workbench

    workbench = Workbench()
    try:
        yield workbench
    finally:
        workbench.close_sync()
