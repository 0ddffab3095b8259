"""A tool as an async Python function."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from ..errors import ArgumentsInvalid
from ..tools import Tool, documentation_of, signature_of
from ..visible import one_line

if TYPE_CHECKING:
    from .server import Server
    from .workbench import Workbench

LONGEST = 500  # characters of a name and its signature


class BoundTool:
    """One tool of one server; awaiting a call gives its value, or raises.

    Signature, name and docstring come from the tool's schema as soon as the server was connected;
    before that, any keyword is taken. An argument whose name is no Python identifier is given as
    `**{"odd-name": value}`.

    Args:
        workbench: which calls it.
        server: whose tool it is.
        name: its own name there.
        known_as: what the model of an agent calls it; None for its own name where that is free.
        hint: when to use it, for that model.

    >>> import asyncio
    >>> from mcp_workbench import Workbench
    >>> async def main() -> None:
    ...     async with Workbench() as wb:
    ...         demo = await wb.connect("demo")
    ...         add = demo.tool("add")
    ...         print(add.__name__, await add(a=1, b=2))
    >>> asyncio.run(main())
    add 3
    """

    def __init__(
        self,
        workbench: Workbench,
        server: Server,
        name: str,
        *,
        known_as: str | None = None,
        hint: str = "",
    ) -> None:
        self.workbench, self.server = workbench, server
        self.known_as, self.hint = known_as, hint
        self.__name__ = self.__qualname__ = name

    @property
    def name(self) -> str:
        """`server.tool`."""
        return f"{self.server.name}.{self.__name__}"

    @property
    def tool(self) -> Tool | None:
        """The description, where the server was connected before."""
        return self.server.tools.get(self.__name__)

    @property
    def __signature__(self) -> inspect.Signature:
        if self.tool is not None:
            return signature_of(self.tool)
        rest = inspect.Parameter("arguments", inspect.Parameter.VAR_KEYWORD)
        return inspect.Signature([rest])

    @property
    def __doc__(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]  read per tool
        if self.tool is not None:
            return documentation_of(self.tool)
        return f"The tool {self.__name__!r} of server {self.server.name!r}, not connected yet."

    async def __call__(self, /, *unnamed: Any, **arguments: Any) -> Any:
        """Call the tool with `arguments`.

        Raises:
            ArgumentsInvalid: something was given without its name.
            WorkbenchError: the call or the tool failed.
        """
        if unnamed:
            names = self.tool.properties if self.tool is not None else ("name",)
            told = ", ".join(f"{name}=…" for name in names)
            raise ArgumentsInvalid(
                f"{self.name} takes names: {one_line(f'{self.__name__}({told})', LONGEST)}",
                hint="the order of a tool's arguments has no meaning",
                reason="unnamed",
            )
        return (await self.workbench.call(self.name, arguments)).value

    def __repr__(self) -> str:
        told = f"{self.name}{inspect.signature(self) if self.tool else ''}"
        return f"<tool {one_line(told, LONGEST)}>"
