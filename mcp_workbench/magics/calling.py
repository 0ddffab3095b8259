"""`%mcp call` and `%%mcp call`: one call of one tool."""

from __future__ import annotations

import re
import time
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from ..errors import ArgumentsInvalid, UsageInvalid, WorkbenchError, near
from ..grammar import (
    Argument,
    Text,
    given_twice,
    parse_arguments,
    read_options,
    typed,
    unquoted,
)
from ..grammar.arguments import NAME
from ..tools import Tool
from ..visible import one_line
from .body import read_body
from .command import SHOWN, Command, Line, Typing, tool_names
from .numbers import TIMEOUT, timeout_of
from .progress import ProgressLine
from .resolving import value_of

if TYPE_CHECKING:
    from ..results import ToolResult
    from ..sessions import Workbench

RAW = "--raw"  # sends what nobody checked
OPTIONS = {TIMEOUT: "SECONDS"}


@dataclass(frozen=True)
class CallLine:
    """What the line of a call says."""

    tool: str
    arguments: list[Argument]
    timeout: float | None


def read_call(
    words: list[str], command: str = "call", options: Mapping[str, str] = OPTIONS
) -> CallLine:
    """The words behind `call`, or behind another command that takes a tool and its arguments.

    Raises:
        UsageInvalid: there is no tool, or a word is neither option nor argument.

    >>> read_call(["time.now", "zone=UTC", "--timeout", "5"]).timeout
    5.0
    """
    plain, given = read_options(words, options)
    if not plain:
        raise UsageInvalid(f"{command} needs a tool", hint=_usage(command), reason="missing")
    tool, *arguments = plain
    return CallLine(unquoted(tool), parse_arguments(arguments), timeout_of(given))


def _usage(command: str) -> str:
    return f"%mcp {command} SERVER.TOOL key=value"


def refuse_no_tool(name: str, workbench: Workbench, command: str = "call") -> None:
    """Refuse a word that is not written as the name of a tool.

    Raises:
        UsageInvalid: it is none; the hint names tools that may be meant.
    """
    if "." in name and "=" not in name:
        return
    tools = (tool for server in workbench.servers.values() for tool in server.tools)
    meant = [one_line(tool.full_name, SHOWN) for tool in tools if tool.name == name][:3]
    raise UsageInvalid(
        f"{one_line(name, SHOWN)!r} is not a tool written as SERVER.TOOL",
        hint=f"did you mean {' or '.join(meant)}?" if meant else _usage(command),
        reason="missing",
    )


def call(line: Line) -> ToolResult:
    """Call the tool; its answer is the value, and so is whatever kept it from answering."""
    if RAW in line.words:
        from .requesting import call_raw

        return call_raw(replace(line, words=[word for word in line.words if word != RAW]))
    read = read_call(line.words)
    refuse_no_tool(read.tool, line.workbench)
    arguments = read_body(line.body)
    for argument in read.arguments:
        if argument.name in arguments:
            raise given_twice(argument.name)
    started = time.perf_counter()
    with ProgressLine(read.tool, line.shell) as progress:
        try:
            arguments |= values_of(read, line)
        except UsageInvalid:
            raise
        except WorkbenchError as error:
            return _not_sent(read.tool, arguments, started, error)
        return line.workbench.call_sync(
            read.tool,
            arguments,
            timeout=read.timeout,
            raise_on_error=False,
            progress=progress.tell,
        )


def values_of(read: CallLine, line: Line) -> dict[str, Any]:
    """The arguments of the line, for which the tool must be known: its server is connected first.

    Raises:
        UsageInvalid: there is no such variable or file, or an expression raised.
        WorkbenchError: the tool is not there, or has no such argument.
    """
    if not read.arguments:
        return {}
    tool = line.workbench.tool_sync(read.tool)
    return {one.name: argument_value(one, tool, line.scope) for one in read.arguments}


