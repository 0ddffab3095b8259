"""One call as far as it has come, and its result however it ends."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ..errors import WorkbenchError
from ..secrets import Redactor
from ..tools import Tool
from .history import INTERRUPTED, History, now
from .surface import Surface, surface_now

if TYPE_CHECKING:
    from ..results import CallContext, Picture, ToolResult


class Attempt:
    """Gathers what is known of a call of `name`, and the error that ends it.

    Args:
        name: the tool's full name.
        redactor: knows what the result must not show.
        history: where it is kept however it ends.
        raw: whether its arguments are not checked.

    As a context manager it holds back a `WorkbenchError`, which `result` then tells.

    >>> from mcp_workbench.errors import CallTimeout
    >>> with Attempt("demo.slow") as attempt:
    ...     raise CallTimeout("too slow")
    >>> attempt.result(raise_on_error=False).error.code
    'mcp_call_timeout'
    """

    def __init__(
        self,
        name: str,
        redactor: Redactor | None = None,
        history: History | None = None,
        *,
        raw: bool = False,
    ) -> None:
        # one that has learnt nothing so far is false, and may learn while the server connects
        self._redactor = Redactor() if redactor is None else redactor
        self.name = name
        self.arguments: dict[str, Any] = {}
        self.tool: Tool | None = None
        self.pictures: tuple[Picture, ...] = ()
        self.wire: dict[str, Any] = {}
        self.warnings: list[str] = []
        self._error: WorkbenchError | None = None
        self._started = time.perf_counter()
        self._history, self._raw = history, raw
        self._began = now()
        self._surface: Surface = surface_now()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if isinstance(error, WorkbenchError):
            self._error = self._redactor.error(error)
            return True
        if error is not None and not isinstance(error, Exception):
            self._error = INTERRUPTED
            self._result()
        return False

    def restart(self) -> None:
        """Count the time of the call from now: a person took some to allow it."""
        self._started = time.perf_counter()

    def result(self, *, raise_on_error: bool) -> ToolResult:
        """What came of it.

        Raises:
            WorkbenchError: the call or the tool failed, and `raise_on_error` is true.
        """
        result = self._result()
        if raise_on_error and result.error is not None:
            raise result.error
        return result

    def _result(self) -> ToolResult:
        from ..results import ToolResult

        elapsed = time.perf_counter() - self._started
        result = ToolResult(
            *(self.wire, self._context(), elapsed, self._error, self.warnings),
            redact=self._redactor.json,
        )
        if self._history is not None:
            self._history.keep(result, self._began, self._surface, raw=self._raw)
        return result

    def _context(self) -> CallContext:
        from ..results import CallContext

        tool = self.tool
        if tool is None:
            server, _, name = self.name.partition(".")
            return CallContext(server, name, arguments=self.arguments)
        return CallContext(
            tool.server,
            tool.name,
            tool.description,
            self.arguments,
            tool.input_schema,
            tool.output_schema,
            self.pictures,
        )
