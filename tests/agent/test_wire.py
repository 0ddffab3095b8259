"""What a provider is sent, over its real protocol: tools, results, pictures, errors."""

from __future__ import annotations

import base64
import io
from typing import Any

from PIL import Image

from mcp_workbench import Agent, Workbench, tool
from mcp_workbench.agent import events
from mcp_workbench.asking import Question
from tests.agent.wire import Provider, text_of
from tests.conftest import FAULTY


def calls(*wanted: str | dict[str, Any]) -> dict[str, Any]:
    """A step that asks for calls, each a name or more about it."""
    return {"calls": [{"name": one} if isinstance(one, str) else one for one in wanted]}


async def test_functions_and_tools_of_two_servers_are_one_list(bench: Workbench) -> None:
    def add(a: int, b: int) -> int:
        """Adds in the notebook."""
        return a + b

    with Provider("done") as provider:
        agent = Agent(
            provider.model,
            tools=[add, bench.server("twin").tool("echo", name="parrot", hint="For birds.")],
            servers=["demo", bench.server("twin")],
            instructions="Be brief.",
            workbench=bench,
        )
        run = await agent.run("Hello")

    names = list(provider.tools)
    assert names[:3] == ["add", "parrot", "echo"]
    assert {"mcp_demo_add", "mcp_twin_add", "image", "mcp_twin_image"} <= set(names)
    assert "mcp_twin_echo" not in names, "it is there as parrot"
    assert provider.tools["add"]["description"] == "Adds in the notebook."
    assert provider.tools["parrot"]["description"] == "Give the text back.\n\nFor birds."
    assert provider.tools["mcp_demo_add"]["parameters"]["required"] == ["a", "b"]
    assert [one["role"] for one in provider.messages] == ["system", "user"]
    assert (run.output, run.stop_reason, run.scripted) == ("done", "done", False)


async def test_results_go_back_in_the_order_of_the_calls(bench: Workbench) -> None:
    async def late(word: str) -> str:
        await bench.call("demo.echo", {"text": word})
        return word

    asked = [{"name": "late", "args": {"word": "a"}}, {"name": "add", "args": {"a": 1, "b": 2}}]
    with Provider(calls(*asked), "3") as provider:
        agent = Agent(provider.model, tools=[late], servers=["demo"], workbench=bench)
        run = await agent.run("Add")

    assert provider.answers() == ["a", "3"]
    assert provider.unanswered() == set()
    assert (run.usage.rounds, run.usage.calls) == (2, 2)
    assert run.usage.input_tokens == 20
    assert [entry["kind"] for entry in run.trace] == ["prompt", "call", "call", "text"]
    assert run.trace[2]["server"] == "demo"


async def test_pictures_reach_the_model_upright_and_not_too_large(bench: Workbench) -> None:
    def wide() -> Image.Image:
        return Image.new("RGB", (4000, 100), "red")

    with Provider(calls("wide", "image"), "seen") as provider:
        agent = Agent(provider.model, tools=[wide], servers=["demo"], workbench=bench)
        await agent.run("Look")

    sent = [part for one in provider.messages if one["role"] == "user" for part in _parts(one)]
    urls = [part["image_url"]["url"] for part in sent if part["type"] == "image_url"]
    pictures = [Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))) for url in urls]
    assert [one.size for one in pictures] == [(1568, 39), (512, 600)]
    assert provider.unanswered() == set()


