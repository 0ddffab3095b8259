"""Whether a server may be started, and whether its definition can be used."""

from __future__ import annotations

import asyncio

from ...errors import ConfigUntrusted
from ...visible import one_line, whole_line
from ..starting import startable
from .case import Case, Skipped

SHOWN = 2000  # characters of a line; what is agreed to should be seen


class Trust:
    """Nothing of a project's file is started, reached or filled in before the person agreed."""

    name = "trust"

    async def run(self, case: Case) -> str:
        """See `Check`."""
        server = case.server
        consent, trusted = await asyncio.to_thread(lambda: (server.consent, server.trusted))
        if trusted:
            own = f"it is your own ({server.scope})"
            return "you agreed to what it does" if consent.needed else own
        told = "; ".join(whole_line(line, SHOWN) for line in consent.what)
        raise ConfigUntrusted(
            f"server {server.name!r} of {one_line(server.origin)} is not trusted yet, or has"
            f" changed, so it was not touched; it {told}",
            hint=f"if that is what you want: %mcp trust {server.name}",
            reason="no-consent",
        )


class Definition:
    """Variables and secrets are filled in."""

    name = "definition"

    async def run(self, case: Case) -> str:
        """See `Check`."""
        before = case.spec
        case.spec = await startable(case.server, case.server.spec)
        filled = [
            field
            for (field, old), (_, new) in zip(before.texts(), case.spec.texts(), strict=False)
            if old != new
        ]
        return f"filled in: {', '.join(filled)}" if filled else "nothing is to be filled in"


class Running:
    """A server that is connected already is asked as it is."""

    name = "connected"

    async def run(self, case: Case) -> str:
        """See `Check`."""
        if case.server.live_connection is None:
            return Skipped(f"it is {case.server.status}; this makes a connection of its own")
        return "this kernel's connection is used"
