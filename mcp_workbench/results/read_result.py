"""What a resource holds, as a Python value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from ..visible import one_line
from .context import CallContext
from .tool_result import ToolResult, as_it_is
from .value import value_of


@dataclass(frozen=True)
class ReadContext(CallContext):
    """Which resource was read; `tool` is its URI.

    >>> ReadContext("demo", "demo://note").full_name
    'demo demo://note'
    """

    @property
    def full_name(self) -> str:
        """`server uri`."""
        return f"{self.server} {self.tool}"

    @property
    def names(self) -> tuple[str, str]:
        """Nothing, and `server uri`: a dot between them would belong to the URI."""
        return "", self.full_name


class ReadResult(ToolResult):
    """What was read. A cell shows it as it shows what a tool returns.

    Args:
        wire: the `resources/read` result as it came.
        server: whose resource it is.
        uri: which one.
        elapsed: how long it took, in seconds.
        warnings: what was repaired or set aside on the way.
        redact: leaves secrets out of what is shown, see `ToolResult`.

    Source: MCP 2025-11-25, server/resources, "Resource Contents".

    >>> read = ReadResult({"contents": [{"uri": "demo://n", "text": "hello"}]}, "demo", "demo://n")
    >>> read.value, read.uri
    ('hello', 'demo://n')
    """

    def __init__(
        self,
        wire: Mapping[str, Any],
        server: str,
        uri: str,
        elapsed: float = 0.0,
        warnings: Sequence[str] = (),
        *,
        redact: Callable[..., Any] = as_it_is,
    ) -> None:
        contents = wire.get("contents")
        self.contents = cast("list[Any]", contents) if isinstance(contents, list) else []
        blocks = {"content": [_block(content) for content in self.contents]}
        context = ReadContext(server, uri)
        super().__init__(blocks, context, elapsed, warnings=warnings, redact=redact)

    @property
    def uri(self) -> str:
        """What was asked for; each of the `contents` has a URI of its own."""
        return self.context.tool

    @property
    def parts(self) -> list[bytes]:
        """Each content as bytes, text in UTF-8."""
        return [
            item.encode("utf-8", "surrogatepass")
            if isinstance(item, str)
            else getattr(item, "data", None) or b""
            for item in self.items
        ]

    @cached_property
    def value(self) -> Any:
        """Text, or what it is as JSON; the bytes of a sole content that is none; else the items."""
        if self._texts:
            return value_of(None, self._texts, self.items)
        if len(self.items) == 1:
            data = getattr(self.items[0], "data", None)
            return self.items[0] if data is None else data
        return list(self.items) or None

    def __repr__(self) -> str:
        count = len(self.contents)
        what = f"{count} content{'' if count == 1 else 's'}"
        return f"<ReadResult {one_line(self.context.full_name)}: {what}, {self.elapsed:.2g} s>"


def _block(content: Any) -> Mapping[str, Any]:
    """One content as a block of a tool's answer: text as text, whatever else as it is embedded."""
    fields: Mapping[str, Any] = content if isinstance(content, Mapping) else {}  # pyright: ignore[reportUnknownVariableType]  any keys
    if isinstance(fields.get("text"), str):
        return {"type": "text", "text": fields["text"]}
    return {"type": "resource", "resource": fields}
