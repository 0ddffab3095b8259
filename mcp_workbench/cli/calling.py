"""`mcp-workbench call`: one call of one tool."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..grammar import Argument
from ..visible import one_line
from .exits import exit_of
from .given import SECONDS, arguments, json_option, starting_options
from .here import Here, workbench_here
from .output import error_json, json_text, put, put_json, say, say_error, say_warnings

if TYPE_CHECKING:
    from ..results import ToolResult
    from ..sessions import Workbench

LINE = 200  # characters of a line of progress
PAUSE = 0.5  # seconds between two lines of progress


@click.command()
@click.argument("tool", metavar="SERVER.TOOL")
@click.argument("given", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--timeout", type=SECONDS, help="Seconds the call may take.")
@starting_options
@json_option
def call(
    tool: str, given: Sequence[str], timeout: float | None, connect: Sequence[str], as_json: bool
) -> int:
    """Call a tool.

    A value is typed by the tool's schema; KEY:=JSON gives JSON, KEY=@PATH the text of a file,
    KEY=@@PATH its bytes as base64.
    """
    from ..magics.calling import refuse_no_tool

    read = arguments(given, files=True)
    with workbench_here() as workbench:
        here = Here(workbench, connect)
        refuse_no_tool(tool, workbench)
        _ = here.server(tool.partition(".")[0])
        result = workbench.call_sync(
            tool,
            _values(read, tool, workbench),
            timeout=timeout,
            raise_on_error=False,
            progress=_Progress(tool).tell,
        )
        if as_json:
            # what a terminal shows is often kept, as by a build
            put_json(result.redact(_document(result)))
        elif result.error is None:
            put(result.redact(shown_value(result)))
        say_warnings(result.warnings)
        if result.error is not None:
            say_error(result.error)
        return exit_of(result.error)


def _values(read: Sequence[Argument], tool: str, workbench: Workbench) -> dict[str, Any]:
    from ..magics.calling import argument_value

    described = workbench.tool_sync(tool)
    return {one.name: argument_value(one, described, {}) for one in read}


class _Progress:
    """Says how far a call is, now and then."""

    def __init__(self, tool: str) -> None:
        self._tool, self._said = tool, 0.0

    def tell(self, done: float, total: float | None, message: str | None) -> None:
        if time.monotonic() - self._said >= PAUSE:
            self._said = time.monotonic()
            share = f"{done:g} of {total:g}" if total else f"{done:g}"
            say(one_line(" · ".join(filter(None, (self._tool, share, message))), LINE))


def shown_value(result: ToolResult) -> str:
    """The value as it is where it is text, else as JSON, else what a terminal can show of it."""
    if isinstance(result.value, str):
        return result.value
    try:
        json.dumps(result.value)
    except (TypeError, ValueError):
        from ..results.view import bundle

        return str(bundle(result)["text/plain"])
    return json_text(result.value)


def _document(result: ToolResult) -> dict[str, Any]:
    """The call for programs; `content` is as on the wire, so pictures are whole."""
    try:
        json.dumps(result.value)
        value = result.value
    except (TypeError, ValueError):
        value = None
    return {
        "ok": result.error is None,
        "tool": result.context.full_name,
        "value": value,
        "content": result.wire.get("content", []),
        "error": error_json(result.error),
        "warnings": result.warnings,
        "elapsed": round(result.elapsed, 3),
    }
