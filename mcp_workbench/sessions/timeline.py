"""Every message between this kernel and one server: kept in bounds, shown without secrets."""

from __future__ import annotations

import itertools
import json
import time
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast, overload

from ..secrets import Redactor
from .extracts import extract, size_at_least, writer
from .saving import save_lines
from .substitutes import MARK

MOST, BYTES = 2000, 8 << 20  # messages that are kept, and bytes of all of them
NOTICES, NOTICE_BYTES = 1000, 1 << 20  # the same for notifications
WHOLE = 64 << 10  # bytes of a message that is kept whole

# `here` is what was said in the server's place; `http` an answer of the network; `note` the rest
Direction = Literal["sent", "received", "here", "http", "note"]


@dataclass(frozen=True)
class Message:
    """One entry of a timeline, without secrets.

    Args:
        number: which one it is, counted from the first of the server.
        time: when it passed.
        direction: `sent` to the server, `received` from it; `here` where this side answered in
            the server's place; `http` for a status of HTTP; `note` for the rest.
        method: of the request or notification; of an answer, that of its request.
        id: of the request; `None` for notifications.
        body: the whole message as it was on the wire, before repairs, or an extract of it.
        size: its bytes, without spaces between its parts; of an extract, so many at least.
        cut: whether `body` is an extract.
        elapsed: seconds between a request and this answer to it; `None` for all else.
    """

    number: int
    time: datetime
    direction: Direction
    method: str
    id: int | str | None
    body: Any
    size: int
    cut: bool
    elapsed: float | None = None

    @property
    def is_error(self) -> bool:
        """Whether it is a JSON-RPC error, or a status of HTTP that tells one."""
        body = _object(self.body)
        status = body.get("status")
        return "error" in body or (isinstance(status, int) and status >= 400)

    @property
    def text(self) -> str:
        """What it says, on one line: parameters, result or error as JSON."""
        body = _object(self.body)
        for key in ("error", "result", "params"):
            if key in body:
                return json.dumps(_meta_last(body[key]), ensure_ascii=False)
        if self.direction == "http":
            return " ".join(str(one) for one in body.values())
        return "" if self.method else str(self.body)

    def as_dict(self) -> dict[str, Any]:
        """All of it as JSON has it, as a line of a saved file does."""
        told = {
            "number": self.number,
            "time": self.time.isoformat(),
            "direction": self.direction,
            "method": self.method,
            "elapsed": self.elapsed,
            "message": self.body,
        }
        if self.cut:
            told["cut_from"] = self.size
        return {key: value for key, value in told.items() if value not in (None, "")}


class _Kept(NamedTuple):
    """As it is kept: written out, since what a message holds may be changed afterwards."""

    number: int
    time: float
    direction: Direction
    body: bytes
    size: int
    cut: bool


class _Shelf:
    """The last of what it is given, within two bounds.

    Args:
        most: entries.
        most_bytes: of all of them.
    """

    def __init__(self, most: int, most_bytes: int) -> None:
        self.kept: deque[_Kept] = deque()
        self._most, self._most_bytes = most, most_bytes
        self._bytes = 0

    def put(self, one: _Kept) -> None:
        """Keep `one`, and let go of the oldest where there is no room."""
        self.kept.append(one)
        self._bytes += len(one.body)
        while len(self.kept) > self._most or self._bytes > self._most_bytes:
            self._bytes -= len(self.kept.popleft().body)

    def clear(self) -> None:
        """Keep nothing."""
        self.kept.clear()
        self._bytes = 0


# the requests so far, by who asked and their id: the method, and when it was asked
_Asked = dict[tuple[Direction, str], tuple[str, float]]


