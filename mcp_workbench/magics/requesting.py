"""`%mcp request`, and `%mcp call --raw`: what nobody checks before it is sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from ..errors import UsageInvalid
from ..grammar import given_twice, parse_arguments, read_json, read_options, unquoted
from ..visible import one_line
from .body import read_body
from .command import SHOWN, Command, Line, Typing, all_servers
from .numbers import TIMEOUT, timeout_of
from .progress import ProgressLine
from .resolving import value_of

if TYPE_CHECKING:
    from ..results import RawAnswer, ToolResult

OPTIONS = {TIMEOUT: "SECONDS"}
# of the server side, in all revisions that are known; any other may be sent as well
METHODS = (
    "ping",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "resources/subscribe",
    "resources/unsubscribe",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "logging/setLevel",
    "server/discover",
    "notifications/initialized",
    "notifications/roots/list_changed",
)


def request(line: Line) -> RawAnswer:
    """The answer to any method, as it came; a JSON-RPC error is a value, too."""
    words, given = read_options(line.words, OPTIONS)
    if len(words) < 2:
        raise UsageInvalid(
            f"request needs {'a method' if words else 'a server and a method'}",
            hint="%mcp request SERVER METHOD {…}",
            reason="missing",
        )
    server, method, *rest = words
    params = read_json_object(rest, line, 'as in {"name": "add"}')
    name, asked = unquoted(server), unquoted(method)
    with ProgressLine(f"{name}: {asked}", line.shell):
        return line.workbench.request_sync(name, asked, params, timeout=timeout_of(given))


def call_raw(line: Line) -> ToolResult:
    """The answer of a tool to arguments that nobody checked; the tool need not be known."""
    from .calling import refuse_no_tool

    words, given = read_options(line.words, OPTIONS)
    tool, *rest = [*map(unquoted, words[:1]), *words[1:]] or [""]
    refuse_no_tool(tool, line.workbench, "call --raw")
    texts = [word for word in rest if word.startswith("{")]
    arguments = read_json_object(texts, line, 'as in {"a": 1}') or {}
    for one in parse_arguments([word for word in rest if not word.startswith("{")]):
        if one.name in arguments:
            raise given_twice(one.name)
        # no schema: a value is what it looks like
        arguments[one.name] = value_of(one.node, None, line.scope)
    timeout = timeout_of(given)
    with ProgressLine(tool, line.shell) as progress:
        return line.workbench.call_raw_sync(
            tool, arguments, timeout=timeout, raise_on_error=False, progress=progress.tell
        )


def read_json_object(words: list[str], line: Line, hint: str) -> dict[str, Any] | None:
    """The one JSON object of the line, or of the cell below it; `None` where there is neither.

    Raises:
        UsageInvalid: there is more than one, or it is none.
    """
    if len(words) > 1 or (words and line.body and line.body.strip()):
        raise UsageInvalid("there is more than one JSON object", hint=hint, reason="too-many")
    if not words:
        return read_body(line.body) or None
    try:
        value = read_json(words[0])
    except ValueError as error:
        raise UsageInvalid(
            f"{one_line(words[0], SHOWN)} is not JSON: {error}", hint=hint, reason="json"
        ) from None
    if not isinstance(value, Mapping):
        raise UsageInvalid(
            f"{one_line(words[0], SHOWN)} is no JSON object", hint=hint, reason="json"
        )
    return dict(cast("Mapping[str, Any]", value))


def _complete(typing: Typing) -> Iterable[str]:
    return (all_servers(typing), METHODS, ())[min(len(typing.plain), 2)]


REQUEST = Command(
    "request",
    ("SERVER METHOD", "SERVER METHOD {…}", "--timeout SECONDS SERVER METHOD {…}"),
    "send any method to a server, unchecked, and see the raw answer",
    request,
    'await wb.request("server", "tools/list", params)',
    OPTIONS,
    _complete,
    takes_body=True,
)
