"""Lines out of chunks of bytes, and messages out of lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from mcp_types import jsonrpc_message_adapter as adapter
from pydantic_core import from_json

HEAD, TAIL = 1024, 256  # bytes of a broken answer in which the id of its request is looked for
MARK = b"\xef\xbb\xbf"  # of the order of bytes, which some systems put before all that they write
LONE = re.compile("[\ud800-\udfff]")
BEGINS = re.compile(rb'\{\s*(?:"|\Z)')  # a message on a line of its own, or spread over several
STARTS = re.compile(rb"(?:\xef\xbb\xbf)?\s*[{\[]")  # anything else costs no parsing
MAY_START = re.compile(rb"[\xef\xbb\xbf\s]*[{\[]")  # the same, were the line cut anywhere
# what stands outside all inner braces, at the two ends of an object
OPENING, CLOSING = re.compile(rb"\s*\{([^{}\[\]]*)"), re.compile(rb"[^{}\[\]]*\}\s*\Z")
BATCH = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[")
IN_A_BATCH = 1000  # messages of one line that are read
ID = re.compile(rb'"id"\s*:\s*(-?\d{1,18}|"(?:[^"\\]|\\.){0,200}")')


class Lines:
    r"""Cuts chunks into lines in time linear in their size.

    Of a line of more than `longest` bytes so many are kept, and its last 256 behind them: its
    length tells that it was longer. Of one that cannot be a message, so little as `others` says.

    >>> lines = Lines(longest=100)
    >>> list(lines.feed(b"a\nb")), list(lines.feed(b"c\n")), list(lines.rest())
    ([b'a'], [b'bc'], [])
    """

    def __init__(self, longest: int, others: int | None = None) -> None:
        self._longest = longest
        self._others = longest if others is None else others
        self._parts: list[bytes] = []
        self._size, self._limit = 0, self._others
        self._tail = b""

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that `chunk` completes, without their ends."""
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            self._keep(end)
            yield from self.rest()
        self._keep(rest)

    def rest(self) -> Iterator[bytes]:
        """What stands after the last line end, if anything; for the end of the stream."""
        if self._parts:
            line = b"".join((*self._parts, self._tail))
            self._parts, self._size, self._tail = [], 0, b""
            self._limit = self._others
            yield line

    def _keep(self, part: bytes) -> None:
        if self._limit != self._longest and self._size < HEAD and MAY_START.match(part):
            self._limit = self._longest
        room = self._limit - self._size
        if len(part) > room:
            self._tail = (self._tail + part[max(room, len(part) - TAIL) :])[-TAIL:]
            part = part[:room]
        if part:
            self._parts.append(part)
            self._size += len(part)


