"""Every call that was made here, and how it can be made again."""

from __future__ import annotations

import itertools
import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from ..errors import CallCancelled, UsageInvalid
from .entry_forms import as_cell, as_command, as_curl
from .extracts import extract, size_at_least, writer
from .saving import json_line, save_lines
from .surface import Surface

if TYPE_CHECKING:
    from ..errors import WorkbenchError
    from ..results import CallContext, ToolResult
    from .workbench import Workbench

MOST, BYTES = 1000, 64 << 20  # calls that are kept, and bytes of what they sent and brought
WHOLE = 1 << 20  # bytes of a result, or of arguments, that are kept whole
INTERRUPTED = CallCancelled("the call was interrupted", reason="interrupted")


@dataclass(frozen=True, eq=False)
class HistoryEntry:
    """One call.

    Args:
        number: which one it was, counted from the first.
        time: when it was made.
        surface: from where: `python`, `magic`, `panel` or `agent`.
        raw: whether its arguments were not checked.
        whole: whether its arguments are all there, so that it can be made again.
        result: what came of it; of a large one, an extract, which its warnings tell.
        workbench: where it was made.
    """

    number: int
    time: datetime
    surface: Surface
    raw: bool
    whole: bool
    result: ToolResult
    workbench: Workbench

    @property
    def server(self) -> str:
        """The name of the server."""
        return self.result.context.server

    @property
    def tool(self) -> str:
        """`server.tool`."""
        return self.result.context.full_name

    @property
    def arguments(self) -> Mapping[str, Any]:
        """What was sent, as it was."""
        return self.result.context.arguments

    @property
    def shown_arguments(self) -> Mapping[str, Any]:
        """The same without secrets."""
        return self.workbench.redactor.json(dict(self.arguments))

    @property
    def error(self) -> WorkbenchError | None:
        """Why it failed."""
        return self.result.error

    @property
    def elapsed(self) -> float:
        """Seconds that it took."""
        return self.result.elapsed

    def as_dict(self) -> dict[str, Any]:
        """All of it as JSON has it, without secrets."""
        from ..results import error_message

        error, wire, clean = self.error, self.result.wire, self.workbench.redactor.json
        return {
            "number": self.number,
            "time": self.time.isoformat(),
            "surface": self.surface,
            "server": clean(self.server),
            "tool": clean(self.result.context.tool),
            "arguments": clean(dict(self.arguments)),
            "raw": self.raw,
            "ok": error is None,
            "elapsed": round(self.elapsed, 6),
            "content": clean(wire.get("content", [])),
            "structured": clean(wire.get("structuredContent")),
            "error": None if error is None else clean(dict(error_message(error)), keep=("code",)),
            "warnings": clean(list(self.result.warnings)),
        }

    def as_json(self) -> str:
        """The same as text."""
        return json_line(self.as_dict())

    def as_cell(self) -> str:
        """The line, or the cell, of `%mcp call` that makes the call.

        Raises:
            UsageInvalid: its arguments were too large to be kept.
        """
        self._refuse_extract()
        return as_cell(self)

    def as_command(self) -> str:
        """The line of the program `mcp-workbench` that makes the call.

        Raises:
            UsageInvalid: an argument cannot be written as a word, or they were too large to keep.
        """
        self._refuse_extract()
        return as_command(self)

    def as_curl(self) -> str:
        """The lines of a shell that make the call with `curl`; secrets are variables.

        Raises:
            UsageInvalid: its server is not spoken to over HTTP, or the arguments were too large.
        """
        self._refuse_extract()
        return as_curl(self)

    async def again(self, *, raise_on_error: bool = True) -> ToolResult:
        """Make the call once more, with what was sent then.

        Raises:
            WorkbenchError: the call or the tool failed, and `raise_on_error` is true.
        """
        self._refuse_extract()
        call = self.workbench.call_raw if self.raw else self.workbench.call
        return await call(self.tool, self.arguments, raise_on_error=raise_on_error)

    def again_sync(self, *, raise_on_error: bool = True) -> ToolResult:
        """`again`, blocking."""
        self._refuse_extract()
        call = self.workbench.call_raw_sync if self.raw else self.workbench.call_sync
        return call(self.tool, self.arguments, raise_on_error=raise_on_error)

    def _refuse_extract(self) -> None:
        if not self.whole:
            raise UsageInvalid(
                f"the arguments of call {self.number} were too large to be kept",
                hint="make the call again from where it was made",
                reason="not-whole",
            )

    def __repr__(self) -> str:
        state = "ok" if self.error is None else self.error.code
        return f"<call {self.number}: {self.tool}, {state}, {self.elapsed:.2g} s>"


