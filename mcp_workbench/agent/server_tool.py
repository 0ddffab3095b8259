"""Tools of servers in the hands of an agent; every call goes through the workbench."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..sessions.surface import calls_from
from ..tools import Tool
from ..tools.offered import OfferedTool
from .agent_tool import AgentTool
from .arguments import mended
from .outcome import Outcome

if TYPE_CHECKING:
    from ..asking import Guard, Question
    from ..sessions import Workbench
    from ..sessions.progress import Progress


@dataclass(frozen=True)
class ServerTool(AgentTool):
    """A tool of a server, as models are offered it."""

    workbench: Workbench = field(kw_only=True, repr=False, hash=False)
    offered: OfferedTool = field(kw_only=True, repr=False, hash=False)

    async def call(
        self,
        arguments: Mapping[str, Any],
        approval: Guard | None = None,
        progress: Progress | None = None,
    ) -> Outcome:
        """See `AgentTool.call`."""
        with calls_from("agent"):
            result = await self.workbench.call(
                self.full_name,
                self.offered.restored(mended(arguments, self.input_schema)),
                raise_on_error=False,
                progress=progress,
                approval=None if approval is None else _Named(approval, self.name),
            )
        value = None if result.is_error else result.value
        return Outcome(value, result.error, result, result.elapsed, result.images)


@dataclass(frozen=True)
class _Named:
    """The guard of an agent, asked about a tool by the name that the model uses."""

    guard: Guard
    name: str

    async def check(self, question: Question, annotations: Mapping[str, Any]) -> None:
        """See `Guard`."""
        await self.guard.check(replace(question, name=self.name), annotations)


def server_tool(workbench: Workbench, tool: Tool, name: str, hint: str = "") -> ServerTool:
    r"""`tool` under the model's `name`; `hint` says when to use it.

    >>> from mcp_workbench import Workbench
    >>> found = server_tool(Workbench(), Tool("time", "now", {}, "The time."), "now", "Use it.")
    >>> found.full_name, found.description
    ('time.now', 'The time.\n\nUse it.')
    """
    offered = tool.offered(name, hint)
    return ServerTool(
        name,
        tool.server,
        tool.name,
        offered.description,
        offered.schema,
        tool.annotations,
        output_schema=tool.output_schema,
        workbench=workbench,
        offered=offered,
    )
