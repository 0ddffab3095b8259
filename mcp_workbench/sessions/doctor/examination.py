"""The table of steps, and the way through them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...errors import WorkbenchError
from ...specs import HttpServer, InProcessServer, ServerSpec, StdioServer
from ...visible import one_line
from .case import Case, Check, Skipped
from .definition import Definition, Running, Trust
from .diagnosis import Diagnosis, Step
from .network import Name, Port, Proxy, Tls
from .program import Command, Directory, SearchPath, Start
from .protocol import Listing, Redirect, Revision, SignIn, Speech

if TYPE_CHECKING:
    from ..server import Server

FIRST = (Trust(), Definition(), Running())
LAST = (Revision(), Listing())
CHECKS: Mapping[type[ServerSpec], tuple[Check, ...]] = {
    StdioServer: (*FIRST, Directory(), SearchPath(), Command(), Start(), *LAST),
    HttpServer: (
        *(*FIRST, Proxy(), Name(), Port(), Tls()),
        *(Redirect(), SignIn(), Speech(), *LAST),
    ),
    InProcessServer: (*FIRST, Start(), *LAST),
}


async def diagnose(server: Server) -> Diagnosis:
    """Look at `server` step by step until one fails; on the background loop only.

    A connection that it has is used and stays; else one is made for this alone. Nothing of a
    project's file is started or reached before the person agreed to it, and nobody is asked here.
    """
    case, steps = Case(server, server.spec), list[Step]()
    failed = ""
    try:
        for check in CHECKS[type(server.spec)]:
            if failed:
                steps.append(Step(check.name, "skipped", f"not reached: {failed} fails"))
                continue
            steps.append(await _step(check, case))
            failed = check.name if steps[-1].state == "failed" else ""
    finally:
        await case.close()
    return Diagnosis(server.name, server.spec.origin, tuple(steps))


async def _step(check: Check, case: Case) -> Step:
    redactor, started = case.server.workbench.redactor, time.monotonic()
    try:
        told = await check.run(case)
    except WorkbenchError as error:
        seconds = time.monotonic() - started
        return Step(check.name, "failed", one_line(error.what), seconds, redactor.error(error))
    state = "skipped" if isinstance(told, Skipped) else "ok"
    return Step(check.name, state, redactor.text(told), time.monotonic() - started)
