"""A tool of an agent as the sandbox takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..agent.values import pictures_of
from ..sandbox import Answer, plain
from ..tools import Tool

if TYPE_CHECKING:
    from ..agent import AgentTool, Outcome
    from ..asking import Approval


@dataclass(frozen=True)
class ServedTool:
    """One tool; its calls are those of the agent, with an approval that asks nobody.

    Args:
        tool: the agent's.
        approval: which calls may be made.
    """

    tool: AgentTool
    approval: Approval

    @property
    def namespace(self) -> str:
        """The name of its server; empty for a function."""
        return self.tool.server

    @property
    def name(self) -> str:
        """Its own name."""
        return self.tool.tool

    @cached_property
    def described(self) -> Tool:
        """The same with its schema read."""
        schema = self.tool.input_schema
        return Tool(self.tool.server, self.tool.tool, schema, self.tool.description)

    @property
    def parameters(self) -> Sequence[str]:
        """What must be given, then the rest, each in the order of the schema."""
        properties, required = self.described.properties, self.described.required
        return sorted(properties, key=lambda name: name not in required)

    async def call(self, arguments: Mapping[str, Any]) -> Answer:
        """See `SandboxTool.call`."""
        return answer_of(await self.tool.call(arguments, self.approval))


def answer_of(outcome: Outcome) -> Answer:
    """What came of a call, for the sandbox; pictures of a function stay where they are in it."""
    if outcome.error is not None:
        return Answer(error=outcome.error)
    result = outcome.result
    if result is None:
        return Answer(outcome.value, plain=plain_or_picture)
    # without text or data, its value is the blocks that hold the pictures
    is_silent = bool(outcome.images) and result.structured is None and not result.text
    return Answer(None if is_silent else outcome.value, images=outcome.images)


def plain_or_picture(value: Any) -> Any:
    """A `Picture` for an image of Pillow and for a figure, rows for a table, else as `plain`.

    >>> plain_or_picture(object) is object
    True
    """
    pictures = pictures_of(value)
    if pictures:
        return pictures[0]
    if all(hasattr(value, name) for name in ("to_dict", "columns", "iloc")):
        return value.to_dict("records")
    return plain(value)
