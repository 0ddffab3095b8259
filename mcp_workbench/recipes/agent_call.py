"""The `Agent(…)` call of a notebook: what of it can be read without running anything."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from ..visible import one_line
from .notebook import Cell, is_python

UNKNOWN = object()
SHOWN = 60  # characters of a name in a note
# what an agent may be given, and the type it must have to be kept
KEPT: Mapping[str, type | tuple[type, ...]] = {
    "model": str,
    "instructions": str,
    "approve": str,
    "approved": (list, tuple),
    "max_rounds": int,
    "model_settings": dict,
    "names": dict,
}
ELSEWHERE = {"tools", "servers", "workbench", "name"}


@dataclass
class AgentCall:
    """What an `Agent(…)` call says.

    Args:
        cell: where it stands.
        settings: its literal arguments by name.
        functions: names of the functions among its tools; `None` where it names no tools.
        servers: names of the servers whose tools it has.
        bound: `server.tool` of its single tools.
        names: `server.tool` to the name that a single tool was given.
        unread: arguments of which nobody knows what they hold.
        notes: what cannot be read.
    """

    cell: Cell
    settings: dict[str, Any] = field(default_factory=dict[str, Any])
    functions: list[str] | None = None
    servers: list[str] = field(default_factory=list[str])
    bound: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    names: dict[str, str] = field(default_factory=dict[str, str])
    unread: set[str] = field(default_factory=set[str])
    notes: list[str] = field(default_factory=list[str])

    def note(self, node: ast.AST, what: str) -> None:
        """Remember what cannot be taken over; never how it is written, which may hold a secret."""
        line = getattr(node, "lineno", 1)
        self.notes.append(f"{self.cell.place}, line {line}: {what}")


def agent_calls(cells: Iterable[Cell]) -> Iterator[tuple[Cell, ast.Call]]:
    """Every `Agent(…)` of these cells, in order."""
    for cell in cells:
        if not is_python(cell.python):
            continue
        calls = [n for n in ast.walk(ast.parse(cell.python)) if isinstance(n, ast.Call)]
        for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
            if ast.unparse(call.func).rpartition(".")[2] == "Agent":
                yield cell, call


def constants_of(cells: Iterable[Cell]) -> dict[str, Any]:
    """Names that the cells bind to literals, the last one where there are several.

    >>> constants_of([Cell(1, "code", "MODEL = 'openai:gpt-5'", frozenset())])
    {'MODEL': 'openai:gpt-5'}
    """
    found: dict[str, Any] = {}
    for cell in cells:
        for node in ast.parse(cell.python).body if is_python(cell.python) else ():
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    found[name] = _literal(value, {})
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    found[name] = _literal(value, {})
                case _:
                    pass
    return {name: value for name, value in found.items() if value is not UNKNOWN}


class CallReader:
    """Reads one call.

    Args:
        cell: where it stands.
        call: its syntax.
        constants: names with literal values.
        variables: names that hold servers, with the servers' names.
    """

    def __init__(
        self, cell: Cell, call: ast.Call, constants: Mapping[str, Any], variables: Mapping[str, str]
    ) -> None:
        self._call, self._constants, self._variables = call, constants, variables
        self.read = AgentCall(cell)

    def __call__(self) -> AgentCall:
        """All that can be read; the rest is in its notes."""
        arguments = {keyword.arg: keyword.value for keyword in self._call.keywords}
        if self._call.args:
            arguments["model"] = self._call.args[0]
        for name, value in arguments.items():
            if name is None:
                self.read.note(value, "what ** gives to the agent is not known before it runs")
            elif name == "tools":
                self._tools(value)
            elif name == "servers":
                self._servers(value)
            elif name == "approver":
                self.read.note(value, "approver is left out: a recipe asks nobody")
            elif name not in ELSEWHERE:
                self._setting(name, value)
        return self.read

    def _setting(self, name: str, node: ast.expr) -> None:
        value = _literal(node, self._constants)
        kind = KEPT.get(name)
        if kind is None:
            self.read.note(node, f"{one_line(name, SHOWN)} is no setting that a recipe keeps")
        elif value is UNKNOWN or not isinstance(value, kind):
            self.read.note(node, f"{name} is left out: it is no literal")
        else:
            several = isinstance(value, list | tuple)
            self.read.settings[name] = list(cast("Iterable[Any]", value)) if several else value

    def _servers(self, node: ast.expr) -> None:
        if not isinstance(node, ast.List | ast.Tuple):
            self.read.note(node, "servers= is no list, so all that are connected count")
            self.read.unread.add("servers")
            return
        for element in node.elts:
            name = self._server(element)
            if name is None:
                self.read.note(element, "a server is left out: its name is not known")
            else:
                self.read.servers.append(name)

    def _server(self, node: ast.expr) -> str | None:
        """The name of the server that an expression gives."""
        match node:
            case ast.Constant(value=str(name)):
                return name
            case ast.Name(id=name):
                constant = self._constants.get(name)
                return constant if isinstance(constant, str) else self._variables.get(name)
            case ast.Call(func=ast.Attribute(attr="server"), args=[ast.Constant(value=str(name))]):
                return name
            case ast.Subscript(
                value=ast.Attribute(attr="servers"), slice=ast.Constant(value=str(name))
            ):
                return name
            case _:
                return None

    def _tools(self, node: ast.expr) -> None:
        if not isinstance(node, ast.List | ast.Tuple):
            self.read.note(node, "tools= is no list, so all functions and servers count")
            self.read.unread.add("tools")
            return
        self.read.functions = []
        for one in node.elts:
            match one:
                case ast.Name(id=name):
                    self.read.functions.append(name)
                case ast.Call(func=ast.Attribute(attr="tool")) if self._bound(one):
                    pass
                case ast.Call(func=ast.Name(id="tool"), args=[ast.Name(id=name)]):
                    self.read.functions.append(name)
                    told = f"what tool(…) says of {name} is left out; write it as a decorator"
                    self.read.note(one, told)
                case _:
                    self.read.note(one, "a tool is left out: it is no function's name")

    def _bound(self, call: ast.Call) -> bool:
        """Whether `server.tool(…)` is a tool of a server that is known."""
        server = self._server(call.func.value) if isinstance(call.func, ast.Attribute) else None
        tool = _literal(call.args[0], self._constants) if call.args else UNKNOWN
        if server is None or not isinstance(tool, str):
            return False
        self.read.bound.append((server, tool))
        for keyword in call.keywords:
            value = _literal(keyword.value, self._constants)
            if keyword.arg == "name" and isinstance(value, str):
                self.read.names[f"{server}.{tool}"] = value
            else:
                told = f"{keyword.arg} of the tool {server}.{one_line(tool, SHOWN)} is left out"
                self.read.note(keyword.value, told)
        return True


def _literal(node: ast.expr, constants: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Name):
        return constants.get(node.id, UNKNOWN)
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return UNKNOWN
