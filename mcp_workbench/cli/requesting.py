"""`mcp-workbench request`: any method, unchecked, and the raw answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import click

from ..errors import UsageInvalid
from ..grammar import read_json
from .exits import DONE, FAILED
from .given import SECONDS, json_option, starting_options
from .here import Here, workbench_here
from .output import json_text, put, put_json, say


@click.command()
@click.argument("server")
@click.argument("method")
@click.argument("params", metavar="[JSON]", required=False)
@click.option("--timeout", type=SECONDS, help="Seconds it may take.")
@starting_options
@json_option
def request(
    server: str,
    method: str,
    params: str | None,
    timeout: float | None,
    connect: Sequence[str],
    as_json: bool,
) -> int:
    """Send any METHOD to SERVER, unchecked, and write its raw answer.

    JSON holds the parameters, as in '{"name": "add"}'. A JSON-RPC error ends with exit code 1.
    """
    given = _params(params)
    with workbench_here() as workbench:
        _ = Here(workbench, connect).server(server)
        answer = workbench.request_sync(server, method, given, timeout=timeout)
        if as_json:
            key = "result" if answer.error is None else "error"
            put_json({"ok": answer.error is None, "method": method, key: answer.shown})
        elif answer.error is not None:
            say(repr(answer))
        elif answer.result is not None:
            put(json_text(answer.shown))
        return DONE if answer.error is None else FAILED


def _params(text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    try:
        value: Any = read_json(text)
    except ValueError as error:
        raise UsageInvalid(
            f"the parameters are not JSON: {error}", hint="""as in '{"a": 1}'""", reason="json"
        ) from None
    if not isinstance(value, dict):
        raise UsageInvalid(
            "the parameters are no JSON object", hint="""as in '{"a": 1}'""", reason="json"
        )
    return cast("dict[str, Any]", value)
