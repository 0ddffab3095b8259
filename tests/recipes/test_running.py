"""A recipe runs without its notebook, and everything is checked before anything starts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench import Agent, AgentRun, Recipe, Workbench, WorkbenchError
from mcp_workbench.agent.events import CallStarted
from mcp_workbench.asking import set_this_kernels_asker
from mcp_workbench.errors import (
    CodeFailed,
    ConfigInvalid,
    ConfigUntrusted,
    ParameterMissing,
    RecipeInvalid,
    ServerNotFound,
    ToolNotFound,
    UsageInvalid,
    VariableUnset,
)
from tests.recipes.notebooks import AGENT, PROMPT, STEPS, notebook, replaced

DEMO = {"command": "python", "args": ["-m", "mcp_workbench.demo"]}
# it would leave a file behind, had it been started
TOUCH = {"command": "python", "args": ["-c", "open('started', 'w')"]}


@pytest.fixture(scope="module")
def shared() -> Iterator[Workbench]:
    """A workbench with the demo server, for all tests of this module."""
    workbench = Workbench()
    workbench.connect_sync("demo")
    yield workbench
    workbench.close_sync()


def recipe(**changes: Any) -> Recipe:
    """A recipe whose model calls `demo.add`, and whatever a test changes in it."""
    values = {
        "recipe": "mcp-workbench/1",
        "name": "sum",
        "title": "Sum",
        "model": "scripted:steps.yaml",
        "prompt": "Add.",
        "servers": {"demo": DEMO},
        "approved": ["demo.add"],
        **changes,
    }
    return Recipe.of({key: value for key, value in values.items() if value is not None})


def script(text: str) -> None:
    Path("steps.yaml").write_text(text)


@pytest.fixture(autouse=True)
def adding() -> None:
    script("- calls: [{name: add, args: {a: 1, b: 2}}]\n- text: It is 3.\n")


def calls(run: AgentRun) -> list[tuple[Any, ...]]:
    return [
        (one["name"], one["arguments"], one["text"]) for one in run.trace if one["kind"] == "call"
    ]


async def test_notebook_and_recipe_make_the_same_calls(shared: Workbench, tmp_path: Path) -> None:
    path = notebook(tmp_path)
    script(STEPS)

    def words(text: str) -> int:
        "How many words a text has."
        return len(text.split())

    told = "You count words, at most 3, in a dry tone."
    agent = Agent(
        "scripted:steps.yaml",
        tools=[words],
        servers=["demo"],
        instructions=told,
        approved=["demo.add"],
        max_rounds=5,
        workbench=shared,
    )
    before = await agent.run("Count the words of: one two three")
    file = Recipe.from_notebook(path).frozen(shared).save()
    loaded = Recipe.load(file)
    after = await loaded.run(shared, trust=True, phrase="one two three")
    assert calls(before) == calls(after)
    assert len(calls(after)) == 2
    assert (before.output, after.output) == ("Three words.", "Three words.")
    assert before.trace[0] == after.trace[0]
    assert loaded.agent(shared, {"phrase": "x"}).instructions == told


async def test_events_come_in_order_and_the_answer_is_the_models(shared: Workbench) -> None:
    seen: list[Any] = []
    run = await recipe().run(shared, trust=True, on_event=seen.append)
    assert (run.output, run.stop_reason, run.scripted) == ("It is 3.", "done", True)
    assert [one.name for one in seen if isinstance(one, CallStarted)] == ["add"]


async def test_nobody_is_asked_so_what_is_not_approved_is_denied(shared: Workbench) -> None:
    async def never(question: object) -> str:
        raise AssertionError(question)

    before = set_this_kernels_asker(never)  # pyright: ignore[reportArgumentType]  it never answers
    try:
        run = await recipe(approved=[], approve="always").run(shared, trust=True)
    finally:
        set_this_kernels_asker(before)
    denied = next(one for one in run.trace if one["kind"] == "call")
    assert denied["error"]["code"] == "approval_denied"
    assert "a recipe asks nobody" in denied["error"]["text"]
    assert run.stop_reason == "done"


async def test_consent_is_refused_remembered_and_asked_again_after_a_change(
    shared: Workbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code = {"code": "def two() -> int:\n    return 2\n", "python_tools": ["two"]}
    with pytest.raises(ConfigUntrusted) as caught:
        await recipe(**code).run(shared)
    assert "server demo: starts python -m mcp_workbench.demo" in caught.value.what
    assert "runs its code, 2 lines of Python" in caught.value.what
    assert "--trust" in caught.value.hint
    await recipe(**code).run(shared, trust=True)
    await recipe(**code, description="Words change nothing.").run(shared)
    for changed in (
        {**code, "code": "def two() -> int:\n    return 3\n"},
        {**code, "setup": "import os"},
        {**code, "servers": {"demo": {**DEMO, "args": [*DEMO["args"], "-x"]}}},
        {**code, "servers": {"demo": {**DEMO, "env": {"PYTHONPATH": "."}}}},
        {**code, "servers": {"demo": DEMO, "more": {"transport": "http", "url": "http://h/mcp"}}},
        {**code, "model": "any@http://h.example/v1"},
    ):
        with pytest.raises(ConfigUntrusted):
            recipe(**changed).require_consent()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    with pytest.raises(ConfigUntrusted):
        recipe(**code).require_consent()


def test_a_model_that_the_user_names_needs_no_consent() -> None:
    own = recipe(servers=None, approved=None, model="any@http://h.example/v1")
    assert own.consent().what == ("asks the model any at http://h.example/v1",)
    assert not own.with_model("any@http://h.example/v1").consent().needed


def test_values_of_the_environment_and_of_headers_are_shown_to_nobody() -> None:
    servers = {
        "a": {**DEMO, "env": {"LEVEL": "secret-ish"}},
        "b": {"transport": "http", "url": "http://me:pw@h/?k=1", "headers": {"X-Team": "blue"}},
    }
    told = "\n".join(recipe(servers=servers, approved=None).consent().what)
    assert ("LEVEL" in told, "X-Team" in told) == (True, True)
    assert not [word for word in ("secret-ish", "blue", "pw", "k=1") if word in told]


@pytest.mark.parametrize(
    ("changes", "given", "kind", "words"),
    [
        ({"parameters": [{"key": "a", "required": True}]}, {}, ParameterMissing, "parameter a"),
        ({"prompt": None}, {}, ParameterMissing, "no prompt"),
        ({"parameters": [{"key": "limit"}]}, {"limt": 1}, UsageInvalid, "'limt'"),
        ({"parameters": [{"key": "n", "type": "integer"}]}, {"n": "x"}, UsageInvalid, "whole"),
        ({"parameters": [{"key": "n", "type": "integer"}]}, {"n": True}, UsageInvalid, "whole"),
        ({"parameters": [{"key": "d", "type": "date"}]}, {"d": "1.1."}, UsageInvalid, "date"),
        ({"parameters": [{"key": "f", "type": "file"}]}, {"f": "lost"}, UsageInvalid, "no file"),
        ({"parameters": [{"key": "j", "type": "json"}]}, {"j": {1}}, UsageInvalid, "j"),
        (
            {"parameters": [{"key": "s", "type": "select", "options": ["a", "b"]}]},
            {"s": "c"},
            UsageInvalid,
            "not one of a, b",
        ),
        ({"model": None}, {}, UsageInvalid, "names no model"),
        ({"approved": ["dmo.add"]}, {}, ServerNotFound, "'dmo'"),
        ({"names": {"dmo.add": "add"}}, {}, ServerNotFound, "'dmo'"),
        ({"approved": ["lost"]}, {}, ToolNotFound, "'lost'"),
        ({"requires": ["no-such-package-here"]}, {}, RecipeInvalid, "not installed"),
        ({"requires": ["pyyaml>=99"]}, {}, RecipeInvalid, "is installed"),
        ({"servers": {"demo": {**TOUCH, "env": {"A": "${UNSET_HERE}"}}}}, {}, VariableUnset, "A"),
    ],
)
async def test_what_is_missing_is_told_before_anything_starts(
    shared: Workbench,
    tmp_path: Path,
    changes: dict[str, Any],
    given: dict[str, Any],
    kind: type[WorkbenchError],
    words: str,
) -> None:
    ran = {"setup": "open('started', 'w')", "servers": {"demo": TOUCH}}
    with pytest.raises(kind) as caught:
        await recipe(**{**ran, **changes}).run(shared, trust=True, **given)
    assert words in caught.value.what
    assert caught.value.hint
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"approved": ["demo.ad"]},
        {"servers": {"demo": {**DEMO, "include_tools": ["ad"]}}},
        {"servers": {"demo": {**DEMO, "exclude_tools": ["ad"]}}},
    ],
)
async def test_a_tool_that_its_server_does_not_have_is_named(
    shared: Workbench, changes: dict[str, Any]
) -> None:
    with pytest.raises(ToolNotFound, match="has no tool 'ad'") as caught:
        await recipe(**changes).run(shared, trust=True)
    assert "'add'" in caught.value.hint


async def test_only_the_tools_that_are_named_are_given_to_the_model(shared: Workbench) -> None:
    some = recipe(servers={"demo": {**DEMO, "include_tools": ["add", "echo"]}})
    rest = recipe(servers={"demo": {**DEMO, "exclude_tools": ["echo"]}})
    names = [tool.name for tool in (await some.agent(shared).toolbox()).tools]
    assert names == ["add", "echo"]
    others = [tool.name for tool in (await rest.agent(shared).toolbox()).tools]
    assert "add" in others
    assert "echo" not in others


async def test_a_tool_that_changed_since_the_export_is_a_warning_of_the_run(
    shared: Workbench,
) -> None:
    frozen = recipe().frozen(shared)
    assert frozen.document.names["demo.add"] == "add"
    assert (await frozen.run(shared, trust=True)).warnings == []
    marks = {**frozen.document.fingerprints, "demo.add": f"sha256:{'0' * 64}"}
    gone = {"demo.lost": f"sha256:{'0' * 64}"}
    run = await recipe(fingerprints=marks | gone).run(shared, trust=True)
    assert run.warnings == [
        "demo.add has changed since the recipe was exported",
        "demo.lost is gone since the recipe was exported",
    ]


async def test_names_that_were_frozen_are_the_models_names(shared: Workbench) -> None:
    script("- calls: [{name: plus, args: {a: 1, b: 2}}]\n- text: It is 3.\n")
    run = await recipe(names={"demo.add": "plus"}).run(shared, trust=True)
    assert [one[0] for one in calls(run)] == ["plus"]


async def test_code_sees_parameters_and_only_its_own_module(shared: Workbench) -> None:
    script("- calls: [{name: scaled, args: {n: 4}}]\n- text: Done.\n")
    run = await recipe(
        parameters=[{"key": "factor", "type": "integer", "default": 2}],
        setup="from __future__ import annotations\nfrom dataclasses import dataclass\n",
        code="@dataclass\nclass Two:\n    n: int\n\n\ndef scaled(n: int) -> int:\n"
        "    return Two(n).n * factor\n",
        python_tools=["scaled"],
    ).run(shared, trust=True, factor=10)
    assert calls(run)[0][2] == "40"


async def test_code_that_raises_is_told_with_its_line(shared: Workbench) -> None:
    with pytest.raises(CodeFailed) as caught:
        recipe(setup="x = 1\nx / 0\n").agent(shared)
    assert caught.value.what == "recipe sum: setup, line 2: ZeroDivisionError: division by zero"
    assert caught.value.reason == "ZeroDivisionError"
    cause = caught.value.__cause__
    assert cause is not None
    import traceback

    assert "x / 0" in "".join(traceback.format_exception(cause))


async def test_another_server_of_that_name_is_not_replaced(shared: Workbench) -> None:
    with pytest.raises(ConfigInvalid, match="another definition"):
        await recipe(servers={"demo": TOUCH}).run(shared, trust=True)
    assert shared.server("demo").status == "connected"


async def test_a_limit_ends_the_run_with_its_reason(shared: Workbench) -> None:
    script("- calls: [{name: add, args: {a: 1, b: 2}}]\n" * 4)
    run = await recipe(limits={"max_rounds": 2}).run(shared, trust=True)
    assert run.stop_reason == "limit"
    assert run.error is not None


async def test_values_fill_the_prompt_once(shared: Workbench) -> None:
    keys = [{"key": "a"}, {"key": "n", "type": "number"}, {"key": "o", "default": None}]
    text = "{{ a }}, {{n}}, {{ '{{ a }}' }}{{ o }}"
    run = await recipe(parameters=keys, prompt=text).run(shared, trust=True, a="{{ n }}", n=2)
    assert run.trace[0]["text"] == "{{ n }}, 2, {{ a }}"


def test_a_recipe_with_other_defaults_needs_fewer_values() -> None:
    keys = [{"key": "a", "required": True}, {"key": "b", "required": True}]
    given = recipe(parameters=keys).with_defaults({"a": "x"})
    assert [(one.required, one.default) for one in given.parameters] == [(False, "x"), (True, None)]
    with pytest.raises(UsageInvalid):
        given.with_defaults({"c": 1})


def test_the_kernels_workbench_is_used_where_none_is_given(tmp_path: Path) -> None:
    async def main() -> tuple[AgentRun, list[str]]:
        async with Workbench() as workbench:
            run = await recipe().run(trust=True)
            return run, list(workbench.servers)

    run, servers = asyncio.run(main())
    assert (run.output, servers) == ("It is 3.", ["demo"])


def test_an_agent_that_names_a_model_by_a_parameter_says_so(tmp_path: Path) -> None:
    call = "Agent(phrase, tools=[words])"
    found = Recipe.from_notebook(notebook(tmp_path, *replaced(AGENT, call)))
    assert found.model is None
    assert any("model is left out: phrase is no literal" in note for note in found.notes)
    assert found.document.prompt == PROMPT
