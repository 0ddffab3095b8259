"""The definition of a server as it is used: its placeholders filled, its secrets known."""

from __future__ import annotations

import asyncio
import os
from functools import partial
from typing import TYPE_CHECKING

from ..errors import ConnectionFailed
from ..secrets import passwords_in, secret_values
from ..specs import ServerSpec, StdioServer
from ..specs.placeholders import placeholders, reference
from .environment import child_environment
from .log_redaction import redact_logs

if TYPE_CHECKING:
    from .server import Server

SLOW = ("secret", "file", "envFile")  # kinds of placeholders that wait for a keyring, or a disk


async def startable(server: Server, spec: ServerSpec) -> ServerSpec:
    """`spec` with nothing left to fill; on the background loop only.

    From now on its secrets are left out of whatever its workbench shows.

    Args:
        server: whose definition it is.
        spec: the one that may be started, see `ensure_trusted`.

    Raises:
        ConnectionFailed: it is disabled (reason `disabled`).
        VariableUnset, SecretNotFound, ConfigInvalid: as `sources.fill`.
    """
    from ..sources import fill

    if server.disabled:
        raise ConnectionFailed(
            f"server {server.name!r} is disabled",
            hint=f"%mcp enable {server.name} lets it start again",
            reason="disabled",
        )
    workbench = server.workbench
    inputs, secret = workbench.inputs.of(server), workbench.secrets.get
    filled_now = partial(fill, spec, os.environ, server.name, inputs=inputs, secret=secret)
    # all servers share this loop
    filled = await asyncio.to_thread(filled_now) if takes_time(spec) else filled_now()
    workbench.redactor.learn(secret_values(spec, filled))
    if isinstance(spec, StdioServer):
        workbench.redactor.learn(passwords_in(child_environment({})))
    redact_logs(workbench.redactor)
    return filled


def takes_time(spec: ServerSpec) -> bool:
    """Whether a placeholder of it names a secret of the stores, or a file."""
    return any(reference(one.content).kind in SLOW for one in placeholders(spec))
