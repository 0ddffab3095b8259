"""The table of steps, and the way through them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...errors import WorkbenchError
from ...specs import HttpServer, InProcessServer, ServerSpec, StdioServer
from ...visible import one_line
from .case import Case, Check, Skipped
from .definition import agreement, definition, running
from .diagnosis import Diagnosis, Step
from .network import addresses, certificate, listener, way
from .program import directory, program, search_path, start
from .protocol import lists, place, revision, sign_in, speech

if TYPE_CHECKING:
    from ..server import Server

Checks = tuple[tuple[str, Check], ...]
FIRST: Checks = (("trust", agreement), ("definition", definition), ("connected", running))
LAST: Checks = (("version", revision), ("lists", lists))
CHECKS: Mapping[type[ServerSpec], Checks] = {
    StdioServer: (
        *FIRST,
        ("directory", directory),
        ("PATH", search_path),
        ("command", program),
        ("start", start),
        *LAST,
    ),
    HttpServer: (
        *FIRST,
        ("proxy", way),
        ("DNS", addresses),
        ("TCP", listener),
        ("TLS", certificate),
        ("redirect", place),
        ("sign-in", sign_in),
        ("answer", speech),
        *LAST,
    ),
    InProcessServer: (*FIRST, ("start", start), *LAST),
}


async def diagnose(server: Server) -> Diagnosis:
    """Look at `server` step by step until one fails; on the background loop only.

    A connection that it has is used and stays; else one is made for this alone. Nothing of a
    project's file is started or reached before the person agreed to it, and nobody is asked here.
    """
    # one definition for all steps: a file may be read anew between them
    spec = server.spec
    case, steps = Case(server, spec), list[Step]()
    failed = ""
    try:
        for name, check in CHECKS[type(spec)]:
            if failed:
                steps.append(Step(name, "skipped", f"not reached: {failed} fails"))
                continue
            steps.append(await _step(name, check, case))
            failed = name if steps[-1].state == "failed" else ""
    finally:
        await case.close()
    return Diagnosis(server.name, spec.origin, tuple(steps))


async def _step(name: str, check: Check, case: Case) -> Step:
    redactor, started = case.server.workbench.redactor, time.monotonic()
    try:
        told = await check(case)
    except WorkbenchError as error:
        known = redactor.error(error)
        return Step(name, "failed", one_line(known.what), time.monotonic() - started, known)
    state = "skipped" if isinstance(told, Skipped) else "ok"
    return Step(name, state, redactor.text(told), time.monotonic() - started)
