"""`%mcp test`: one tool as a form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .calling import read_call, refuse_no_tool, tool_and_arguments, values_of
from .command import Command, Line
from .progress import connecting

if TYPE_CHECKING:
    from ..widgets import ToolTester


def test(line: Line) -> ToolTester:
    """A form for the tool; what the line says stands in it already."""
    from ..widgets import ToolTester

    read = read_call(line.words, "test", {})
    refuse_no_tool(read.tool, line.workbench, "test")
    with connecting(read.tool.partition(".")[0], line.shell):
        tool = line.workbench.tool_sync(read.tool)
    return ToolTester(tool, values_of(read, line))


TEST = Command(
    "test",
    ("SERVER.TOOL", "SERVER.TOOL key=value …"),
    "a form to try a tool with; what the line says stands in it already",
    test,
    'ToolTester(await wb.tool("server.tool"), values)',
    complete=tool_and_arguments,
)
