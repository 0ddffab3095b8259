"""Tools as async Python functions."""

import inspect

import pytest

from mcp_workbench import Workbench
from mcp_workbench.errors import ArgumentsInvalid, ToolFailed, ToolNotFound
from tests.conftest import DEMO, FAULTY


@pytest.mark.requirement("TOOL-15")
async def test_a_tool_is_a_function_with_signature_and_docstring(workbench: Workbench) -> None:
    server = await workbench.connect(DEMO, "demo")
    add = server.tool("add")
    assert await add(a=1, b=2) == 3
    assert add.__name__ == "add"
    assert inspect.iscoroutinefunction(add.__call__)
    signature = inspect.signature(add)
    assert [(p.name, p.annotation) for p in signature.parameters.values()] == [
        ("a", int),
        ("b", int),
    ]
    assert "Args:\n    a (integer)" in (inspect.getdoc(add) or "")


@pytest.mark.requirement("TOOL-15")
async def test_a_function_raises_what_the_tool_says(workbench: Workbench) -> None:
    server = await workbench.connect(DEMO, "demo")
    with pytest.raises(ToolFailed):
        await server.tool("fail")()


async def test_arguments_without_names_are_refused_with_the_names(workbench: Workbench) -> None:
    server = await workbench.connect(DEMO, "demo")
    with pytest.raises(ArgumentsInvalid) as caught:
        await server.tool("add")(1, 2)
    assert caught.value.what == "demo.add takes names: add(a=…, b=…)"
    later = workbench.add(FAULTY + " none", "later")
    with pytest.raises(ArgumentsInvalid, match=r"later\.echo takes names"):
        await later.tool("echo")("hi")


@pytest.mark.requirement("TOOL-15")
async def test_an_unknown_tool_of_a_connected_server_is_refused_at_once(
    workbench: Workbench,
) -> None:
    server = await workbench.connect(DEMO, "demo")
    with pytest.raises(ToolNotFound, match="did you mean 'echo'"):
        server.tool("ecko")


async def test_a_tool_of_a_server_that_is_not_connected_yet_connects_it(
    workbench: Workbench,
) -> None:
    server = workbench.add(FAULTY + " none", "later")
    echo = server.tool("echo")
    assert str(inspect.signature(echo)) == "(**arguments)"
    assert await echo(text="hi") == "hi"
    assert "text" in inspect.signature(echo).parameters


async def test_the_name_of_a_tool_is_shown_with_its_hidden_characters(
    workbench: Workbench,
) -> None:
    tool = workbench.add(DEMO, "demo").tool("a\x1b[31m\u202eb")
    assert repr(tool) == "<tool demo.a␛[31m⟨U+202E⟩b>"
