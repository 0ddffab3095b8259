"""The tools of an agent: which there are, under which names, and what loads when."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from mcp_workbench import Agent, Workbench
from mcp_workbench.agent import ScriptedModel
from mcp_workbench.errors import UsageInvalid
from tests.conftest import FAULTY


async def names_of(agent: Agent) -> dict[str, str]:
    return {one.name: one.full_name for one in (await agent.toolbox()).tools}


async def test_one_tool_may_be_given_under_several_names(bench: Workbench) -> None:
    demo = bench.server("demo")
    tools = [demo.tool("echo", name="say"), demo.tool("echo", name="repeat"), demo.tool("add")]
    agent = Agent(ScriptedModel([]), tools=tools, workbench=bench)
    assert await names_of(agent) == {"say": "demo.echo", "repeat": "demo.echo", "add": "demo.add"}


async def test_a_tool_that_is_given_twice_is_there_once(bench: Workbench) -> None:
    demo = bench.server("demo")
    agent = Agent(
        ScriptedModel([]), tools=[demo.tool("add")], servers=["demo", demo], workbench=bench
    )
    names = await names_of(agent)
    assert list(names.values()).count("demo.add") == 1
    assert next(iter(names)) == "add"


async def test_names_stay_as_they_are_when_servers_come_later(workbench: Workbench) -> None:
    await workbench.connect(FAULTY + " none", "second")
    agent = Agent(ScriptedModel([]), servers=["first", "second"], workbench=workbench)
    before = await agent.toolbox()
    await workbench.connect(FAULTY + " none", "first")
    after = await names_of(agent)

    assert "'first' is left out" in before.warnings[0]
    assert after == {
        "mcp_first_ok": "first.ok",
        "mcp_first_echo": "first.echo",
        "mcp_first_wait": "first.wait",
        "ok": "second.ok",
        "echo": "second.echo",
        "wait": "second.wait",
    }


async def test_another_agent_can_keep_the_names_of_an_earlier_one(bench: Workbench) -> None:
    first = Agent(ScriptedModel([]), servers=["twin", "demo"], workbench=bench)
    kept = (await first.toolbox()).names
    second = Agent(ScriptedModel([]), servers=["demo", "twin"], names=kept, workbench=bench)
    assert await names_of(second) == await names_of(first)


async def test_a_tool_is_found_by_the_name_of_the_model(bench: Workbench) -> None:
    toolbox = await Agent(ScriptedModel([]), servers=["demo", "twin"], workbench=bench).toolbox()
    found = toolbox.get("mcp_twin_add")
    assert found is not None
    assert (await found.call({"a": 1, "b": 2})).value == 3
    assert toolbox.get("nope") is None


async def test_a_tool_that_its_server_does_not_have_is_left_out(workbench: Workbench) -> None:
    server = workbench.add(FAULTY + " none", "small")
    agent = Agent(ScriptedModel([]), tools=[server.tool("gone")], workbench=workbench)
    toolbox = await agent.toolbox()
    assert list(toolbox.tools) == []
    assert "tool 'small.gone' is left out: [mcp_tool_not_found]" in toolbox.warnings[0]


@pytest.mark.parametrize("servers", ["demo", 3, [3], [None], [{}], [""], [["demo", 3]]])
def test_what_is_no_server_is_refused_when_the_agent_is_made(servers: Any) -> None:
    with pytest.raises(UsageInvalid, match="servers=") as caught:
        Agent(ScriptedModel([]), servers=servers)
    assert caught.value.reason == "servers"


async def test_the_servers_of_a_file_can_be_given_as_they_come(bench: Workbench) -> None:
    several = [bench.server("demo"), bench.server("twin")]
    agent = Agent(ScriptedModel([]), servers=[several], workbench=bench)
    assert (await names_of(agent))["mcp_twin_add"] == "twin.add"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_rounds", 2.5),
        ("max_rounds", True),
        ("max_rounds", None),
        ("max_rounds", 0),
        ("instructions", None),
        ("name", 3),
        ("description", None),
        ("approver", "me"),
        ("approved", None),
        ("model_settings", 3),
        ("names", ["a"]),
    ],
)
def test_what_is_of_the_wrong_kind_is_refused_when_the_agent_is_made(name: str, value: Any) -> None:
    with pytest.raises(UsageInvalid, match=f"{name}=") as caught:
        Agent(ScriptedModel([]), **{name: value})
    assert caught.value.reason == name
    assert caught.value.hint


def test_a_name_that_no_provider_takes_is_refused_when_the_agent_is_made(bench: Workbench) -> None:
    with pytest.raises(UsageInvalid, match="cannot be the name of a tool"):
        Agent(ScriptedModel([]), tools=[bench.server("demo").tool("add", name="a b")])


def test_the_library_of_models_loads_with_the_first_agent() -> None:
    code = """
import sys
from mcp_workbench import Agent, AgentRun, tool
from mcp_workbench.agent import ScriptedModel, events
heavy = {"pydantic_ai", "pydantic", "openai", "mcp"} & sys.modules.keys()
assert not heavy, heavy
Agent(ScriptedModel([]), tools=[tool(lambda: 1, name="one")])
assert "pydantic_ai" in sys.modules
assert not {"openai", "mcp"} & sys.modules.keys()
"""
    subprocess.run([sys.executable, "-c", code], check=True)
