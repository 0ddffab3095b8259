"""Lines out of chunks of bytes, and messages out of lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

LONE = re.compile("[\ud800-\udfff]")
MANY = 20_000  # lines of one pretty-printed message


class Lines:
    r"""Cuts chunks into lines in time linear in their size; a line is kept up to `longest` bytes.

    >>> lines = Lines(longest=100)
    >>> list(lines.feed(b"a\nb")), list(lines.feed(b"c\n")), list(lines.rest())
    ([b'a'], [b'bc'], [])
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._parts: list[bytes] = []
        self._size = 0

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
            line = b"".join(self._parts)
            self._parts, self._size = [], 0
            yield line

    def _keep(self, part: bytes) -> None:
        part = part[: self._longest - self._size]
        if part:
            self._parts.append(part)
            self._size += len(part)


class Assembler:
    r"""Puts a message that was printed over several lines together again.

    >>> assembler = Assembler()
    >>> [assembler.add(line) for line in (b"{", b'  "id": 1', b"}")]
    [None, None, b'{\n  "id": 1\n}']
    """

    def __init__(self) -> None:
        self._open: list[bytes] = []

    def add(self, line: bytes) -> bytes | None:
        """The message that `line` is or completes; `None` while more is to come."""
        bare = line.rstrip()
        if self._open and (line.startswith(b'{"') or len(self._open) > MANY):
            self._open = []  # it never was a message
        if bare == b"{" or self._open:
            self._open.append(line)
            if bare != b"}":
                return None
            line, self._open = b"\n".join(self._open), []
        return line


def message_of(line: bytes) -> Any:
    r"""The JSON-RPC message in `line`.

    A byte-order mark, bytes that are no UTF-8, and halves of surrogate pairs are put right.

    Raises:
        ValueError: it is no JSON-RPC message.

    Source: MCP 2025-11-25, basic/transports, stdio: messages are delimited by newlines.

    >>> message_of(b'\xef\xbb\xbf{"jsonrpc": "2.0", "id": 1, "result": {}}').id
    1
    """
    from mcp_types import jsonrpc_message_adapter as adapter

    line = line.removeprefix(b"\xef\xbb\xbf")
    try:
        return adapter.validate_json(line, by_name=False)
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