def _parts(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message["content"]
    return content if isinstance(content, list) else []


async def test_every_kind_of_content_is_told_and_no_text_is_empty(bench: Workbench) -> None:
    def silent() -> None:
        """Returns nothing."""

    with Provider(calls("kinds", "silent"), "done") as provider:
        agent = Agent(provider.model, tools=[silent], servers=["demo"], workbench=bench)
        await agent.run("Show all")

    kinds, nothing = provider.answers()
    assert "link to" in kinds
    assert nothing == "(it returned nothing)"
    texts = [text_of(one) for one in provider.messages if one.get("content") is not None]
    assert all(text.strip() for text in texts)


async def test_what_fails_goes_to_the_model_with_its_code(bench: Workbench) -> None:
    def breaks(path: str) -> str:
        raise OSError(28, "disk full", path)

    wanted = calls(
        {"name": "breaks", "args": {"path": "/x"}},
        {"name": "breaks", "args": {"path": 7}},
        "fail",
        {"name": "add", "args": {"a": "one"}},
        {"name": "ecko", "args": {}},
    )
    seen: list[events.Event] = []
    with Provider(wanted, "sorry") as provider:
        agent = Agent(provider.model, tools=[breaks], servers=["demo"], workbench=bench)
        run = await agent.run("Fail", on_event=seen.append)

    raised, wrong, failed, unfit, unknown = provider.answers()
    assert "[mcp_tool_error] breaks: OSError: [Errno 28] disk full" in raised
    assert "[mcp_arguments_invalid] breaks: path: Input should be a valid string" in wrong
    assert "[mcp_tool_error] demo.fail" in failed
    assert "[mcp_arguments_invalid]" in unfit
    assert "[mcp_tool_not_found]" in unknown
    assert "did you mean 'echo'?" in unknown
    assert run.output == "sorry"
    ended = [one.outcome.error for one in seen if isinstance(one, events.CallFinished)]
    assert len(ended) == 5
    assert all(ended)
    errors = [entry["error"]["code"] for entry in run.trace if entry["kind"] == "call"]
    assert errors == [
        "mcp_tool_error",
        "mcp_arguments_invalid",
        "mcp_tool_error",
        "mcp_arguments_invalid",
        "mcp_tool_not_found",
    ]


async def test_slips_of_a_model_end_no_run_however_often(bench: Workbench) -> None:
    broken = {"name": "add", "args": '{"a": 1, "b'}
    steps = [calls(broken), calls(broken), calls("nope"), calls("nope"), calls(broken, broken)]
    with Provider(*steps, "at last") as provider:
        agent = Agent(provider.model, servers=["demo"], workbench=bench)
        run = await agent.run("Try")

    assert run.output == "at last"
    assert provider.unanswered() == set(), "ids that came twice were told apart"
    assert all("no valid JSON" in text for text in provider.answers()[:2])


async def test_arguments_as_models_write_them_are_understood(bench: Workbench) -> None:
    def search(query: str, tags: list[str] | None = None, limit: int = 3) -> list[Any]:
        return [query, tags, limit]

    wanted = calls(
        {"name": "search", "args": '"{\\"query\\": \\"a\\"}"'},
        {"name": "search", "args": {"query": "b", "limit": "5"}},
        {"name": "echo", "args": '"{\\"text\\": \\"c\\"}"'},
        {"name": "scan_codes", "args": {"image": None}},
    )
    with Provider(wanted, "done") as provider:
        agent = Agent(provider.model, tools=[search], servers=["demo"], workbench=bench)
        await agent.run("Search")

    assert provider.answers()[:3] == ['["a", null, 3]', '["b", null, 5]', "c"]


async def test_a_denial_goes_to_the_model_and_the_run_goes_on(bench: Workbench) -> None:
    asked: list[Question] = []
    removed: list[str] = []

    async def person(question: Question) -> Any:
        asked.append(question)
        return "denied" if question.server else "once"

    @tool(destructive=True)
    def remove(path: str) -> str:
        removed.append(path)
        return "gone"

    wanted = calls({"name": "remove", "args": {"path": "/a"}}, {"name": "loud"})
    with Provider(wanted, "I may not.") as provider:
        loud = bench.server("demo").tool("fail", name="loud")
        agent = Agent(
            provider.model,
            tools=[remove, loud],
            approve="always",
            approver=person,
            workbench=bench,
        )
        run = await agent.run("Remove it")

    assert provider.answers()[0] == "gone"
    assert "[approval_denied] demo.fail was not called: a person denied it" in provider.answers()[1]
    assert [(one.tool, one.name) for one in asked] == [("remove", "remove"), ("demo.fail", "loud")]
    assert removed == ["/a"]
    assert run.output == "I may not."


async def test_nobody_to_ask_means_no(bench: Workbench) -> None:
    @tool(destructive=True)
    def remove() -> str:
        raise AssertionError

    def look() -> str:
        return "seen"

    with Provider(calls("remove", "look", "fail"), calls("remove"), "ok") as provider:
        agent = Agent(
            provider.model,
            tools=[remove, look],
            servers=["demo"],
            workbench=bench,
        )
        await agent.run("Remove it")

    denied, seen, failed, again = provider.answers()
    assert "nobody can be asked" in denied
    assert "[approval_denied]" in again
    assert seen == "seen"
    assert "[mcp_tool_error]" in failed, "it is annotated as harmless, so it was called"


async def test_what_is_approved_needs_no_question(bench: Workbench) -> None:
    @tool(destructive=True)
    def remove() -> str:
        return "gone"

    with Provider(calls("remove"), "ok") as provider:
        agent = Agent(provider.model, tools=[remove], approved=["remove"], workbench=bench)
        await agent.run("Remove it")
    assert provider.answers() == ["gone"]


async def test_a_server_that_dies_in_a_call_is_an_error_for_the_model(
    workbench: Workbench,
) -> None:
    await workbench.connect(FAULTY + " dies-on-call", "frail")
    asked = {"calls": [{"name": "ok", "id": "a"}]}, {"calls": [{"name": "ok", "id": "b"}]}
    with Provider(*asked, "It is gone.") as provider:
        agent = Agent(provider.model, servers=["frail"], approve="never", workbench=workbench)
        run = await agent.run("Call")

    # the model learns that the call may have run
    assert all("[mcp_may_have_run]" in text for text in provider.answers())
    assert len(provider.answers()) == 2
    assert run.output == "It is gone."


async def test_a_server_that_is_removed_in_a_run_is_an_error_for_the_model(
    workbench: Workbench,
) -> None:
    server = await workbench.connect(FAULTY + " none", "passing")

    async def remove() -> str:
        await server.remove()
        return "removed"

    with Provider(calls("remove"), calls("ok"), "done") as provider:
        agent = Agent(provider.model, tools=[remove], servers=["passing"], workbench=workbench)
        run = await agent.run("Call")

    assert "[mcp_server_not_found]" in provider.answers()[1]
    assert run.output == "done"


async def test_a_server_that_cannot_be_connected_takes_only_its_own_tools_away(
    workbench: Workbench,
) -> None:
    workbench.add("no-such-command-here --now", "broken")

    def here() -> str:
        return "here"

    with Provider("one", "two") as provider:
        agent = Agent(
            provider.model, tools=[here], servers=["broken", "later"], workbench=workbench
        )
        first = await agent.run("Go")
        assert list(provider.tools) == ["here"]
        await workbench.connect(FAULTY + " none", "later")
        second = await agent.run("Go on")

    assert list(provider.tools) == ["here", "ok", "echo", "wait"]
    assert "'broken' is left out: [launcher_not_found]" in first.warnings[0]
    assert "'later' is left out: [mcp_server_not_found]" in first.warnings[1]
    assert [one for one in second.warnings if "later" in one] == []


async def test_a_long_result_is_cut_for_the_model_and_whole_for_the_person() -> None:
    def long() -> str:
        return "x" * 100_000

    seen: list[events.Event] = []
    with Provider(calls("long"), "done") as provider:
        await Agent(provider.model, tools=[long]).run("Go", on_event=seen.append)

    told = provider.answers()[0]
    assert len(told) < 21_000
    assert "80,000 of 100,000 characters were cut here" in told
    ended = next(one for one in seen if isinstance(one, events.CallFinished))
    assert len(ended.outcome.value) == 100_000


async def test_reasoning_and_text_are_streamed_in_order() -> None:
    seen: list[events.Event] = []
    with Provider({"thought": "Let me think.", "text": "It is forty-two."}) as provider:
        run = await Agent(provider.model).run("Why?", on_event=seen.append)

    assert isinstance(seen[0], events.RoundStarted)
    thoughts = [one.text for one in seen if isinstance(one, events.ThoughtDelta)]
    texts = [one.text for one in seen if isinstance(one, events.TextDelta)]
    assert ("".join(thoughts), len(thoughts)) == ("Let me think.", 2)
    assert ("".join(texts), len(texts)) == ("It is forty-two.", 2)
    assert seen[-1] == events.Ended(run)
