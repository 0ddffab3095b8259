"""Whether a server may be started, and whether its definition can be used."""

from __future__ import annotations

import asyncio

from ...errors import ConfigUntrusted
from ...sources.trust import TrustStore
from ...visible import one_line, whole_line
from ..starting import startable
from ..trusting import consent_for
from .case import Case, Skipped

SHOWN = 2000  # characters of a line; what is agreed to should be seen


async def agreement(case: Case) -> str:
    """Nothing of a project's file is started, reached or filled in before the person agreed."""
    server = case.server
    consent = await asyncio.to_thread(consent_for, server, case.spec)
    if not consent.needed:
        return f"it is your own ({server.scope})"
    if await asyncio.to_thread(TrustStore().covers, consent.digest):
        return "you agreed to what it does"
    told = "; ".join(whole_line(line, SHOWN) for line in consent.what)
    raise ConfigUntrusted(
        f"server {server.name!r} of {one_line(server.origin)} is not trusted yet, or has"
        f" changed, so it was not touched; it {told}",
        hint=f"if that is what you want: %mcp trust {server.name}",
        reason="no-consent",
    )


async def definition(case: Case) -> str:
    """Variables and secrets are filled in."""
    before = case.spec
    case.spec = await startable(case.server, before)
    filled = [
        field
        for (field, old), (_, new) in zip(before.texts(), case.spec.texts(), strict=False)
        if old != new
    ]
    return f"filled in: {', '.join(filled)}" if filled else "nothing is to be filled in"


async def running(case: Case) -> str:
    """A server that is connected already is asked as it is."""
    if case.server.live_connection is None:
        return Skipped(f"it is {case.server.status}; this makes a connection of its own")
    return "this kernel's connection is used"