class _Kept(NamedTuple):
    entry: HistoryEntry
    size: int


class History(Sequence[HistoryEntry]):
    """The last calls of a workbench, from wherever they were made, the oldest first.

    Args:
        workbench: whose.

    >>> from mcp_workbench import Workbench
    >>> with_demo = Workbench()
    >>> demo = with_demo.connect_sync("demo")
    >>> _ = with_demo.call_sync("demo.add", {"a": 1, "b": 2})
    >>> with_demo.history[-1].as_cell()
    '%mcp call demo.add a=1 b=2'
    >>> with_demo.history.find("add")[0].again_sync().value
    3
    >>> with_demo.close_sync()
    """

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._kept: deque[_Kept] = deque()
        self._bytes = 0
        self._numbers = itertools.count(1)

    def keep(self, result: ToolResult, began: datetime, surface: Surface, *, raw: bool) -> None:
        """Take in a call that has ended."""
        size, of_arguments = _size(result.wire), _size(result.context.arguments)
        whole = of_arguments <= WHOLE
        kept, size = _bounded(result, size, whole=whole), min(size, WHOLE)
        number = next(self._numbers)
        entry = HistoryEntry(number, began, surface, raw, whole, kept, self._workbench)
        of_pictures = sum(len(one.data) for one in kept.context.pictures)
        one = _Kept(entry, size + min(of_arguments, WHOLE) + of_pictures)
        self._kept.append(one)
        self._bytes += one.size
        while len(self._kept) > MOST or self._bytes > BYTES:
            self._bytes -= self._kept.popleft().size

    def find(
        self, text: str = "", *, server: str = "", last: int | None = None
    ) -> list[HistoryEntry]:
        """What is kept, the oldest first.

        Args:
            text: what must stand somewhere in it, whatever the case; never in a secret.
            server: the name of the server that was called.
            last: how many at most, the last ones.
        """
        found = [
            one
            for one in self
            if server in ("", one.server) and (not text or text.casefold() in _told(one))
        ]
        return found[-last:] if last else found

    def save(self, path: str | Path) -> Path:
        """Write all of it to a file, a JSON object a line (JSON Lines).

        Raises:
            ConfigInvalid: the file cannot be written.
        """
        return save_lines(path, (one.as_dict() for one in self))

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[HistoryEntry]:
        return iter([kept.entry for kept in tuple(self._kept)])

    @overload
    def __getitem__(self, at: int) -> HistoryEntry: ...
    @overload
    def __getitem__(self, at: slice) -> list[HistoryEntry]: ...
    def __getitem__(self, at: int | slice) -> HistoryEntry | list[HistoryEntry]:
        return list(self)[at]

    def __repr__(self) -> str:
        return f"<History: {len(self)} call{'' if len(self) == 1 else 's'}>"


def now() -> datetime:
    """When a call begins."""
    return datetime.now(UTC)


def _size(value: Mapping[str, Any]) -> int:
    """Bytes of `value` as JSON, of a large one so many at least, as of what cannot be written."""
    if not value:
        return 0
    # to write out all of a large one would hold up the caller's loop
    if (least := size_at_least(dict(value))) > WHOLE:
        return least
    try:
        return len(writer()(value))
    except (ValueError, RecursionError):
        return WHOLE + 1


def _bounded(result: ToolResult, size: int, *, whole: bool) -> ToolResult:
    """`result`, or another one where it would keep too much alive."""
    from ..results import ToolResult

    large = sum(len(one.data) for one in result.context.pictures) > WHOLE
    if size <= WHOLE and whole and not large and result.error is None:
        return result
    context: CallContext = result.context
    if large or not whole:
        arguments = context.arguments if whole else extract(dict(context.arguments))
        context = replace(context, pictures=(), arguments=arguments)
    wire, warnings = result.wire, result.warnings
    if size > WHOLE:
        wire = extract(dict(wire))
        warnings = [
            *warnings,
            f"the result had at least {size:,} bytes; the history keeps an extract",
        ]
    # an error that was raised keeps alive all that its traceback sees
    error = None if result.error is None else copy(result.error).with_traceback(None)
    return ToolResult(wire, context, result.elapsed, error, warnings, redact=result.redact)


def _told(entry: HistoryEntry) -> str:
    return json.dumps(entry.as_dict(), ensure_ascii=False, default=str).casefold()
