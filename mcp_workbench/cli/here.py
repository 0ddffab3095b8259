"""The servers that a command may use: of `--connect`, of all scopes, and the bundled one."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import click

from ..errors import ConfigInvalid, ConfigUntrusted, ServerNotFound, UsageInvalid, near
from ..specs import StdioServer
from ..specs.names import NAME
from ..visible import one_line
from .given import TRUST
from .output import say
from .person import person_here

if TYPE_CHECKING:
    from ..sessions import Server, Workbench

DEMO = "demo"
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

    def __init__(self, workbench: Workbench, connect: Sequence[str] = ()) -> None:
        self._workbench = workbench
        for text in connect:
            name, what = _named(text)
            added(workbench, what, name)

    def all(self) -> tuple[list[Server], list[ConfigInvalid]]:
        """Every server that is configured, else `demo`; and what is wrong with the rest."""
        from ..notebook import here
        from ..sessions.registration import registered
        from ..sources.scopes import configured, known

        places = known(here().directory)
        given = set(self._workbench.servers)  # what the command line says counts
        for place in places:
            for found in configured([place]):
                if found.name not in given:
                    given.add(found.name)
                    registered(self._workbench, found, place.report.warnings)
        problems = [problem.as_error() for place in places for problem in place.report.errors]
        if not self._workbench.servers and not problems:
            self._workbench.add(DEMO)
        return list(self._workbench.servers.values()), problems

    def startable(self) -> tuple[list[Server], list[ConfigInvalid]]:
        """Those of `all` that are not disabled; `--trust` covers them."""
        servers, problems = self.all()
        enabled = [server for server in servers if not server.disabled]
        for server in enabled:
            with suppress(ConfigUntrusted):  # told once it is needed
                _trust_if_asked_to(server)
        return enabled, problems

    def server(self, name: str) -> Server:
        """The server called `name`.

        Raises:
            ServerNotFound: there is none; the hint names near ones.
            ConfigInvalid: its entry in a file is wrong.
            ConfigUntrusted: `--trust` does not cover it.
        """
        try:
            server = self._found(name)
        except ServerNotFound:
            known = [one.name for one in self._workbench.configured()]
            shown = one_line(name, SHOWN)
            raise ServerNotFound(
                f"there is no server {shown!r} here",
                hint=f"{near(name, [*self._workbench.servers, *known, DEMO])};"
                f" --connect '{shown}=COMMAND or URL' adds it",
                reason="not_found",
            ) from None
        _trust_if_asked_to(server)
        return server

    def _found(self, name: str) -> Server:
        if name == DEMO and DEMO not in self._workbench.servers:
            return added(self._workbench, DEMO, DEMO)
        return self._workbench.server(name)


def _trust_if_asked_to(server: Server) -> None:
    """Agree to what `--trust` agrees to: all but what can make a command run something else."""
    context = click.get_current_context(silent=True)
    if context is None or not context.find_root().meta.get(TRUST) or server.trusted:
        return
    from ..magics.trusting import Trusted
    from ..sources.consent import hijacking

    names = hijacking(server.spec)
    if names:
        raise ConfigUntrusted(
            f"server {server.name!r} sets {', '.join(names)}, which can make it run something else"
            " than it says; --trust does not cover that",
            hint=f"look at it, and agree to it: %mcp trust {server.name}",
            reason="hijacking",
        )
    say(repr(Trusted([(server, server.trust())])))


def _named(text: str) -> tuple[str, str]:
    name, sign, what = text.partition("=")
    if not sign or not NAME.fullmatch(name) or not what.strip():
        raise UsageInvalid(
            f"--connect {one_line(text, SHOWN)!r} is not NAME=WHAT",
            hint="as in --connect 'time=python -m mcp_server_time'",
            reason="connect",
        )
    return name, what


def added(
    workbench: Workbench,
    what: str | tuple[str, ...],
    name: str,
    options: Mapping[str, Any] | None = None,
) -> Server:
    """The server that `what` is, registered.

    Raises:
        ConfigInvalid: it is none, or an option does not fit.
    """
    spec = what if isinstance(what, str) else StdioServer(what[0], what[1:])
    try:
        server = workbench.add(spec, name, **options or {})
    except ConfigInvalid as error:
        if error.reason != "not_found" or not isinstance(what, str):
            raise
        # a program that is not here is told once it is needed, as with arguments behind it
        server = workbench.add(StdioServer(what.strip()), name, **options or {})
    return server[0] if isinstance(server, list) else server


@contextmanager
def workbench_here() -> Generator[Workbench]:
    """A workbench for one command; its servers end with it, however the command ends."""
    from ..sessions import Workbench

    workbench = Workbench()
    try:
        with person_here():
            yield workbench
    finally:
        workbench.close_sync()
