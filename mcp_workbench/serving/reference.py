"""What `help` says of tools: the index, and one of them in full."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Mapping
from itertools import islice
from typing import Any

from ..errors import near
from ..sandbox import Answer
from ..tools.tool import Tool, kind_of
from ..visible import one_line, visible
from .served_tool import ServedTool

MOST = 300  # tools of an index
LONGEST = 8192  # characters of one description
LONGEST_LINE = 500  # characters that tell of one argument
SENTENCE = 200  # characters of a first sentence
LONGEST_DEFAULT = 40
# up to a full stop, but not that of an abbreviation: what follows begins with a capital letter
FIRST = re.compile(r"(.+?[.!?])(?=\s+[^\sa-z\d]|\s*$)", re.DOTALL)


class Reference:
    """Texts about tools, under the names that they have in the sandbox.

    Args:
        tools: the tools by those names.
    """

    def __init__(self, tools: Mapping[str, ServedTool]) -> None:
        self._tools = tools

    def index(self, below: str = "") -> str:
        """A line for each tool, or for those below a namespace."""
        start = f"{below}." if below else ""
        named = {name: tool for name, tool in self._tools.items() if name.startswith(start)}
        lines = [f"- {name}: {sentence(tool)}" for name, tool in islice(named.items(), MOST)]
        more = len(named) - MOST
        return "\n".join([*lines, *([f"- … and {more:,} more"] if more > 0 else [])])

    def about(self, name: str | None) -> str:
        """One tool in full; the index where nothing or a namespace is named."""
        if not name:
            return self.index()
        wanted = name.strip().removesuffix("()")
        tool = self._tools.get(wanted) or self._by_full_name(wanted)
        if tool is not None:
            return full(next(n for n, one in self._tools.items() if one is tool), tool)
        if any(one.startswith(f"{wanted}.") for one in self._tools):
            return self.index(wanted)
        hint = near(wanted, self._tools)
        end = "" if hint.endswith("?") else "."
        return f"There is no tool {one_line(wanted)!r}; {hint}{end}\n\n{self.index()}"

    def _by_full_name(self, name: str) -> ServedTool | None:
        return next((one for one in self._tools.values() if one.tool.full_name == name), None)


class Help:
    """`help` as code in the sandbox calls it.

    Args:
        reference: what it says.
    """

    namespace, name, parameters = "", "help", ("tool",)

    def __init__(self, reference: Reference) -> None:
        self._reference = reference

    async def call(self, arguments: Mapping[str, Any]) -> Answer:
        """See `SandboxTool.call`; functions come as their name, namespaces as themselves."""
        wanted = arguments.get("tool")
        return Answer(self._reference.about(None if wanted is None else str(wanted)))


def sentence(tool: ServedTool) -> str:
    """The first sentence of what a tool says of itself."""
    told = visible(inspect.cleandoc(tool.tool.description))
    first = FIRST.match(told.partition("\n\n")[0])
    return one_line(first[1] if first else told, SENTENCE) or "no description"


def full(name: str, tool: ServedTool) -> str:
    """Signature, description, arguments and what comes back of a tool."""
    described = tool.described
    taken = ", ".join(_parameter(described, one) for one in tool.parameters)
    told = visible(inspect.cleandoc(tool.tool.description)) or "It has no description."
    if len(told) > LONGEST:
        told = f"{told[:LONGEST]} … [cut off here]"
    lines = [_line(described, one) for one in tool.parameters]
    arguments = ["", "Arguments:", *lines] if lines else ["", "It takes no arguments."]
    return "\n".join((f"{name}({taken})", "", told, *arguments, *_returns(tool)))


def _returns(tool: ServedTool) -> list[str]:
    """What a tool of a server gives, as its output schema says; a function says it in its words."""
    if not tool.tool.server:
        return []
    schema = tool.tool.output_schema or {}
    properties: Mapping[str, Any] = Tool(tool.tool.server, tool.tool.tool, schema).properties
    if not schema:
        kind = "what the tool answers: text, data or an image"
    elif [*properties] == ["result"]:  # it is handed out bare, as everywhere
        kind, properties = kind_of(properties["result"]), dict[str, Any]()
    else:
        kind = kind_of(schema)
    told = f'Returns {kind}. With images beside it: {{"value": that, "images": [image, …]}}.'
    lines = (f"- {_told(one, name, kind_of(one))}" for name, one in properties.items())
    return ["", told, *islice(lines, MOST)]


def _parameter(tool: Tool, name: str) -> str:
    schema = tool.properties[name]
    told = f"{one_line(name)}: {kind_of(schema)}"
    if name in tool.required:
        return told
    default = json.dumps(schema.get("default"), ensure_ascii=False, default=str)
    return f"{told} = {one_line(default, LONGEST_DEFAULT) if 'default' in schema else '…'}"


def _line(tool: Tool, name: str) -> str:
    schema = tool.properties[name]
    need = "required" if name in tool.required else "optional"
    choices = schema.get("enum")
    kind = f"one of {json.dumps(choices, default=str)}" if choices else kind_of(schema)
    return f"- {_told(schema, name, f'{kind}, {need}')}"


def _told(schema: Mapping[str, Any], name: str, kind: str) -> str:
    told = schema.get("description")
    about = f": {told}" if isinstance(told, str) and told else ""
    return one_line(f"{name} ({kind}){about}", LONGEST_LINE)
