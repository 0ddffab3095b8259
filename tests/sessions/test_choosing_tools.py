"""Tools that a definition leaves out are neither seen nor called; a name alone is not enough."""

from __future__ import annotations

import pytest

from mcp_workbench import Agent, Workbench
from mcp_workbench.agent import ScriptedModel
from mcp_workbench.errors import ToolNotFound
from tests.conftest import DEMO


async def test_a_tool_that_is_left_out_reaches_neither_person_nor_model(
    workbench: Workbench,
) -> None:
    server = await workbench.connect(
        DEMO, "demo", include_tools=["a*", "fail", "tipo"], exclude_tools=["fail"]
    )
    assert server.tools.names == ["add"]
    assert [tool.full_name for tool in await workbench.tools("demo")] == ["demo.add"]
    assert server.warnings == ["include_tools: the server has no tool 'tipo'"]
    for name, option in {"fail": "exclude_tools", "echo": "include_tools"}.items():
        with pytest.raises(ToolNotFound, match=f"left out by `{option}`"):
            await workbench.call(f"demo.{name}", {"text": "hi"})
        with pytest.raises(ToolNotFound, match=f"left out by `{option}`"):
            await workbench.call_raw(f"demo.{name}", {"text": "hi"})
    script = [{"calls": [{"name": "fail", "args": {}}]}, "no"]
    run = await Agent(ScriptedModel(script), servers=["demo"], workbench=workbench).run("fail")
    assert "always fails" not in str(run.messages)
    assert "add" in str(run.messages)


async def test_a_name_without_a_server_names_all_servers_that_have_such_a_tool(
    workbench: Workbench,
) -> None:
    await workbench.connect("demo", "a")
    await workbench.connect("demo", "b")
    with pytest.raises(ToolNotFound) as caught:
        await workbench.call("add", {"a": 1, "b": 2})
    assert caught.value.hint == "write a.add or b.add"
    assert (await workbench.call("b.add", {"a": 1, "b": 2})).value == 3
    with pytest.raises(ToolNotFound) as caught:
        await workbench.call("nothing")
    assert caught.value.hint == "write server.tool, as in demo.echo"
