"""Tools as the sandbox sees them: an object for each namespace, a function for each other one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from pydantic_monty import ClassInstance

from ..errors import near
from .naming import Names
from .tool import SandboxTool


class Tools:
    """The tools of one namespace."""

    def __init__(self, name: str, tools: list[str]) -> None:
        self.name, self.tools = name, tools

    def __repr__(self) -> str:
        return f"<tools {', '.join(f'{self.name}.{tool}' for tool in self.tools)}>"

    def __str__(self) -> str:
        return self.name


class Bindings:
    """What is bound anew before each snippet, so that hiding a tool hides it for one call only.

    A bound name is a global that a snippet may overwrite; a name that is looked up on demand would
    be hidden for good, since the sandbox knows no `del`.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self._spaces: dict[UUID, str] = {}
        self.inputs: dict[str, Any] = {name: stub(name) for name in names.functions}
        for space in names.namespaces:
            identity = uuid5(NAMESPACE_OID, f"mcp-workbench tools {space}")
            below = names.below(space)
            self._spaces[identity] = space
            self.inputs[space] = ClassInstance(
                # code in the sandbox prints the name of the class
                type(space, (Tools,), {})(space, below),
                lazy_attrs=set(below),
                allowed_methods=set(below),
                id=identity,
            )

    @property
    def tools(self) -> Mapping[str, SandboxTool]:
        """The tools by their names."""
        return self._names.tools

    def named(self, identity: UUID | None, name: str) -> str:
        """The full name of what is called: of a function, or below the object of `identity`."""
        space = self._spaces.get(identity) if identity else None
        return f"{space}.{name}" if space else name

    def hint(self, name: str) -> str:
        """What may have been meant by a name that is no tool."""
        last = name.rpartition(".")[2]
        same = [tool for tool in self.tools if tool.rpartition(".")[2] == last]
        return f"did you mean {same[0]}?" if same else near(name, self.tools, empty="")


def stub(name: str) -> Callable[[], None]:
    """A function of this name; the sandbox takes the name only, and never calls it.

    >>> stub("shop.find").__name__
    'shop.find'
    """

    def tool() -> None: ...

    tool.__name__ = name
    return tool
