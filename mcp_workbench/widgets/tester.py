"""One tool as a form under a cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..grammar import call_line
from ..messages import RESULT_MIME, TesterMessage
from ..tools import Tool, form_of, json_arguments, texts_of
from ..visible import one_line, visible

LONGEST = 2000  # characters of the line


class ToolTester:
    """A form to try a tool with; where no front end renders it, the line that calls the tool.

    The form is sent to the kernel of its notebook, which makes the call: the cell itself calls
    nothing, and nothing is kept of what is tried.

    Args:
        tool: what is tried.
        values: what its fields start with, as arguments of a call.

    Raises:
        ArgumentsInvalid: JSON has no form for a value.

    >>> from mcp_workbench import Tool
    >>> schema = {"properties": {"a": {"type": "integer"}, "b": {}}, "required": ["a", "b"]}
    >>> ToolTester(Tool("demo", "add", schema), {"a": 1})
    demo.add as a form, where a front end shows it; in a cell:
    %mcp call demo.add a=1 b=…
    """

    def __init__(self, tool: Tool, values: Mapping[str, Any] | None = None) -> None:
        self.tool = tool
        self.values = json_arguments(tool.full_name, values)

    @property
    def line(self) -> str:
        """The `%mcp call` with what the fields start with; … stands for what is still required."""
        fields = form_of(self.tool)["fields"]
        needed = {field["name"]: "…" for field in fields if field["required"]}
        return call_line(self.tool.full_name, needed | self.values, self.tool.properties)

    def __repr__(self) -> str:
        name, line = one_line(self.tool.full_name), visible(self.line)
        told = f"{name} as a form, where a front end shows it; in a cell:"
        more = f"\n%mcp info {name} shows what it takes" if len(line) > LONGEST else ""
        return f"{told}\n{line[:LONGEST]}{more}"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        form = form_of(self.tool)
        message: TesterMessage = {
            "version": 1,
            "kind": "tester",
            "form": form,
            "values": texts_of(form, self.values),
        }
        return {"text/plain": repr(self), RESULT_MIME: message}