class Assembler:
    r"""Puts a message that was printed over several lines together again.

    >>> assembler = Assembler(longest=100)
    >>> [assembler.add(line) for line in (b"{", b'  "id": 1', b"}")]
    [[], [], [b'{\n  "id": 1\n}']]
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._open: list[bytes] = []
        self._size = 0

    def add(self, line: bytes) -> list[bytes]:
        """What is complete with `line`: it or a message, and lines that turn out to be none.

        What grows beyond `longest` bytes is given as one, so that its length tells it.
        """
        if not self._open and line.rstrip() != b"{":
            return [line]
        if self._open and BEGINS.match(line):  # what is open never was a message
            return [*self.rest(), *self.add(line)]
        self._open.append(line)
        self._size += len(line) + 1
        if line.rstrip() == b"}" or self._size > self._longest:
            return [b"\n".join(self.rest())]
        return []

    @property
    def is_open(self) -> bool:
        """Whether lines wait for more."""
        return bool(self._open)

    def rest(self) -> list[bytes]:
        """The lines that wait for more; for the end of the stream."""
        lines, self._open, self._size = self._open, [], 0
        return lines


@dataclass(frozen=True)
class NoMessage:
    """A line that is no message.

    Args:
        request: the id of the request that it should have answered, where one can be made out.
        reason: `malformed` or `too_large`.
        is_answer: whether it is the rest of an answer all the same, so that somebody waits for it.
    """

    request: int | str | None = None
    reason: str = "malformed"
    is_answer: bool = False


def messages_in(line: bytes, longest: int) -> list[Any]:
    r"""The JSON-RPC messages in `line`: one, or those of a batch; a `NoMessage` if there is none.

    A batch counts at every revision, since whoever waits for what it holds would wait in vain.

    Args:
        line: what a server wrote.
        longest: bytes of the largest message that is read.

    Source: MCP 2025-03-26, basic, batching; no other revision has it.

    >>> line = b'[{"jsonrpc": "2.0", "method": "a"}, 7, {"jsonrpc": "2.0", "method": "b"}]'
    >>> [message.method for message in messages_in(line, 100)]
    ['a', 'b']
    >>> messages_in(b"[INFO] hello", 100)
    [NoMessage(request=None, reason='malformed', is_answer=False)]
    """
    if len(line) > longest or not BATCH.match(line):
        return [message_in(line, longest)]
    try:
        members = json.loads(line.removeprefix(MARK).decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return [NoMessage()]
    if not members or len(members) > IN_A_BATCH:
        return [NoMessage()]
    found = [message_in(json.dumps(member).encode(), longest) for member in members]
    return [one for one in found if not _is_noise(one)] or [NoMessage()]


def _is_noise(found: Any) -> bool:
    return isinstance(found, NoMessage) and not found.is_answer


def message_in(line: bytes, longest: int) -> Any:
    r"""The JSON-RPC message in `line`, or a `NoMessage`.

    A byte-order mark, bytes that are no UTF-8, and halves of surrogate pairs are put right.

    Args:
        line: what a server wrote.
        longest: bytes of the largest message that is read.

    Source: MCP 2025-11-25, basic/transports, stdio: messages are delimited by newlines.

    >>> message_in(b'\xef\xbb\xbf{"jsonrpc": "2.0", "id": 1, "result": {}}', 100).id
    1
    >>> message_in(b'{"jsonrpc": "2.0", "id": 1, "result": 7}', 100)
    NoMessage(request=1, reason='malformed', is_answer=True)
    """
    if not STARTS.match(line):
        return NoMessage(reason="too_large" if len(line) > longest else "malformed")
    line = line.removeprefix(MARK)
    if len(line) > longest:
        return _broken(line, "too_large")
    try:
        return _message(line)
    except (ValueError, RecursionError):
        return _broken(line, "malformed")


def _message(line: bytes) -> Any:
    try:
        # in two steps, which take a fifth of the time, and no other thread runs meanwhile
        return adapter.validate_python(from_json(line), by_name=False)
    except ValueError:
        if b"\\ud" not in line and b"\\uD" not in line and _is_utf8(line):
            raise
    return adapter.validate_python(_without_halves(json.loads(line.decode("utf-8", "replace"))))


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _without_halves(value: Any) -> Any:
    return json.loads(LONE.sub("\ufffd", json.dumps(value, ensure_ascii=False)))


def _broken(line: bytes, reason: str) -> NoMessage:
    opening, closing = OPENING.match(line[:HEAD]), CLOSING.search(line[-TAIL:])
    outer = b"".join((opening[1] if opening else b"", b",", closing[0] if closing else b""))
    # a request, a notification, or what a program logs as JSON: nobody waits for those
    if opening is None or b'"method"' in outer or not _is_like_an_answer(outer):
        return NoMessage(reason=reason)
    found = ID.search(outer)
    return NoMessage(cast("int | str", json.loads(found[1])) if found else None, reason, True)


def _is_like_an_answer(outer: bytes) -> bool:
    return any(key in outer for key in (b'"jsonrpc"', b'"result"', b'"error"'))
