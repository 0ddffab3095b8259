"""`mcp-workbench doctor` and `servers changes`: what is wrong with a server, and what changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from .exits import DONE, FAILED, exit_of
from .given import json_option, starting_options
from .here import Here, workbench_here
from .output import put, put_json
from .words import in_our_words

if TYPE_CHECKING:
    from ..tools.changes import ToolChanges


@click.command()
@click.argument("name", metavar="SERVER")
@starting_options
@json_option
def doctor(name: str, connect: Sequence[str], as_json: bool) -> int:
    """Walk through what a connection to SERVER needs, and name the step that fails and the fix."""
    with workbench_here() as workbench:
        server = Here(workbench, connect).server(name)
        found = workbench.doctor_sync(server.name)
        if as_json:
            put_json({**found.to_dict(), "what": found.what})
        else:
            put(in_our_words(repr(found)))
    return exit_of(found.error)


@click.command()
@click.argument("name", metavar="SERVER")
@starting_options
@json_option
def changes(name: str, connect: Sequence[str], as_json: bool) -> int:
    """Show what changed in the tools of SERVER since they were approved; 1 where something did.

    `servers trust SERVER` approves them as they are.
    """
    with workbench_here() as workbench:
        server = Here(workbench, connect).server(name)
        workbench.tools_sync(server.name)
        found = server.tool_changes
        if as_json:
            put_json(changes_json(found))
        else:
            put(in_our_words(repr(found)))
    return FAILED if found.changed or found.removed else DONE


def changes_json(found: ToolChanges) -> dict[str, Any]:
    """What changed, for programs."""
    return {
        "server": found.server,
        "since": found.since,
        "added": list(found.added),
        "removed": list(found.removed),
        "changed": {
            name: [{"place": one.place, "lines": one.lines()[1:]} for one in several]
            for name, several in found.changed.items()
        },
    }
