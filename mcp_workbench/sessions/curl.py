"""A call over HTTP written for `curl`, with variables of the shell where secrets stand."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from .._version import __version__
from ..errors import UsageInvalid
from ..specs import Basic, HttpServer, ServerSpec
from ..specs.masking import MASK, literal_masked_value, masked_words
from ..specs.placeholders import PIECE, reference
from .revisions import LEGACY, MODERN

JSON_BODY = ("Content-Type: application/json", "Accept: application/json, text/event-stream")
META = "io.modelcontextprotocol/"
CLIENT = {"name": "curl", "version": __version__}
# `-g`: what stands in the address is no pattern, which would make several calls of one
CURL = "curl -gsS"
# the id of the session that the server gave, from the headers of its answer
SESSION = """tr -d '\\r' | awk -F': ' 'tolower($1) == "mcp-session-id" {print $2}'"""


def curl_lines(
    spec: ServerSpec | None, tool: str, arguments: Mapping[str, Any], revision: str = ""
) -> str:
    """The lines of a POSIX shell that make the call: one, or three where hands are shaken first.

    Args:
        spec: the server, its placeholders not filled: each becomes a variable of its name.
        tool: its own name.
        arguments: JSON values.
        revision: that the server speaks; the newest with a handshake where it is not known.

    Raises:
        UsageInvalid: the server is not spoken to over streamable HTTP.

    Source: MCP 2025-11-25 and 2026-07-28, basic/transports, streamable HTTP.

    >>> spec = HttpServer("http://127.0.0.1:8000/mcp", {"Authorization": "Bearer ${TOKEN}"})
    >>> print(curl_lines(spec, "now", {}, "2026-07-28").split(" -H 'Content-Type")[0])
    curl -gsS "http://127.0.0.1:8000/mcp" -H "Authorization: Bearer ${TOKEN}"
    """
    if not isinstance(spec, HttpServer) or spec.type != "http":
        raise UsageInvalid(
            "only a call over streamable HTTP can be made with curl",
            hint="export it as a cell, as JSON, or as a line of mcp-workbench",
            reason="no-http",
        )
    base = " ".join([CURL, _in_shell("url", _without_literals(spec.url)), *_given(spec)])
    call: dict[str, Any] = {"name": tool, "arguments": dict(arguments)}
    if revision == MODERN:
        return _modern(base, tool, call)
    return "\n".join(_with_handshake(base, call, revision if revision in LEGACY else LEGACY[-1]))


def _modern(base: str, tool: str, call: dict[str, Any]) -> str:
    from mcp.shared.inbound import encode_header_value

    headers = (
        f"MCP-Protocol-Version: {MODERN}",
        "Mcp-Method: tools/call",
        f"Mcp-Name: {encode_header_value(tool)}",
    )
    meta = {
        f"{META}protocolVersion": MODERN,
        f"{META}clientInfo": CLIENT,
        f"{META}clientCapabilities": {},
    }
    return _post(base, _headers(*headers), _request(1, "tools/call", {**call, "_meta": meta}))


def _with_handshake(base: str, call: dict[str, Any], revision: str) -> Iterator[str]:
    hello = {"protocolVersion": revision, "capabilities": {}, "clientInfo": CLIENT}
    first = _post(base, ["-o /dev/null -D -"], _request(0, "initialize", hello))
    yield f"SESSION=$({first} | {SESSION})"
    known = [*_headers(f"MCP-Protocol-Version: {revision}"), '-H "Mcp-Session-Id: $SESSION"']
    yield _post(base, known, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    yield _post(base, known, _request(1, "tools/call", call))


def _request(number: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def _headers(*headers: str) -> list[str]:
    return [f"-H {shlex.quote(one)}" for one in headers]


def _post(base: str, options: list[str], body: dict[str, Any]) -> str:
    """One line; `options` are words of a shell already."""
    words = [base, *_headers(*JSON_BODY), *options]
    return " ".join([*words, "--data-raw", shlex.quote(json.dumps(body))])


def _given(spec: HttpServer) -> Iterator[str]:
    """The options for the way to the server, and for what is sent with every request."""
    if spec.proxy:
        yield f"-x {_in_shell('proxy', _without_literals(spec.proxy))}"
    elif spec.proxy is not None:
        yield "--noproxy '*'"
    if spec.verify is not True:
        yield f"--cacert {shlex.quote(spec.verify)}" if spec.verify else "-k"
    headers = spec.headers if isinstance(spec.auth, Basic) else spec.sent_headers
    for name, value in headers.items():
        yield f"-H {_in_shell(name, f'{name}: {_hidden(name, value)}')}"
    if isinstance(spec.auth, Basic):
        user, password = spec.auth.user, _hidden("PASSWORD", spec.auth.password)
        yield f"-u {_in_shell('user', f'{user}:{password}')}"


def _hidden(name: str, value: str) -> str:
    """`value`, or a placeholder for it where it may be a secret itself."""
    if literal_masked_value(name, value) == value:
        return value
    scheme = re.match(r"(?i)(bearer|basic) ", value)
    return f"{scheme[0] if scheme else ''}${{{_variable(name)}}}"


def _without_literals(url: str) -> str:
    return masked_words([url])[0].replace(MASK, "${SECRET}")


def _in_shell(name: str, text: str) -> str:
    """`text` in double quotes, its placeholders as variables of the shell."""
    parts: list[str] = []
    at = 0
    for found in PIECE.finditer(text):
        parts.append(_escaped(text[at : found.start()]))
        if found[3]:
            named = reference(found[2]).name or name
            parts.append(f"${{{_variable(named)}}}")
        else:  # meant as it is, or without its brace
            parts.append(_escaped(found[1] or found[0]))
        at = found.end()
    return f'"{"".join(parts)}{_escaped(text[at:])}"'


def _escaped(text: str) -> str:
    return re.sub(r'([\\"`$])', r"\\\1", text)


def _variable(name: str) -> str:
    """A name that a shell takes, for a variable, a secret or a header."""
    told = re.sub(r"\W", "_", name, flags=re.ASCII)
    told = told if name.isidentifier() and name.isascii() else told.upper()
    return f"_{told}" if told[:1].isdigit() else told or "SECRET"
