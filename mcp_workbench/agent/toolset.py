"""The tools of an agent as pydantic-ai takes them."""

from __future__ import annotations

from typing import Any

from pydantic_ai.exceptions import ToolFailed
from pydantic_ai.messages import BinaryContent, ToolReturn
from pydantic_ai.tools import RunContext, ToolDefinition
from pydantic_ai.toolsets import AbstractToolset
from pydantic_ai.toolsets.abstract import ToolsetTool

from ..asking import Guard
from ..errors import ArgumentsInvalid
from .agent_tool import AgentTool
from .arguments import written
from .content import content_of
from .outcome import Outcome
from .toolbox import Toolbox

RAW = "raw"  # where the arguments stand as the model wrote them


class AgentToolset(AbstractToolset[None]):
    """Offers a toolbox to a model, and keeps what came of each call.

    Args:
        toolbox: the tools.
        approval: who decides about calls.
        retries: how often a model may get arguments wrong before the run is given up.
    """

    def __init__(self, toolbox: Toolbox, approval: Guard, retries: int) -> None:
        self.toolbox = toolbox
        self._approval = approval
        self._tools = {tool.name: tool for tool in toolbox.tools}
        self._offered = {tool.name: self._offer(tool, retries) for tool in toolbox.tools}
        self.outcomes: dict[str, tuple[Outcome, str]] = {}

    @property
    def id(self) -> str:
        """What the library calls it in its messages."""
        return "mcp-workbench"

    async def get_tools(
        self,
        ctx: RunContext[None],  # noqa: ARG002  as its protocol has it
    ) -> dict[str, ToolsetTool[None]]:
        """The tools as the model is shown them; asked for each round."""
        return self._offered

    def _offer(self, tool: AgentTool, retries: int) -> ToolsetTool[None]:
        declared = ToolDefinition(
            name=tool.name,
            description=tool.description or None,
            parameters_json_schema=dict(tool.input_schema),
            strict=False,  # else the schema is rewritten, and is the server's no more
        )
        return ToolsetTool(
            toolset=self, tool_def=declared, max_retries=retries, args_validator=_Raw()
        )

    async def call_tool(
        self,
        name: str,
        tool_args: dict[str, Any],
        ctx: RunContext[None],
        tool: ToolsetTool[None],  # noqa: ARG002  as its protocol has it
    ) -> Any:
        """The result for the model; an error is told as a failed result, and the run goes on."""
        try:
            outcome = await self._tools[name].call(written(tool_args[RAW]), self._approval)
        except ArgumentsInvalid as error:
            outcome = Outcome(error=error)
        content = await content_of(outcome)
        self.outcomes[ctx.tool_call_id or ""] = outcome, content.text
        if outcome.error is not None:
            raise ToolFailed(content.text)
        if not content.files:
            return content.text
        files = [BinaryContent(data, media_type=mime) for mime, data in content.files]
        return ToolReturn([content.text, *files])


class _Raw:
    """Passes on what the model wrote; a validation error would cost it one of its tries."""

    def validate_json(self, input: str | bytes | bytearray, **_: Any) -> dict[str, Any]:  # noqa: A002  as its protocol has it
        return {RAW: bytes(input) if isinstance(input, bytearray) else input}

    def validate_python(self, input: Any, **_: Any) -> dict[str, Any]:  # noqa: A002  as its protocol has it
        return {RAW: input}