class Timeline:
    """The last messages of one server, over all its connections; it outlives them.

    What comes is written out at once, of a large message an extract; it is read again, and rid of
    secrets, when somebody looks at it. A flood of notifications drives out no request or answer.

    Args:
        redactor: knows what must not be shown.

    >>> timeline = Timeline(Redactor())
    >>> timeline.note("connecting")
    >>> timeline.http({"method": "POST", "status": 200})
    >>> [one.text for one in timeline]
    ['connecting', 'POST 200']
    >>> timeline
    <Timeline: 2 messages>
    """

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._messages = _Shelf(MOST, BYTES)
        self._notices = _Shelf(NOTICES, NOTICE_BYTES)
        self._numbers = itertools.count(1)

    def message(self, direction: Direction, message: Any) -> None:
        """Keep a message of the protocol, as the SDK reads it, as it is now."""
        fields = cast("dict[str, Any]", vars(message))
        error = fields.get("error")
        if error is not None:
            direction, fields = _error_told(direction, fields, error)
        self._keep(direction, fields, is_notice="method" in fields and "id" not in fields)

    def http(self, told: dict[str, Any]) -> None:
        """Keep what HTTP said to a request."""
        self._keep("http", told)

    def note(self, text: str) -> None:
        """Keep what happened to the connection."""
        self._keep("note", text)

    def clear(self) -> None:
        """Forget all."""
        self._messages.clear()
        self._notices.clear()

    def find(self, text: str = "", *, method: str = "", last: int | None = None) -> list[Message]:
        """What is kept, the oldest first.

        Args:
            text: what must stand somewhere in it, whatever the case; never in a secret.
            method: the method that it has, or is the answer to; `notifications/*` for all that
                begin so.
            last: how many at most, the last ones.
        """
        found = [one for one in self if _is_of(method, one) and _holds(text, one)]
        return found[-last:] if last else found

    def save(self, path: str | Path) -> Path:
        """Write all of it to a file, a JSON object a line (JSON Lines).

        Raises:
            ConfigInvalid: the file cannot be written.
        """
        return save_lines(path, (one.as_dict() for one in self))

    def __len__(self) -> int:
        return len(self._messages.kept) + len(self._notices.kept)

    def __iter__(self) -> Iterator[Message]:
        asked: _Asked = {}
        both = [*tuple(self._messages.kept), *tuple(self._notices.kept)]
        for kept in sorted(both, key=lambda one: one.number):
            yield self._read(kept, asked)

    @overload
    def __getitem__(self, at: int) -> Message: ...
    @overload
    def __getitem__(self, at: slice) -> list[Message]: ...
    def __getitem__(self, at: int | slice) -> Message | list[Message]:
        return list(self)[at]

    def __repr__(self) -> str:
        return f"<Timeline: {len(self)} message{'' if len(self) == 1 else 's'}>"

    def _keep(self, direction: Direction, body: Any, *, is_notice: bool = False) -> None:
        # to write out all of a large one would hold up every server
        size = size_at_least(body)
        written = b"" if size > WHOLE else _written(body)
        size = max(size, len(written))
        is_cut = size > WHOLE
        if is_cut:
            written = json.dumps(extract(body), default=str).encode()
        shelf = self._notices if is_notice else self._messages
        shelf.put(_Kept(next(self._numbers), time.time(), direction, written, size, is_cut))

    def _read(self, kept: _Kept, asked: _Asked) -> Message:
        body: Any = json.loads(kept.body)
        fields = _object(body)
        method, request = str(fields.get("method") or ""), cast("Any", fields.get("id"))
        began: float | None = None
        if kept.direction == "http":
            method = ""
        elif method and request is not None:
            asked[kept.direction, str(request)] = method, kept.time
        elif fields and not method:
            asker: Direction = "received" if kept.direction == "sent" else "sent"
            method, began = asked.get((asker, str(request)), ("", None))
        if fields.get("params", 0) is None:
            body = {key: one for key, one in fields.items() if key != "params"}
        return Message(
            kept.number,
            datetime.fromtimestamp(kept.time, UTC),
            kept.direction,
            self._redactor.text(method),
            request,
            self._redactor.json(body),
            kept.size,
            kept.cut,
            None if began is None else round(kept.time - began, 6),
        )


def _error_told(
    direction: Direction, fields: dict[str, Any], error: Any
) -> tuple[Direction, dict[str, Any]]:
    """An error as JSON; one that was made on this side is told as such."""
    told: dict[str, Any] = error.model_dump(by_alias=True, exclude_unset=True)
    if MARK in _object(told.get("data")):
        del told["data"]
        direction = "here"
    return direction, {**fields, "error": told}


def _written(body: Any) -> bytes:
    """`body` as JSON; what is nested too deep is shortened."""
    try:
        return writer()(body)
    except (ValueError, RecursionError):  # too deep, or half of a pair, which is no UTF-8
        return json.dumps(extract(body), default=str).encode()


def _object(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _meta_last(value: Any) -> Any:
    """What is said comes first, and what every message says of itself behind it."""
    fields = _object(value)
    if "_meta" not in fields:
        return value
    return {**{key: one for key, one in fields.items() if key != "_meta"}, "_meta": fields["_meta"]}


def _is_of(method: str, message: Message) -> bool:
    if method.endswith("*"):
        return bool(message.method) and message.method.startswith(method[:-1])
    return not method or message.method == method


def _holds(text: str, message: Message) -> bool:
    if not text:
        return True
    told = json.dumps(message.as_dict(), ensure_ascii=False, default=str)
    return text.casefold() in told.casefold()
