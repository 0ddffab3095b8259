"""Values instead of exceptions where asked, exceptions where not; limits; concurrency."""

import asyncio
import json
import time
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mcp_workbench import Workbench
from mcp_workbench.errors import (
    ArgumentsInvalid,
    CallTimeout,
    ConfigInvalid,
    ServerNotFound,
    ToolFailed,
    ToolNotFound,
    WorkbenchError,
)
from mcp_workbench.settings import Settings
from tests.conftest import DEMO, FAULTY


@pytest.mark.requirement("TOOL-03")
@pytest.mark.requirement("TOOL-04")
@pytest.mark.parametrize(
    ("tool", "arguments", "kind", "hint"),
    [
        ("nope.x", {}, ServerNotFound, "there is demo"),
        ("demo.ecko", {"text": "x"}, ToolNotFound, "did you mean 'echo'"),
        ("demo", {}, ToolNotFound, "server.tool"),
        ("demo.add", {"a": "one", "b": 2}, ArgumentsInvalid, "the rule is type"),
        ("demo.add", {"a": {1, 2}, "b": 2}, ArgumentsInvalid, "give texts, finite numbers"),
        ("demo.echo", {"text": "x", "more": object()}, ArgumentsInvalid, "give texts, finite"),
        ("demo.add", {"a": float("nan"), "b": 2}, ArgumentsInvalid, "give texts, finite numbers"),
        ("demo.add", [1, 2], ArgumentsInvalid, "as in {"),
        ("demo.fail", {}, ToolFailed, ""),
    ],
)
async def test_each_failure_is_a_value_or_an_exception(
    workbench: Workbench,
    tool: str,
    arguments: dict[str, object],
    kind: type[WorkbenchError],
    hint: str,
) -> None:
    await workbench.connect(DEMO, "demo")
    with pytest.raises(kind) as caught:
        await workbench.call(tool, arguments)
    assert hint in caught.value.hint
    result = await workbench.call(tool, arguments, raise_on_error=False)
    assert result.is_error
    assert result.error is not None
    assert result.error.code == kind.code
    assert str(result.error)
    assert result.value is None
    assert (await workbench.call("demo.add", {"a": 1, "b": 2})).value == 3


@pytest.mark.requirement("TOOL-04")
async def test_a_failed_connection_is_a_value_in_a_call(workbench: Workbench) -> None:
    workbench.add(f"{FAULTY} exit", "broken")
    result = await workbench.call("broken.x", raise_on_error=False)
    assert result.error is not None
    assert result.error.code == "mcp_connection_failed"
    assert "no licence" in str(result.error)


@pytest.mark.parametrize("where", ["call", "server", "settings"])
async def test_a_call_ends_at_its_limit_and_the_server_is_told(where: str) -> None:
    settings = Settings(call_timeout=0.3) if where == "settings" else Settings()
    async with Workbench(settings) as workbench:
        options = {"timeout": 0.3} if where == "server" else {}
        server = await workbench.connect(f"{FAULTY} none", "slow", **options)
        started = time.monotonic()
        with pytest.raises(CallTimeout, match=r"slow.wait gave no answer within 0\.3 s"):
            await workbench.call("slow.wait", timeout=0.3 if where == "call" else None)
        assert time.monotonic() - started < 10
        assert (await workbench.call("slow.echo", {"text": "still here"})).value == "still here"
        async with asyncio.timeout(5):
            while not any(line.startswith("cancelled ") for line in server.log):
                await workbench.call("slow.ok")  # what it wrote comes by another pipe


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), 10**400, "5", True])
async def test_a_limit_that_lets_nothing_finish_is_refused(
    workbench: Workbench, timeout: Any
) -> None:
    await workbench.connect(DEMO, "demo")
    with pytest.raises(ConfigInvalid, match="lets nothing finish"):
        await workbench.call("demo.add", {"a": 1, "b": 2}, timeout=timeout)
    result = workbench.call_sync(
        "demo.add", {"a": 1, "b": 2}, timeout=timeout, raise_on_error=False
    )
    assert result.error is not None
    assert result.error.reason == "bad-value"


async def test_python_values_are_sent_in_their_json_form_and_as_they_were_at_the_call(
    workbench: Workbench,
) -> None:
    await workbench.connect(f"{FAULTY} mirror", "mirror")
    given = {"tuple": (1, np.float32(0.5)), "array": np.arange(3), "path": Path("a/b")}
    call = asyncio.ensure_future(workbench.call("mirror.ok", given))
    await asyncio.sleep(0)
    given.clear()
    sent = {"tuple": [1, 0.5], "array": [0, 1, 2], "path": "a/b"}
    result = await call
    assert result.value == sent
    assert result.context.arguments == sent


