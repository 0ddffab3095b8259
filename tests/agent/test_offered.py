"""Odd tools of a real server, listed, checked and called by a model over the real protocol."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from mcp_workbench import Agent, Workbench
from mcp_workbench.magics.listings import ToolListing
from tests.agent.wire import Provider
from tests.conftest import ROOT
from tests.servers.odd_schemas import ODD, entries

SERVER = ROOT / "tests" / "servers" / "odd_tools.py"
HOSTILE = "\x1b[31mred\u202ekcab\u200b\U000e0041<b>"


def command(tools: Path, listed: list[dict[str, Any]]) -> str:
    tools.write_text(json.dumps(listed), encoding="utf-8")
    return shlex.join([sys.executable, str(SERVER), str(tools)])


@pytest_asyncio.fixture
async def odd(tmp_path: Path) -> AsyncIterator[Workbench]:
    async with Workbench() as wb:
        await wb.connect(command(tmp_path / "tools.json", entries()), "odd")
        yield wb


@pytest.mark.requirement("TOOL-10")
async def test_odd_schemas_work_in_listing_validation_and_calls_of_a_model(odd: Workbench) -> None:
    tools = {tool.name: tool for tool in await odd.tools("odd")}
    assert list(tools) == [one.name for one in ODD], "every tool is there"
    listing = ToolListing(tools.values())
    for one in ODD:
        tool = tools[one.name]
        assert one.name in repr(listing)
        assert one.name in tool.details()
        assert tool._repr_html_()
        assert {field["name"] for field in tool.form["fields"]} >= tool.required
        result = await odd.call(tool.full_name, one.fits)
        assert json.loads(result.text)["arguments"] == one.fits
        if one.fails is not None:
            refused = await odd.call(tool.full_name, one.fails, raise_on_error=False)
            assert refused.error is not None
            assert refused.error.code == "mcp_arguments_invalid", one.name

    names = [one["function"]["name"] for one in await odd.tool_list("openai", "odd")]
    asked = [
        {"name": name, "args": one.said or one.fits, "id": f"call-{at}"}
        for at, (name, one) in enumerate(zip(names, ODD, strict=True))
    ]
    with Provider({"calls": asked}, "done") as provider:
        agent = Agent(provider.model, servers=["odd"], approve="never", workbench=odd)
        run = await agent.run("Call all.")
    assert run.error is None
    told = [json.loads(answer) for answer in provider.answers()]
    assert [one["name"] for one in told] == [one.name for one in ODD]
    assert [one["arguments"] for one in told] == [one.fits for one in ODD], "in its own names"


@pytest.mark.requirement("TOOL-16")
async def test_what_an_agent_sends_is_the_exported_list(odd: Workbench) -> None:
    await odd.connect("demo")
    for server in ("odd", "demo"):
        with Provider("done") as provider:
            await Agent(provider.model, servers=[server], workbench=odd).run("Hello")
        assert provider.requests[-1]["tools"] == await odd.tool_list("openai", server)


@pytest.mark.requirement("TOOL-11")
async def test_no_word_of_a_schema_hides_anything_wherever_it_is_shown(
    workbench: Workbench, tmp_path: Path
) -> None:
    schema = {
        "type": "object",
        "title": HOSTILE,
        "properties": {
            HOSTILE: {"description": HOSTILE, "enum": [HOSTILE, "b"], "default": HOSTILE},
            "a": {"type": HOSTILE, "format": HOSTILE, "pattern": HOSTILE, "title": HOSTILE},
            "b": {"type": "string", "format": HOSTILE, "pattern": HOSTILE, "examples": [HOSTILE]},
            "c": {"type": "object", "properties": {HOSTILE: {"const": HOSTILE}}},
        },
        "required": [HOSTILE],
    }
    entry = {"name": HOSTILE, "title": HOSTILE, "description": HOSTILE, "inputSchema": schema}
    await workbench.connect(command(tmp_path / "tools.json", [entry]), "hostile")
    (tool,) = await workbench.tools("hostile")
    bound = workbench.server("hostile").tool(tool.name)
    refused = await workbench.call(tool.full_name, {}, raise_on_error=False)
    from mcp_workbench.tools.tool_view import form_view, model_view, raw_view

    views = (raw_view(tool), form_view(tool), model_view(tool))
    shown = [
        *(repr(tool), tool.details(), str(bound), repr(workbench.server("hostile"))),
        *(repr(ToolListing([tool])), repr(workbench.server("hostile").tools), str(refused.error)),
        *map(repr, views),
        *("\n".join(map(str, view.reasons)) for view in views),
    ]
    html = [tool._repr_html_(), ToolListing([tool])._repr_html_()]
    html += [view._repr_html_() for view in views]
    labels = [choice["label"] for field in tool.form["fields"] for choice in field["choices"]]
    words = [f"{field['description']}{field['rule']}" for field in tool.form["fields"]]
    for text in (*shown, *html, *labels, *words, tool.form["title"], tool.form["description"]):
        assert not set(text) & set("\x1b\u202e\u200b\U000e0041"), text
    assert all("<b>" not in text for text in html)
    assert "⟨U+202E⟩" in tool.details()


async def test_a_tool_for_the_interface_of_another_is_offered_to_no_model(tmp_path: Path) -> None:
    ways = {"shown": ["model", "app"], "pay": ["app"], "nobody": []}
    listed = [
        {"name": name, "inputSchema": {"type": "object"}, "_meta": {"ui": {"visibility": seen}}}
        for name, seen in ways.items()
    ]
    async with Workbench() as bench:
        await bench.connect(command(tmp_path / "ui.json", listed), "shop")
        assert [tool.name for tool in await bench.tools("shop")] == list(ways), "a person sees all"
        with Provider("done") as provider:
            await Agent(provider.model, servers=["shop"], workbench=bench).run("Hello")
        assert provider.requests[-1]["tools"] == await bench.tool_list("openai", "shop")
        assert [one["function"]["name"] for one in provider.requests[-1]["tools"]] == ["shown"]
        assert (await bench.call("shop.pay")).text, "and can call all"


async def test_a_tool_that_runs_only_as_a_task_says_so_before_anything_is_sent(
    tmp_path: Path,
) -> None:
    schema = {"type": "object"}
    listed = [
        {"name": way, "inputSchema": schema, "execution": {"taskSupport": way}}
        for way in ("required", "optional")
    ]
    async with Workbench() as bench:
        await bench.connect(command(tmp_path / "tasks.json", listed), "slow")
        assert (await bench.call("slow.optional")).text
        error = (await bench.call("slow.required", raise_on_error=False)).error
        assert error is not None
        assert (error.code, error.reason) == ("mcp_protocol_error", "task-required")
        assert (await bench.call_raw("slow.required")).text
        tools = await bench.tools("slow")
        assert repr(ToolListing(tools)).count("(only as a task)") == 1
        assert [("as a task" in one.details()) for one in tools] == [True, False]
