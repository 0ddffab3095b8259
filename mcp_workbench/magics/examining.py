"""`%mcp doctor` and `%mcp diff`: what is wrong with a server, and what changed in its tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .command import Command, Line, server_names, sole_word
from .progress import connecting

if TYPE_CHECKING:
    from ..sessions.doctor import Diagnosis
    from ..tools.changes import ToolChanges


def doctor(line: Line) -> Diagnosis:
    """Walk through what a connection needs; the step that fails comes with the fix."""
    name = sole_word(line, "server", "doctor")
    with connecting(name, line.shell):
        return line.workbench.doctor_sync(name)


def diff(line: Line) -> ToolChanges:
    """What the tools say now, against what was approved."""
    name = sole_word(line, "server", "diff")
    server = line.workbench.server(name)
    with connecting(name, line.shell):
        line.workbench.tools_sync(name)
    return server.tool_changes


DOCTOR = Command(
    "doctor",
    ("SERVER",),
    "why a server cannot be connected: step by step, with the fix",
    doctor,
    'await wb.doctor("server")',
    complete=server_names,
)
DIFF = Command(
    "diff",
    ("SERVER",),
    "what changed in its tools since they were approved",
    diff,
    'wb.server("server").tool_changes',
    complete=server_names,
)
