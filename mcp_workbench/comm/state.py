"""All that a front end shows of this kernel, as one message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._version import __version__
from ..messages import ServerMessage, StateMessage
from ..results import error_message
from ..visible import one_line
from .replies import READ

if TYPE_CHECKING:
    from ..sessions import Server, Workbench

LINE, LONGEST, WARNINGS = 400, 4000, 50  # characters of a line and of an error; warnings shown


def state_of(workbench: Workbench | None, revision: int) -> StateMessage:
    """The servers of `workbench` as they are now; none where there is no workbench.

    >>> state_of(None, 1)["servers"]
    []
    """
    told: list[ServerMessage] = []
    if workbench is not None:
        servers = list(workbench.servers.values())
        told = workbench.redactor.json([_server(server) for server in servers], READ)
    return {
        "version": 1,
        "type": "state",
        "package": __version__,
        "revision": revision,
        "servers": told,
    }


def _server(server: Server) -> ServerMessage:
    error = None if server.error is None else error_message(server.error)
    if error is not None:
        error["text"], error["hint"] = error["text"][:LONGEST], error["hint"][:LONGEST]
    was_connected = bool(server.protocol_version)
    return {
        "name": server.name,
        "transport": server.transport,
        "address": one_line(server.spec.origin, LINE),
        "origin": one_line(server.origin or "cell", LINE),
        "status": server.status,
        "disabled": server.disabled,
        "protocol_version": one_line(server.protocol_version),
        "tools": len(server.tools) if was_connected else None,
        "listed": server.listed,
        "error": error,
        "warnings": [one_line(warning, LINE) for warning in server.warnings[:WARNINGS]],
    }
