"""Requests of any method, sent as they are given, and their answers as they come."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from ..errors import UsageInvalid
from ..specs import check_timeout
from ..tools import json_value
from ..visible import one_line
from .substitutes import MARK

if TYPE_CHECKING:
    from ..results import RawAnswer
    from .server import Server
    from .tap import Answer

NOTIFICATION = "notifications/"


def raw_params(method: object, params: object) -> dict[str, Any] | None:
    """`params` as JSON has them; `None` for none.

    Raises:
        UsageInvalid: the method is no name, or the parameters are no object.
        ArgumentsInvalid: JSON has no form for a value.

    >>> raw_params("resources/read", {"uri": "note:///1"})
    {'uri': 'note:///1'}
    """
    if not isinstance(method, str) or not method.strip():
        raise UsageInvalid("a request needs a method", hint="as in tools/list", reason="missing")
    if params is not None and not isinstance(params, Mapping):
        raise UsageInvalid(
            f"the parameters of {one_line(method, 60)} are no object",
            hint='as in {"name": "add", "arguments": {}}',
            reason="params",
        )
    return None if params is None else cast("dict[str, Any]", json_value(params))


async def raw_answer(
    server: Server, method: str, params: dict[str, Any] | None, timeout: float | None
) -> RawAnswer:
    """What came of the request, or of the notification; on the background loop only.

    The SDK adds the envelope that the revision wants: `_meta`, and headers where it is HTTP.

    Raises:
        CallTimeout: no answer in time; the server was told to stop.
        WorkbenchError: the server cannot be connected, or no answer of its own came.
    """
    from ..results import RawAnswer

    check_timeout(timeout)
    connection = await server.connection()
    started = time.perf_counter()
    result = error = None
    if method.startswith(NOTIFICATION):
        await connection.tell(lambda client: _notify(client, method, params))
    else:
        what = f"{server.name}: {one_line(method, 60)}"

        async def send(client: Any, answer: Answer) -> None:
            await _send(client, method, params, answer)

        # it may do anything, so that it is not made twice
        raw = (await server.request(what, send, timeout, reads=False)).raw
        if isinstance(raw, dict):
            result = cast("dict[str, Any]", raw)
        else:
            error = raw.model_dump(by_alias=True, exclude_unset=True)
    elapsed = time.perf_counter() - started
    return RawAnswer(
        server.name, method, result, error, elapsed, redact=server.workbench.redactor.json
    )


async def _send(client: Any, method: str, params: dict[str, Any] | None, answer: Answer) -> None:
    from mcp_types import Request
    from pydantic import TypeAdapter

    request = Request[dict[str, Any] | None, str](method=method, params=params)
    try:
        await client.session.send_request(request, TypeAdapter(dict[str, Any]))
    except Exception:
        # what the SDK thinks of an answer does not matter here, as long as there is one
        if answer.raw is None or _is_substitute(answer.raw):
            raise


def _is_substitute(raw: Any) -> bool:
    data: Any = getattr(raw, "data", None)
    return isinstance(data, dict) and MARK in data


async def _notify(client: Any, method: str, params: dict[str, Any] | None) -> None:
    from mcp_types import Notification

    said = Notification[dict[str, Any] | None, str](method=method, params=params)
    await client.session.send_notification(said)
