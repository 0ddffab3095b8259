"""What a front end sends, read into the shapes that it must have."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, cast, get_args

from ..errors import UsageInvalid, near
from ..messages import AnswerRequest, OpeningMessage, Request
from ..visible import one_line

VERSION = 1
ID = re.compile(r"[!-~]{1,100}")
LARGEST = 32 << 20  # characters of all texts of a request
LONGEST_NAME = 1000  # characters of the name of a server or tool, which stands in errors
DECISIONS = get_args(AnswerRequest.__annotations__["decision"])
Channel = Literal["rpc", "events"]


def read_opening(data: object) -> Channel | None:
    """The channel that a comm is opened for; None where this version knows no such one.

    >>> read_opening({"version": 1, "channel": "rpc"}), read_opening({"version": 2})
    ('rpc', None)
    """
    opening = _object(data)
    if opening.get("version") != VERSION:
        return None
    channels = get_args(OpeningMessage.__annotations__["channel"])
    return next((known for known in channels if known == opening.get("channel")), None)


def notebook_of(data: object) -> str:
    """The path of the notebook that an opening tells, from the root of its server on.

    >>> notebook_of({"version": 1, "channel": "rpc", "notebook": "books/a.ipynb"})
    'books/a.ipynb'
    """
    found = _object(data).get("notebook")
    return found if isinstance(found, str) and len(found) <= LONGEST_NAME else ""


def id_of(data: object) -> str | None:
    """The id of a request, with which it can be answered however wrong it is.

    >>> id_of({"id": "1"}), id_of({"id": 1})
    ('1', None)
    """
    found = _object(data).get("id")
    return found if isinstance(found, str) and ID.fullmatch(found) else None


def read_request(data: object) -> Request:
    """The request that a comm brought.

    Raises:
        UsageInvalid: there is no such method, or it lacks something, or is too large.

    >>> read_request({"id": "1", "method": "warm", "server": "demo", "more": 1})
    {'id': '1', 'method': 'warm', 'server': 'demo'}
    """
    told, name = _object(data), id_of(data)
    if name is None:
        raise UsageInvalid("a request has no id", hint="give it one", reason="id")
    method = told.get("method")
    if not isinstance(method, str) or method not in FIELDS:
        known = near(str(method)[:LONGEST_NAME], FIELDS)
        raise UsageInvalid(
            f"there is no method {one_line(str(method)[:LONGEST_NAME], 60)!r}",
            hint=f"{known}; kernel and front end may be of different versions",
            reason="method",
        )
    fields = FIELDS[method]
    wrong = next((field for field, fits in fields.items() if not fits(told.get(field))), None)
    if wrong is not None:
        raise UsageInvalid(
            f"{method}: {wrong!r} is missing, of a wrong type, or too long",
            hint="kernel and front end may be of different versions",
            reason="params",
        )
    request = {"id": name, "method": method, **{field: told[field] for field in fields}}
    return cast("Request", request)


def _object(data: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", data) if isinstance(data, Mapping) else {}


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def _is_values(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    texts = cast("dict[Any, Any]", value)
    if not all(isinstance(one, str) for pair in texts.items() for one in pair):
        return False
    return sum(len(key) + len(text) for key, text in texts.items()) <= LARGEST


def _is_decision(value: object) -> bool:
    return isinstance(value, str) and value in DECISIONS


# what each method needs beside its id
FIELDS: Mapping[str, Mapping[str, Callable[[object], bool]]] = {
    "warm": {"server": _is_name},
    "close": {"server": _is_name},
    "tools": {"server": _is_name},
    "call": {"server": _is_name, "tool": _is_name, "values": _is_values},
    "line": {"server": _is_name, "tool": _is_name, "values": _is_values},
    "cancel": {"request": _is_name},
    "answer": {"question": _is_name, "decision": _is_decision, "content": _is_values},
    "moved": {"notebook": _is_name},
}