async def test_calls_on_one_connection_run_at_the_same_time(workbench: Workbench) -> None:
    await workbench.connect(DEMO, "demo")
    started = time.monotonic()
    calls = [workbench.call("demo.slow", {"seconds": 1}) for _ in range(8)]
    await asyncio.gather(*calls)
    assert time.monotonic() - started < 6  # one after the other takes more than 8 s


@pytest.mark.requirement("CON-08")
async def test_servers_start_at_the_same_time_and_one_failure_leaves_the_others(
    workbench: Workbench, tmp_path: Path
) -> None:
    program, *args = FAULTY.split()
    servers = {
        f"slow{number}": {"command": program, "args": [*args, "slow-start"]} for number in range(8)
    }
    broken = {"command": program, "args": [*args, "exit"]}
    file = tmp_path / "servers.json"
    file.write_text(json.dumps({"mcpServers": {"broken": broken, **servers}}))
    for server in workbench.add(file):
        server.trust()
    started = time.monotonic()
    found = await workbench.connect(file)
    elapsed = time.monotonic() - started
    assert [server.name for server in found] == ["broken", *servers]
    assert [server.status for server in found] == ["failed"] + ["connected"] * 8
    assert elapsed < 7  # one after the other takes more than 8 s
    assert found[0].error is not None
    assert "no licence" in found[0].error.hint
    assert found[0].log == ["I cannot start: no licence"]
    assert (await workbench.call("slow7.echo", {"text": "hi"})).value == "hi"


async def test_entries_that_are_right_are_connected_before_the_wrong_one_is_told(
    workbench: Workbench, tmp_path: Path
) -> None:
    program, *args = FAULTY.split()
    file = tmp_path / "servers.json"
    good = {"command": program, "args": [*args, "none"]}
    file.write_text(json.dumps({"mcpServers": {"bad": {"args": ["x"]}, "good": good}}))
    with pytest.raises(ConfigInvalid, match="bad"):
        workbench.add(file)
    workbench.server("good").trust()
    with pytest.raises(ConfigInvalid, match="bad") as caught:
        await workbench.connect(file)
    assert "good" in caught.value.hint
    assert workbench.server("good").status == "connected"


async def test_an_added_server_replaces_one_of_the_same_name(workbench: Workbench) -> None:
    first = await workbench.connect(f"{FAULTY} environment", "same")
    second = workbench.add(f"{FAULTY} none", "same")
    assert workbench.server("same") is second
    assert (await workbench.call("same.ok")).value == "done"
    await first.close()
    assert first.status == "closed"


async def test_tools_of_a_named_server_connect_it_and_of_none_do_not(
    workbench: Workbench,
) -> None:
    workbench.add(f"{FAULTY} none", "one")
    assert await workbench.tools() == []
    assert [tool.full_name for tool in await workbench.tools("one")] == [
        "one.ok",
        "one.echo",
        "one.wait",
    ]
    assert len(await workbench.tools()) == 3
    assert (await workbench.tool("one.echo")).properties == {"text": {"type": "string"}}


async def test_the_register_cannot_be_written_to(workbench: Workbench) -> None:
    with pytest.raises(TypeError):
        workbench.servers["x"] = None  # type: ignore[index]


async def test_progress_is_told_in_the_context_of_the_caller(workbench: Workbench) -> None:
    cell: ContextVar[str] = ContextVar("cell", default="none")
    seen: list[tuple[str, float, float | None, str | None]] = []

    def tell(done: float, total: float | None, message: str | None) -> None:
        seen.append((cell.get(), done, total, message))

    await workbench.connect(DEMO, "demo")
    cell.set("the caller's")
    await workbench.call("demo.slow", {"seconds": 0.5}, progress=tell)
    assert len(seen) >= 2
    assert {place for place, *_ in seen} == {"the caller's"}


async def test_a_progress_callback_that_raises_is_a_warning(workbench: Workbench) -> None:
    def tell(*_: object) -> None:
        raise ValueError("my mistake")

    await workbench.connect(DEMO, "demo")
    result = await workbench.call("demo.slow", {"seconds": 0.3}, progress=tell)
    assert result.warnings == ["the progress callback raised ValueError: my mistake"]
