"""How long things may take, whose limit it was, and what is left usable after it."""

from __future__ import annotations

import os
import shlex
import time

import anyio
import pytest

from mcp_workbench import Agent, StdioServer, Workbench, tool
from mcp_workbench.agent import ScriptedModel
from mcp_workbench.errors import CallTimeout
from mcp_workbench.sessions.limits import total_limit
from mcp_workbench.sessions.patience import Patience
from mcp_workbench.settings import Settings
from tests.conftest import FAULTY
from tests.sessions.lively import Lively


@pytest.mark.requirement("CON-11")
def test_the_limits_are_30_seconds_to_connect_120_for_a_call_and_an_hour_in_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("MCP_WORKBENCH_CALL_TIMEOUT_S", raising=False)
    settings = Settings()
    assert settings.connect_timeout == 30
    assert settings.call_timeout == 120
    assert settings.max_total_timeout == 3600
    monkeypatch.setenv("MCP_WORKBENCH_CALL_TIMEOUT_S", "7.5")
    assert Settings().call_timeout == 7.5


@pytest.mark.requirement("CON-11")
@pytest.mark.parametrize("where", ["call", "server", "environment"])
async def test_the_nearest_limit_counts_and_the_error_names_it(
    lively: Lively, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCP_WORKBENCH_CALL_TIMEOUT_S", "0.3" if where == "environment" else "50")
    spec = {"call": {"timeout": 60.0}, "server": {"timeout": 0.3}, "environment": {}}[where]
    async with Workbench() as workbench:
        await workbench.connect(lively.spec(**spec), "lively")
        limit = 0.3 if where == "call" else None
        with pytest.raises(CallTimeout, match=r"work gave no answer within 0\.3 s") as caught:
            await workbench.call("lively.work", {"seconds": 30}, timeout=limit)
        assert caught.value.reason == "timeout"
        assert "`timeout=`" in caught.value.hint
        await lively.noted("cancelled")


@pytest.mark.requirement("CON-11")
@pytest.mark.parametrize("listens", [True, False])
async def test_progress_extends_a_call_whether_or_not_anybody_listens(
    workbench: Workbench, lively: Lively, listens: bool
) -> None:
    await workbench.connect(lively.spec(timeout=0.5), "lively")
    told: list[float] = []
    progress = (lambda done, *_: told.append(done)) if listens else None
    result = await workbench.call("lively.work", {"seconds": 1.2, "every": 0.1}, progress=progress)
    assert result.value == "worked 1.2"
    assert lively.lines == ["call work", "token"]
    assert bool(told) is listens


@pytest.mark.requirement("CON-11")
async def test_progress_extends_no_call_beyond_its_limit_in_all(
    workbench: Workbench, lively: Lively
) -> None:
    await workbench.connect(lively.spec(timeout=5, max_total_timeout=0.6), "lively")
    started = time.monotonic()
    with pytest.raises(CallTimeout, match=r"more than 0\.6 s in all") as caught:
        await workbench.call("lively.work", {"seconds": 60, "every": 0.1})
    assert time.monotonic() - started < 3
    assert caught.value.reason == "max_total_timeout"
    assert "`max_total_timeout`" in caught.value.hint
    await lively.noted("cancelled")


def test_the_limit_in_all_of_a_server_is_final_and_that_of_all_gives_way(lively: Lively) -> None:
    assert total_limit(120, lively.spec(max_total_timeout=10), Settings()) == 10
    assert total_limit(120, lively.spec(), Settings(max_total_timeout=300)) == 300
    assert total_limit(600, lively.spec(), Settings(max_total_timeout=300)) == 600


async def test_an_answer_that_comes_after_the_limit_is_not_taken_for_another(
    workbench: Workbench, lively: Lively
) -> None:
    server = await workbench.connect(lively.spec(), "lively")
    with pytest.raises(CallTimeout):
        await workbench.call("lively.work", {"seconds": 0.5}, timeout=0.2)
    # on its way while the late answer of the one before comes
    result = await workbench.call("lively.work", {"seconds": 0.8})
    assert result.value == "worked 0.8"
    assert server.status == "connected"
    assert lively.lines.count("cancelled") == 1


@pytest.mark.requirement("CON-11")
async def test_a_function_of_the_notebook_is_under_no_limit_of_calls() -> None:
    async def count() -> int:
        """Count slowly."""
        await anyio.sleep(0.3)
        return 3

    async with Workbench(Settings(call_timeout=0.05, max_total_timeout=0.1)) as workbench:
        model = ScriptedModel([{"calls": [{"name": "count", "args": {}}]}, "counted"])
        agent = Agent(model, tools=[tool(count)], workbench=workbench)
        run = await agent.run("count")
    assert run.output == "counted"
    (answer,) = (part for part in run.messages[2].parts if part.part_kind == "tool-return")
    assert answer.content == "3"


@pytest.mark.requirement("CON-11")
async def test_a_server_has_its_own_limit_to_connect(workbench: Workbench) -> None:
    started = time.monotonic()
    command, *arguments = shlex.split(f"{FAULTY} mute")
    workbench.add(StdioServer(command, tuple(arguments), startup_timeout=0.5), "mute")
    result = await workbench.call("mute.x", raise_on_error=False)
    assert result.error is not None
    assert "within 0.5 s" in result.error.what
    assert time.monotonic() - started < 10


async def test_time_with_a_person_does_not_count() -> None:
    with Patience(0.2, 0.3) as patience:
        with patience.paused(), patience.paused():
            await anyio.sleep(0.5)
        patience.extend()
    assert patience.over == ""


async def test_after_a_person_has_answered_the_rest_of_the_time_counts() -> None:
    with Patience(9, 0.3) as patience:
        with patience.paused():
            await anyio.sleep(0.1)
        await anyio.sleep(9)
    assert patience.over == "total"


async def test_the_clocks_of_all_calls_stop_while_a_server_has_a_person_asked(
    workbench: Workbench, lively: Lively
) -> None:
    server = await workbench.connect(lively.spec(), "lively")

    async def ask() -> None:
        connection = await server.connection()
        await lively.noted("call work", 2)
        with connection.uncounted():
            await anyio.sleep(0.8)

    results: list[object] = []

    async def call() -> None:
        result = await workbench.call("lively.work", {"seconds": 1}, timeout=0.7)
        results.append(result.value)

    async with anyio.create_task_group() as group:
        group.start_soon(call)
        group.start_soon(call)
        group.start_soon(workbench.loop.wait, ask())
    assert results == ["worked 1", "worked 1"]


def test_a_variable_that_is_no_number_of_seconds_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "MCP_WORKBENCH_CALL_TIMEOUT_S" not in os.environ
    monkeypatch.setenv("MCP_WORKBENCH_CALL_TIMEOUT_S", "soon")
    with pytest.raises(Exception, match="MCP_WORKBENCH_CALL_TIMEOUT_S is 'soon'"):
        Settings()
