"""`%mcp trust`: what a project's file may start from now on."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from ..errors import UsageInvalid, WorkbenchError
from ..grammar import unquoted
from ..visible import one_line, whole_line
from .command import Command, Line, all_servers

if TYPE_CHECKING:
    from ..sessions import Server
    from ..sources.trust import Consent
    from ..tools.changes import ToolChanges

LINE = 2000  # characters of a line; what is agreed to should be seen


class Trusted:
    """What was agreed to, by server.

    Args:
        consents: each server with what it may start now.
        changes: which of their tools changed, and count as approved now.
    """

    def __init__(
        self,
        consents: Iterable[tuple[Server, Consent]],
        changes: Iterable[ToolChanges | WorkbenchError] = (),
    ) -> None:
        self.consents, self.changes = list(consents), list(changes)

    def __repr__(self) -> str:
        lines = [line for server, consent in self.consents for line in _told(server, consent)]
        for change in self.changes:
            if isinstance(change, WorkbenchError):
                lines.append(
                    f"its tools are not looked at: [{change.code}] {one_line(change.what)}"
                )
            elif change:
                lines += [f"approved, {change.summary}", *change.lines()[1:]]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return f'<pre style="background:none">{escape(repr(self))}</pre>'


def _told(server: Server, consent: Consent) -> list[str]:
    if not consent.needed:
        return [f"server {server.name} needs no consent: it is your own ({server.scope})"]
    lines = [f"  {whole_line(line, LINE)}" for line in consent.what]
    return [f"agreed to, and remembered: server {server.name} of {one_line(server.origin)}", *lines]


def trust(line: Line) -> Trusted:
    """Agree to what these servers start, and to what their tools say; a change asks again."""
    if not line.words:
        raise UsageInvalid(
            "trust needs a server",
            hint="%mcp trust SERVER; %mcp servers shows all",
            reason="missing",
        )
    names = dict.fromkeys(map(unquoted, line.words))
    servers = [line.workbench.server(name) for name in names]
    agreed = [(server, server.trust()) for server in servers]
    return Trusted(agreed, [accepted(server) for server in servers])


def accepted(server: Server) -> ToolChanges | WorkbenchError:
    """Approve the tools as they are now, where there were approved ones before.

    The server has to be connected for that; where it cannot be, that is told.
    """
    if server.live_connection is None and not server.tool_approval.remembered:
        return server.tool_changes
    try:
        return server.approve_tools_sync()
    except WorkbenchError as error:
        return error


TRUST = Command(
    "trust",
    ("SERVER…",),
    "agree to what a server of a project's file starts, and to tools that changed",
    trust,
    'wb.server("server").trust()',
    complete=all_servers,
)
