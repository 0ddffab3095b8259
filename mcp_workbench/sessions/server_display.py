"""A server as a cell shows it: one line, and below it what a person needs when there is trouble."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from ..errors import WorkbenchError
from ..visible import one_line, visible

if TYPE_CHECKING:
    from .server import Server

LINE, LONGEST = 400, 4000  # characters of one line, and of an error or a hint
LOG, WARNINGS = 20, 50  # last lines of a log, and warnings, that are shown
KEY = "text-align:left;vertical-align:top;font-weight:600"
CODE = "background:none;padding:0"
VALUE = "text-align:left;vertical-align:top;white-space:pre-wrap"


def server_text(server: Server) -> str:
    """The line of `server`; where there is trouble, the error, warnings and last log lines too."""
    rows = list(_trouble(server)) if _is_troubled(server) else []
    told = (f"{name}: {text}" for name, text in rows)
    return "\n".join((one_line(repr(server), LINE), *told))


def server_html(server: Server) -> str:
    """The line of `server`, which opens to all that is known; open where there is trouble."""
    state = " open" if _is_troubled(server) else ""
    rows = "".join(
        f'<tr><th style="{KEY}">{name}</th><td style="{VALUE}">{escape(text)}</td></tr>'
        for name, text in (*_facts(server), *_trouble(server))
        if text
    )
    line = escape(one_line(repr(server), LINE))
    return (
        f'<details{state}><summary><code style="{CODE}">{line}</code></summary>'
        f"<table><tbody>{rows}</tbody></table></details>"
    )


def _is_troubled(server: Server) -> bool:
    return server.error is not None or bool(server.warnings)


def _facts(server: Server) -> Iterator[tuple[str, str]]:
    disabled = " (disabled)" if server.disabled else ""
    names = ", ".join(tool.name for tool in server.tools)
    yield "name", server.name
    yield "transport", server.transport
    yield "status", server.status + disabled
    yield "protocol", one_line(server.protocol_version)
    yield "tools", one_line(f"{len(server.tools)}: {names}", LINE) if names else ""
    yield "from", one_line(server.origin, LINE)
    yield "on stdout", f"{server.noises} lines that are not the protocol" if server.noises else ""
    if server.status == "connecting":
        yield "it wrote", one_line(server.log[-1], LINE) if server.log else ""


def _trouble(server: Server) -> Iterator[tuple[str, str]]:
    error, log = server.error, server.log[-LOG:]
    if error is not None:
        yield "error", visible(f"[{error.code}] {error.what}"[:LONGEST])
        if error.hint:
            yield "hint", visible(error.hint[:LONGEST])
    for warning in server.warnings[:WARNINGS]:
        yield "warning", one_line(warning, LINE)
    if log and not _repeats(error, log):
        yield "log", "\n".join(one_line(line, LINE) for line in log)


def _repeats(error: WorkbenchError | None, log: list[str]) -> bool:
    """Whether the error tells the last words of the server already."""
    return error is not None and one_line(log[-1], LINE) in visible(str(error))