def _not_sent(
    name: str, arguments: Mapping[str, Any], started: float, error: WorkbenchError
) -> ToolResult:
    """What a call gives whose arguments could not be made."""
    from ..results import CallContext, ToolResult

    server, _, tool = name.partition(".")
    context = CallContext(server, tool, arguments=arguments)
    return ToolResult({}, context, time.perf_counter() - started, error)


def argument_value(argument: Argument, tool: Tool, scope: Mapping[str, Any]) -> Any:
    """The value of one argument, typed by the tool's schema.

    Raises:
        ArgumentsInvalid: the tool has no such argument.
        UsageInvalid: there is no such variable or file, or a slip was found.
    """
    known = tool.properties
    if known and argument.name not in known and not _takes_more(tool):
        raise ArgumentsInvalid(
            f"{tool.full_name} has no argument {one_line(argument.name, SHOWN)!r}",
            hint=f"{near(argument.name, known)}; a %%mcp call cell sends any name",
            reason="unknown-argument",
        )
    schema = known.get(argument.name)
    value = value_of(argument.node, schema, scope)
    _refuse_comma(argument, value, schema)
    return value


def _refuse_comma(argument: Argument, value: Any, schema: object) -> None:
    """`a=2, b=3`: the comma is no part of a number, and nothing on a line wants one."""
    match argument.node:
        case Text(text, quoted=False) if text.endswith(",") and value == text:
            if typed(text[:-1], schema) != text[:-1]:
                shown = one_line(argument.name, SHOWN)
                raise UsageInvalid(
                    f"{shown}={one_line(text, SHOWN)} ends with a comma",
                    hint=f"no comma between arguments: {shown}={one_line(text[:-1], SHOWN)} …",
                    reason="comma",
                )
        case _:
            pass


def _takes_more(tool: Tool) -> bool:
    """Whether the schema says that it takes arguments which it does not name.

    Where it says nothing, a name typed on a line is rather a slip than an argument.
    """
    more = tool.input_schema.get("additionalProperties")
    return bool(more) or more == {} or "patternProperties" in tool.input_schema


def tool_and_arguments(typing: Typing) -> list[str]:
    """What may stand behind the words: a tool, then its arguments, and the values these may have.

    An argument whose name cannot stand on a line is not offered.
    """
    if not typing.plain:
        return tool_names(typing)
    tool = next((tool for tool in _tools(typing) if tool.full_name == typing.plain[0]), None)
    if tool is None:
        return []
    name, equals, _ = typing.fragment.partition("=")
    if equals:
        return [f"{name}={text}" for text in _choices(tool.properties.get(name, {}))]
    given = {word.partition("=")[0].rstrip(":") for word in typing.plain[1:]}
    return argument_names(tool.properties, given)


def argument_names(names: Iterable[str], given: Container[str]) -> list[str]:
    """The beginnings of arguments that are not given yet, as far as a line can hold them."""
    return [f"{name}=" for name in names if name not in given and re.fullmatch(NAME, name)]


def _tools(typing: Typing) -> list[Tool]:
    return [tool for server in typing.workbench.servers.values() for tool in server.tools]


def _choices(schema: Mapping[str, Any]) -> list[str]:
    """The values that `schema` names, as words of a line."""
    enum = schema.get("enum")
    if "const" in schema:
        values: list[Any] = [schema["const"]]
    elif isinstance(enum, list):
        values = cast("list[Any]", enum)
    else:
        return ["true", "false"] if schema.get("type") == "boolean" else []
    texts = [str(Text(value)) for value in values if isinstance(value, str)]
    return texts + [str(value) for value in values if type(value) in (int, float)]


CALL = Command(
    "call",
    (
        "SERVER.TOOL key=value …",
        "--timeout SECONDS SERVER.TOOL key=value …",
        "--raw SERVER.TOOL {…}",
    ),
    "call a tool; in %%mcp call the cell below holds the arguments as JSON or YAML",
    call,
    'await wb.call("server.tool", arguments, timeout=…)',
    {**OPTIONS, RAW: ""},
    tool_and_arguments,
    takes_body=True,
)
