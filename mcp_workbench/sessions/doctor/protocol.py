"""The steps from a connection to what the server offers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...errors import AuthorizationRequired, WorkbenchError
from ...offers import KINDS, TEMPLATES
from .case import Case, Skipped

if TYPE_CHECKING:
    from ..connection import Connection

SIGN_IN = ("authorization", "x-api-key", "api-key")


def _is_sign_in(fault: WorkbenchError) -> bool:
    return isinstance(fault, AuthorizationRequired)


async def place(case: Case) -> str:
    """Whether the server is where the URL says."""
    await case.connected()
    if case.fault is not None and case.fault.reason == "redirect":
        raise case.fault
    if case.fault is not None and case.fault.reason == "timeout":
        return Skipped("nobody answered, so that is not known")
    return "it leads nowhere else"


async def sign_in(case: Case) -> str:
    """Whether the server knows who asks, where it wants to."""
    await case.connected()
    if case.fault is not None and _is_sign_in(case.fault):
        raise case.fault
    if case.fault is not None:
        return Skipped("no session came about, so that is not known")
    given = [name for name in case.place.sent_headers if name.lower() in SIGN_IN]
    return f"{', '.join(given)} is taken" if given else "none is wanted"


async def speech(case: Case) -> str:
    """Whether what answers is an MCP server."""
    connection = await case.connected()
    fault = case.fault
    if fault is not None and not connection.protocol_version and fault.reason != "version":
        raise fault
    return f"it speaks MCP over {connection.transport}"


async def revision(case: Case) -> str:
    """The revision of the protocol that both sides speak."""
    connection = await case.connected()
    if case.fault is not None and not connection.protocol_version:
        raise case.fault
    how = "asked for" if connection.modern else "agreed on in a handshake"
    return f"{connection.protocol_version}, {how}"


async def lists(case: Case) -> str:
    """What the server offers."""
    connection = await case.connected()
    if case.fault is not None:
        raise case.fault
    counts = [_counted(len(connection.tools), "tools")]
    for kind in KINDS:
        if connection.lists.has(kind) and kind.name != "tools":
            values = await connection.lists.current(kind)
            counts += [_counted(len(values), kind.name)] if values or kind is not TEMPLATES else []
    return "; ".join([", ".join(counts), *_odd(connection)])


def _counted(count: int, what: str) -> str:
    return f"{count} {what.removesuffix('s') if count == 1 else what}"


def _odd(connection: Connection) -> Iterator[str]:
    if connection.warnings:
        count = len(connection.warnings)
        yield f"{count} {'thing is' if count == 1 else 'things are'} odd: {connection.warnings[0]}"
