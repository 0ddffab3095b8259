"""Models by name, address and script, and what is told when they cannot be used."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.models.test import TestModel

from mcp_workbench import Agent
from mcp_workbench.agent import ScriptedModel
from mcp_workbench.agent.scripted import LARGEST
from mcp_workbench.errors import ModelFailed, UsageInvalid
from tests.agent.wire import Provider


@pytest.mark.parametrize(
    ("model", "label", "scripted"),
    [
        ("openai:gpt-5", "openai:gpt-5", False),
        ("groq:llama", "groq:llama", False),
        ("qwen/qwen3@https://me:pw@host/v1?key=s3", "qwen/qwen3@https://host/v1?…", False),
        (ScriptedModel([]), "scripted", True),
        (ScriptedModel([], name="tour"), "tour (scripted)", True),
        (TestModel(), "test (scripted)", True),
    ],
)
def test_a_model_is_named_for_people_without_secrets(
    model: Any, label: str, scripted: bool
) -> None:
    agent = Agent(model)
    assert (agent.model, agent.scripted) == (label, scripted)
    assert label in repr(agent)


@pytest.mark.parametrize(
    ("model", "reason", "hint"),
    [
        ("opnai:gpt-5", "unknown-provider", "did you mean 'openai'"),
        ("gpt-5", "no-provider", "openai:gpt-5"),
        ("nonsense", "no-provider", "as in"),
        ("", "no-provider", "as in"),
        ("scripted:no-such-file.yaml", "script", "YAML"),
    ],
)
def test_a_model_that_does_not_exist_is_told_at_once(model: str, reason: str, hint: str) -> None:
    with pytest.raises(ModelFailed) as caught:
        Agent(model)
    assert caught.value.reason == reason
    assert hint in caught.value.hint


def test_what_is_no_model_is_refused() -> None:
    with pytest.raises(UsageInvalid, match="is no model"):
        Agent(7)  # pyright: ignore[reportArgumentType]


async def test_a_missing_key_is_named_when_the_model_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    agent = Agent("openai:gpt-5")
    with pytest.raises(ModelFailed, match="needs a key") as caught:
        await agent.run("Hello")
    assert caught.value.hint == "set the environment variable OPENAI_API_KEY"


async def test_a_missing_package_is_named_with_the_command_that_brings_it() -> None:
    # no extra of this package brings it
    with pytest.raises(ModelFailed, match="not installed") as caught:
        await Agent("groq:llama").run("Hello")
    assert caught.value.hint == 'pip install "pydantic-ai-slim[groq]"'


async def test_a_server_of_a_local_model_gets_one_system_message_at_the_start() -> None:
    # an empty answer makes the library ask again, which else it does in a system message
    with Provider({"text": ""}, "Hello.") as provider:
        run = await Agent(provider.model, instructions="Be brief.").run("Hi")
    roles = [one["role"] for one in provider.messages]
    assert roles.count("system") == 1
    assert roles[0] == "system"
    assert run.output == "Hello."


async def test_a_script_is_played_in_order_and_started_again_by_reset() -> None:
    agent = Agent(ScriptedModel(["one", {"thought": "Hm.", "text": "two"}]))
    assert (await agent.run("a")).output == "one"
    second = await agent.run("b")
    assert [entry["kind"] for entry in second.trace] == ["prompt", "thought", "text"]
    with pytest.raises(ModelFailed, match="is over: it has 2 steps"):
        await agent.run("c")
    agent.reset()
    assert (await agent.run("a")).output == "one"


async def test_a_script_from_a_file_is_labelled_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / "steps.yaml"
    file.write_text("- calls: [{name: add, args: {a: 1, b: 2}}]\n- text: three\n")

    def add(a: int, b: int) -> int:
        return a + b

    agent = Agent(f"scripted:{file}", tools=[add])
    run = await agent.run("Add")
    assert agent.model == run.model == "steps.yaml (scripted)"
    assert run.scripted
    assert run.output == "three"


@pytest.mark.parametrize(
    "text",
    [
        "a: 1",
        "- 7",
        "- {txt: a}",
        "- {calls: 7}",
        "- {calls: [{nam: a}]}",
        "- {calls: [{name: a, arguments: {}}]}",
        "- {text: 7}",
        "[",
        "",
        "- &a x\n- *a",
    ],
)
def test_a_file_that_is_no_script_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "steps.yaml"
    file.write_text(text)
    with pytest.raises(ModelFailed) as caught:
        Agent(f"scripted:{file}")
    assert caught.value.reason == "script"
    assert caught.value.hint


async def test_what_a_script_writes_without_quotes_is_what_json_has(tmp_path: Path) -> None:
    file = tmp_path / "steps.yaml"
    file.write_text(
        "- calls: [{name: plan, args: {day: 2024-01-01, sure: yes, times: 2}}]\n- done\n"
    )

    def plan(day: str, sure: str, times: int) -> list[Any]:
        return [day, sure, times]

    run = await Agent(f"scripted:{file}", tools=[plan]).run("Plan")
    assert run.trace[1]["text"] == '["2024-01-01", "yes", 2]'


def test_a_call_that_json_has_no_form_for_is_refused_with_its_place() -> None:
    step = {"calls": [{"name": "plan", "args": {"day": date(2024, 1, 1)}}]}
    with pytest.raises(ModelFailed, match=r"step 2, call 1: args\.day holds an object") as caught:
        ScriptedModel(["Hello.", step])
    assert caught.value.reason == "script"


def test_a_step_that_is_none_is_told_in_few_words_however_large_it_is() -> None:
    value: Any = ["x"]
    for _ in range(50):
        value = [value] * 10
    with pytest.raises(ModelFailed) as caught:
        ScriptedModel([{"calls": [value]}])
    assert len(str(caught.value)) < 500
    with pytest.raises(UsageInvalid, match="is no model"):
        Agent(value)
    with pytest.raises(UsageInvalid, match="is no tool"):
        Agent(ScriptedModel([]), tools=[{"a": value}])  # pyright: ignore[reportArgumentType]


def test_what_is_near_to_a_script_is_told_what_was_meant() -> None:
    with pytest.raises(ModelFailed, match="'hello' is no list of steps"):
        ScriptedModel("hello")
    with pytest.raises(ModelFailed) as caught:
        ScriptedModel([{"calls": [{"name": "add", "arguments": {}}]}])
    assert caught.value.hint == "did you mean 'args'?"


def test_only_a_file_of_bearable_size_is_read_as_a_script(tmp_path: Path) -> None:
    pipe, huge = tmp_path / "pipe", tmp_path / "huge.yaml"
    os.mkfifo(pipe)
    with huge.open("wb") as opened:
        opened.truncate(LARGEST + 1)
    for path, why in ((pipe, "no regular file"), (huge, "larger than 10 MB")):
        with pytest.raises(ModelFailed, match=why):
            Agent(f"scripted:{path}")
