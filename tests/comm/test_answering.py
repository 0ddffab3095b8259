"""What a front end is answered, by real servers."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

from mcp.server import MCPServer
from pydantic import Field

from mcp_workbench import Workbench
from mcp_workbench.comm.answering import METHODS
from mcp_workbench.comm.desk import Desk
from mcp_workbench.comm.questions import Questions

CHOICES = [f"{number:0900}" for number in range(60)]


def of_many_choices(**_: str) -> str:
    """Takes one of many choices in each of many fields."""
    return "chosen"


async def test_a_tool_whose_form_is_too_large_is_named_and_hides_no_other(
    workbench: Workbench,
) -> None:
    choice: Any = Annotated[str, Field(json_schema_extra={"enum": [*CHOICES]})]
    fields = [
        inspect.Parameter(f"a{number}", inspect.Parameter.KEYWORD_ONLY, annotation=choice)
        for number in range(90)
    ]
    vars(of_many_choices)["__signature__"] = inspect.Signature(fields, return_annotation=str)
    server = MCPServer("many")
    for name, tool in {"large": of_many_choices, "small": lambda: "ok"}.items():
        server.add_tool(tool, name=name)
    await workbench.connect(server, "many")
    desk = Desk(workbench, Questions(None), lambda _: None)
    reply: Any = await METHODS["tools"]({"id": "1", "method": "tools", "server": "many"}, desk)
    assert [form["tool"] for form in reply["tools"]] == ["small"]
    assert reply["omitted"] == ["large"]
