"""The messages that a prompt gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from ..visible import one_line
from .content import Item, items
from .context import CallContext
from .tool_result import ToolResult, as_it_is

LONGEST_ROLE = 40


@dataclass(frozen=True)
class Message:
    """One message of a prompt.

    Args:
        role: who says it: `user` or `assistant`.
        content: a text, a picture, a sound, a link or an embedded resource.

    >>> Message("user", "hello").role
    'user'
    """

    role: str
    content: Item


class PromptResult:
    """What a prompt gives. A cell shows its messages, each with its role.

    Args:
        wire: the `prompts/get` result as it came.
        context: which prompt, and its arguments; `tool` is its name.
        elapsed: how long it took, in seconds.
        warnings: what was repaired or set aside on the way.
        redact: leaves secrets out of what is shown, see `ToolResult`.

    Source: MCP 2025-11-25, server/prompts, "PromptMessage".

    >>> hello = {"role": "user", "content": {"type": "text", "text": "hello"}}
    >>> got = PromptResult({"messages": [hello]}, CallContext("demo", "greet"))
    >>> got.messages, got.text
    ([Message(role='user', content='hello')], 'hello')
    """

    def __init__(
        self,
        wire: Mapping[str, Any],
        context: CallContext,
        elapsed: float = 0.0,
        warnings: Sequence[str] = (),
        *,
        redact: Callable[..., Any] = as_it_is,
    ) -> None:
        self.wire, self.context, self.elapsed = wire, context, elapsed
        self.warnings, self.redact = list(redact(list(warnings))), redact
        description = wire.get("description")
        self.description = description if isinstance(description, str) else ""
        messages = wire.get("messages")
        self._entries = [
            cast("Mapping[str, Any]", one)
            for one in (cast("list[Any]", messages) if isinstance(messages, list) else ())
            if isinstance(one, Mapping)
        ]
        contents = items(one.get("content") for one in self._entries)
        self.messages = [
            Message(str(one.get("role")), content)
            for one, content in zip(self._entries, contents, strict=True)
        ]

    @property
    def text(self) -> str:
        """All texts, joined by empty lines."""
        return "\n\n".join(one.content for one in self.messages if isinstance(one.content, str))

    def __iter__(self) -> Iterator[Message]:
        return iter(self.messages)

    def __len__(self) -> int:
        return len(self.messages)

    def __repr__(self) -> str:
        count = len(self)
        what = f"{count} message{'' if count == 1 else 's'}"
        return f"<PromptResult {one_line(self.context.full_name)}: {what}, {self.elapsed:.2g} s>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return self.shown()

    def shown(self) -> dict[str, Any]:
        """What a cell shows, by MIME type."""
        from .view import bundle

        return bundle(self._as_blocks())

    def _as_blocks(self) -> ToolResult:
        """The messages as blocks, since those have a display: texts begin with their role."""
        blocks: list[Any] = []
        for entry, message in zip(self._entries, self.messages, strict=True):
            role = f"{one_line(message.role, LONGEST_ROLE)}:"
            if isinstance(message.content, str):
                blocks.append({"type": "text", "text": f"{role} {message.content}"})
            else:
                blocks += [{"type": "text", "text": role}, entry.get("content")]
        return ToolResult(
            {"content": blocks},
            self.context,
            self.elapsed,
            warnings=self.warnings,
            redact=self.redact,
        )
