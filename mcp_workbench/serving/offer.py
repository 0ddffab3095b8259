"""What is served: the tools, what is said of them, and a session of the sandbox."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..errors import ServeRefused
from ..sandbox import Limits, Names, Repl
from ..visible import one_line
from .instructions import instructions
from .reference import Help, Reference
from .served_tool import ServedTool

if TYPE_CHECKING:
    from ..agent import Toolbox
    from ..asking import Approval


class Offer:
    """Tools under the names that they have in the sandbox, with all that is said of them.

    Args:
        name: the server's, for errors.
        description: what the server is for.
        toolbox: the agent's tools; those that are marked `serve=False` are left out.
        approval: which calls may be made; it must ask nobody.

    Raises:
        ServeRefused: there is no tool, or one has the name of something in the sandbox.
    """

    def __init__(self, name: str, description: str, toolbox: Toolbox, approval: Approval) -> None:
        tools = [ServedTool(tool, approval) for tool in toolbox.tools if tool.serve]
        _check(name, tools, toolbox.warnings)
        names = Names(tools)
        named = names.tools
        self.warnings: Sequence[str] = (*toolbox.warnings, *names.renamed())
        by_identity = {id(tool): tool for tool in tools}
        self.reference = Reference({key: by_identity[id(tool)] for key, tool in named.items()})
        self.instructions = instructions(description, self.reference.index())
        self._tools = [*tools, Help(self.reference)]

    def session(self, limits: Limits) -> Repl:
        """A new sandbox with the tools, and with `help`."""
        return Repl(self._tools, limits)


def _check(name: str, tools: Sequence[ServedTool], warnings: Iterable[str]) -> None:
    if not tools:
        left_out = next(iter(warnings), "")
        raise ServeRefused(
            f"{one_line(name)} has no tool to serve{'; ' if left_out else ''}{left_out}",
            hint="give the agent tools= or servers=; a tool marked serve=False is left out",
            reason="no-tools",
        )
    for tool in tools:
        if "help" in (tool.namespace, "" if tool.namespace else tool.name):
            raise ServeRefused(
                f"{one_line(tool.tool.full_name)} would hide the function help of the sandbox",
                hint="call the function otherwise: @tool(name=…); or the server: connect it under"
                " another name",
                reason="name-taken",
            )
