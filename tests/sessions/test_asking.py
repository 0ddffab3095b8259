"""What a server asks of its client is answered in every revision, and always."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import sys
import threading
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench import Server, Workbench, WorkbenchError
from mcp_workbench.agent import ScriptedModel
from mcp_workbench.asking import (
    AddressQuestion,
    Answer,
    SamplingQuestion,
    SamplingReply,
    SamplingRequest,
    set_this_kernels_asker,
)
from mcp_workbench.notebook import here
from mcp_workbench.results import ToolResult

SERVER = shlex.join([sys.executable, str(Path(__file__).parents[1] / "servers" / "asking.py")])
COMMANDS = {"old": SERVER, "new": f"{SERVER} anew"}
BOTH = pytest.mark.parametrize("server", ["old", "new"])
ADA = {"name": "Ada", "size": "m"}


@pytest.fixture(scope="module")
def bench() -> Iterator[Workbench]:
    """One workbench, connected to the server in both of its ways."""
    workbench = Workbench()
    for name, command in COMMANDS.items():
        workbench.connect_sync(command, name)
    yield workbench
    workbench.close_sync()


@pytest.fixture(autouse=True)
def as_before(bench: Workbench) -> Iterator[None]:
    yield
    bench.elicitation, bench.roots = "ask", None


@pytest.fixture
def person() -> Iterator[Callable[[Callable[[Any], Any]], None]]:
    """Puts somebody before the kernel, who answers by a function."""
    before = set_this_kernels_asker(None)

    def put(answer: Callable[[Any], Any]) -> None:
        async def asker(question: Any) -> Any:
            said = answer(question)
            return await said if asyncio.iscoroutine(said) else said

        set_this_kernels_asker(asker)

    yield put
    set_this_kernels_asker(before)


async def called(bench: Workbench, server: str, tool: str, **arguments: Any) -> ToolResult:
    return await bench.call(f"{server}.{tool}", arguments, raise_on_error=False)


@BOTH
@pytest.mark.requirement("CON-22")
async def test_where_nobody_can_be_asked_it_is_cancelled_at_once_and_told(
    bench: Workbench, server: str
) -> None:
    for tool, said in (("elicit", "Who are you?"), ("open", "Please pay.")):
        result = await called(bench, server, tool)
        assert result.value == {"action": "cancel"}
        (warning,) = result.warnings
        assert f"server {server!r} got no answer to {said!r}, and nobody can be asked" in warning
        assert "wb.elicitation" in warning


@BOTH
@pytest.mark.requirement("CON-22")
async def test_a_person_gets_what_the_server_wants_to_know_and_its_name(
    bench: Workbench, server: str, person: Any
) -> None:
    asked: list[Any] = []
    answers = [Answer("accept", ADA), Answer("decline"), Answer("accept")]

    def answer(question: Any) -> Answer:
        asked.append(question)
        return answers[len(asked) - 1]

    person(answer)
    assert (await called(bench, server, "elicit")).value == {"action": "accept", "content": ADA}
    assert (await called(bench, server, "elicit")).value == {"action": "decline"}
    assert (await called(bench, server, "open")).value == {"action": "accept"}
    form, _, address = asked
    assert (form.server, form.message) == (server, "Who are you?")
    assert [field["name"] for field in form.form["fields"]] == ["name", "age", "size", "news"]
    assert isinstance(address, AddressQuestion)
    assert address.address == "https://pay.example.org/bill?id=42"


@BOTH
@pytest.mark.parametrize("rule", ["decline", "cancel"])
async def test_a_rule_answers_in_the_persons_place(
    bench: Workbench, server: str, rule: Any, person: Any
) -> None:
    person(lambda question: pytest.fail("it was asked"))
    bench.elicitation = rule
    result = await called(bench, server, "elicit")
    assert result.value == {"action": rule}
    assert f"wb.elicitation is {rule!r}" in result.warnings[0]


async def _ada(question: Any) -> Any:
    return ADA


@BOTH
@pytest.mark.parametrize("function", [lambda question: ADA, _ada], ids=["plain", "async"])
async def test_a_function_fills_in_a_form_and_defaults_count(
    bench: Workbench, server: str, function: Any
) -> None:
    bench.elicitation = function
    result = await called(bench, server, "elicit")
    assert result.value == {"action": "accept", "content": {"news": True, **ADA}}
    assert result.warnings == []


async def test_a_function_may_block_and_holds_up_no_other_server(bench: Workbench) -> None:
    other_was_called = threading.Event()

    def answer(_: Any) -> Any:
        assert other_was_called.wait(20)
        return "decline"

    bench.elicitation = answer
    asking = asyncio.create_task(called(bench, "old", "elicit"))
    await called(bench, "new", "heard")
    other_was_called.set()
    assert (await asking).value == {"action": "decline"}


def _broken(question: Any) -> Any:
    raise ValueError("no")


@pytest.mark.parametrize(
    ("function", "action", "said"),
    [
        (lambda question: {"name": "A"}, "cancel", "`name` must have at least 2 characters"),
        (lambda question: {}, "cancel", "the form needs `name`"),
        (lambda question: 7, "cancel", "what wb.elicitation gave is no answer: it is 7"),
        (_broken, "cancel", "wb.elicitation failed, so it was cancelled: ValueError: no"),
        (lambda question: None, "cancel", None),
        (lambda question: False, "decline", None),
        (lambda question: Answer("decline"), "decline", None),
    ],
)
async def test_what_a_function_gives_is_checked(
    bench: Workbench, function: Any, action: str, said: str | None
) -> None:
    bench.elicitation = function
    result = await called(bench, "new", "elicit")
    assert result.value == {"action": action}
    assert [said in warning for warning in result.warnings if said] == [True] * bool(said)


def test_what_is_neither_rule_nor_function_is_refused(bench: Workbench) -> None:
    with pytest.raises(WorkbenchError) as caught:
        bench.elicitation = "accept"  # pyright: ignore[reportAttributeAccessIssue]  it is wrong
    assert "ask, decline, cancel" in caught.value.hint


@BOTH
@pytest.mark.requirement("CON-22")
async def test_what_no_server_may_ask_is_declined_and_shown_to_nobody(
    bench: Workbench, server: str, person: Any
) -> None:
    person(lambda question: pytest.fail("it was asked"))
    password = {"type": "object", "properties": {"password": {"type": "string"}}}
    result = await called(bench, server, "elicit", requestedSchema=password)
    assert result.value == {"action": "decline"}
    assert "`password` in a form, which must not ask for secrets" in result.warnings[0]
    large: dict[str, Any] = {
        "type": "object",
        "properties": {"a": {"enum": [f"{number:0900}" for number in range(90)]}},
    }
    large["properties"] |= {f"a{number}": large["properties"]["a"] for number in range(30)}
    result = await called(bench, server, "elicit", requestedSchema=large)
    assert result.value == {"action": "decline"}
    assert re.search(r"asked for a form of [\d,]+ characters", result.warnings[0])
    result = await called(bench, server, "open", url="javascript:alert(1)")
    assert result.value == {"action": "decline"}
    assert "begins with 'javascript'" in result.warnings[0]


@pytest.mark.requirement("CON-22")
async def test_a_call_that_an_address_must_be_opened_for_is_made_again_after_that(
    bench: Workbench, person: Any
) -> None:
    asked: list[AddressQuestion] = []
    person(lambda question: asked.append(question) or Answer("accept"))
    result = await called(bench, "old", "paid")
    assert (result.value, result.warnings) == ("paid", [])
    assert [one.address for one in asked] == ["https://pay.example.org/bill?id=42"]
    person(lambda question: Answer("decline"))
    refused = await called(bench, "old", "paid")
    assert refused.error is not None
    assert "-32042: Pay first." in refused.error.what
    assert (await called(bench, "old", "paid")).value == "paid"


async def test_what_is_not_done_yet_at_an_address_is_asked_again_until_the_server_tells_that_it_is(
    bench: Workbench, person: Any
) -> None:
    messages: list[str] = []
    gone = threading.Event()

    async def answer(question: AddressQuestion) -> Answer:
        messages.append(question.message)
        if len(messages) < 3:
            return Answer("accept")  # too early
        try:
            for name in ("another", "1"):
                messages.append(name)
                await called(bench, "old", "settle", elicitationId=name)
            await asyncio.Event().wait()
        finally:
            gone.set()
        return Answer("cancel")

    person(answer)
    result = await called(bench, "old", "bill")
    assert (result.value, result.warnings) == ("settled", [])
    again = "It is not done yet, says the server. Please pay."
    assert messages == ["Please pay.", again, again, "another", "1"]
    assert await asyncio.to_thread(gone.wait, 10)


async def test_a_server_that_is_never_content_with_what_is_done_at_an_address_refuses(
    bench: Workbench,
) -> None:
    asked: list[Any] = []
    bench.elicitation = lambda question: not asked.append(question)
    refused = await called(bench, "old", "bill")
    assert refused.error is not None
    assert "-32042: Pay first." in refused.error.what
    assert len(asked) == 10


@pytest.mark.parametrize("data", [{"elicitations": 7}, {"elicitations": [{"url": 1}]}, {"a": 1}])
async def test_a_refusal_that_names_no_address_is_a_refusal(
    bench: Workbench, person: Any, data: dict[str, Any]
) -> None:
    person(lambda question: pytest.fail("it was asked"))
    refused = await called(bench, "old", "paid", **data)
    assert refused.error is not None
    assert refused.error.code == "mcp_protocol_error"
    assert (await called(bench, "old", "paid")).value == "paid"


@pytest.mark.parametrize(
    ("server", "tool"), [("old", "elicit"), ("new", "elicit"), ("old", "bill")]
)
async def test_a_call_that_is_given_up_calls_its_question_off(
    bench: Workbench, server: str, tool: str, person: Any
) -> None:
    asked, gone = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    async def wait(_: Any) -> Answer:
        loop.call_soon_threadsafe(asked.set)
        try:
            await asyncio.Event().wait()
        finally:
            loop.call_soon_threadsafe(gone.set)
        return Answer("cancel")

    person(wait)
    asking = asyncio.create_task(called(bench, server, tool))
    await asked.wait()
    asking.cancel()
    await asyncio.wait([asking])
    async with asyncio.timeout(20):
        await gone.wait()
    assert asking.cancelled()
    assert (await called(bench, server, "heard")).error is None


@BOTH
async def test_the_time_that_a_person_takes_is_no_part_of_the_call(
    bench: Workbench, server: str
) -> None:
    def slow(_: Any) -> Any:
        threading.Event().wait(1)  # a person who thinks
        return "decline"

    bench.elicitation = slow
    result = await bench.call(f"{server}.elicit", timeout=0.7)
    assert result.value == {"action": "decline"}


@BOTH
async def test_a_server_that_asks_without_end_is_cut_off(
    bench: Workbench, server: str, person: Any
) -> None:
    answered = asyncio.Event()

    async def wait(_: Any) -> Answer:
        await answered.wait()
        return Answer("decline")

    person(wait)
    calls = [asyncio.create_task(called(bench, server, "elicit")) for _ in range(12)]
    done, waiting = await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
    assert all(one.result().value == {"action": "cancel"} for one in done)
    bench.loop.block(lambda: asyncio.sleep(0, answered.set()))
    results = await asyncio.gather(*calls)
    actions = [result.value["action"] for result in results]
    assert sorted(actions) == ["cancel"] * 4 + ["decline"] * 8
    told = [warning for result in results for warning in result.warnings]
    assert set(told) == {f"server {server!r} asks too much at once"}
    assert waiting


@BOTH
@pytest.mark.requirement("CON-24")
async def test_roots_are_the_notebooks_directory_and_can_be_others(
    bench: Workbench, server: str, tmp_path: Path
) -> None:
    async def roots() -> list[Any]:
        found = (await called(bench, server, "roots")).value["roots"]
        return [urllib.parse.unquote(one["uri"].removeprefix("file://")) for one in found]

    assert bench.roots == (here().directory,)
    assert await roots() == [str(here().directory)]
    odd = tmp_path / "grün und 100%"
    bench.roots = [odd, str(tmp_path)]
    assert await roots() == [str(odd), str(tmp_path)]
    raw = (await called(bench, server, "roots")).value["roots"][0]
    assert raw["uri"].endswith("/gr%C3%BCn%20und%20100%25")
    assert raw["name"] == "grün und 100%"
    bench.roots = []
    assert await roots() == []
    bench.roots = None
    assert await roots() == [str(here().directory)]


@pytest.mark.requirement("CON-24")
async def test_a_server_that_can_hear_it_is_told_that_roots_are_others(bench: Workbench) -> None:
    before = await heard(bench, "old")
    assert before[0]["roots"] == {"listChanged": True}
    bench.roots = ["."]
    told = (await heard(bench, "old"))[len(before) :]
    assert told == [{"method": "notifications/roots/list_changed"}]


async def heard(bench: Workbench, server: str) -> list[Any]:
    """What the server has heard of its client."""
    return json.loads((await called(bench, server, "heard")).text)


def test_paths_that_are_none_are_refused(bench: Workbench) -> None:
    for wrong in (7, [7], [""], [None]):
        with pytest.raises(WorkbenchError) as caught:
            bench.roots = wrong
        assert "wb.roots = ['data']" in caught.value.hint


def test_servers_of_other_machines_learn_only_of_roots_that_were_chosen(bench: Workbench) -> None:
    far = one(bench.add("https://mcp.example.org/mcp", "far"))
    near = one(bench.add("http://127.0.0.1:9/mcp", "near"))
    assert bench.roots_of(far) == ()
    assert bench.roots_of(near) == (here().directory,)
    bench.roots = ["/data"]
    assert bench.roots_of(far) == (Path("/data"),)
    for server in (far, near):
        bench.forget(server)


@pytest.mark.requirement("CON-24")
def test_a_server_that_nobody_trusts_learns_of_no_roots(bench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / ".mcp.json"
    file.write_text(json.dumps({"mcpServers": {"foreign": {"command": "foreign"}}}))
    (foreign,) = bench.add(file)  # pyright: ignore[reportGeneralTypeIssues]  a file gives a list
    bench.roots = ["/data"]
    assert (foreign.trusted, bench.roots_of(foreign)) == (False, ())
    bench.forget(foreign)


def one(server: Any) -> Server:
    assert isinstance(server, Server)
    return server


@pytest.fixture(scope="module")
def lent() -> Iterator[Workbench]:
    """The server in both of its ways, each with a model that answers it."""

    async def model(request: SamplingRequest) -> SamplingReply:
        *_, (role, text) = request.messages
        told = f"{role}: {text} ({request.max_tokens}, {request.system})"
        return SamplingReply(told, "echo", "endTurn")

    workbench = Workbench()
    for name, command in COMMANDS.items():
        workbench.connect_sync(command, name, sampling=model)
    yield workbench
    workbench.close_sync()


@BOTH
@pytest.mark.requirement("CON-23")
async def test_no_model_answers_a_server_that_none_was_lent_to(
    bench: Workbench, server: str, person: Any
) -> None:
    person(lambda question: pytest.fail("it was asked"))
    result = await called(bench, server, "sample")
    assert "not supported" in (result.text or str(result.error))
    capabilities = (await heard(bench, "old"))[0]
    assert "sampling" not in capabilities


@BOTH
@pytest.mark.requirement("CON-23")
async def test_a_person_sees_and_allows_each_answer_of_a_model(
    lent: Workbench, server: str, person: Any
) -> None:
    asked: list[SamplingQuestion] = []
    person(lambda question: asked.append(question) or True)
    result = await called(lent, server, "sample", systemPrompt="Be brief.", maxTokens=9_999_999)
    assert result.value["content"]["text"] == "user: What is MCP? (4096, Be brief.)"
    assert (result.value["model"], result.value["stopReason"]) == ("echo", "endTurn")
    (question,) = asked
    assert (question.server, question.model) == (server, "model")
    assert (question.system, question.max_tokens) == ("Be brief.", 4096)
    assert question.messages == (("user", "What is MCP?"),)


@pytest.mark.requirement("CON-23")
async def test_an_answer_that_a_person_denies_is_not_given(lent: Workbench, person: Any) -> None:
    person(lambda question: False)
    result = await called(lent, "old", "sample")
    assert result.value == {"code": -1, "message": "User rejected sampling request"}
    assert "a person denied it" in result.warnings[0]
    result = await called(lent, "new", "sample")
    assert result.error is not None
    assert (result.error.code, result.error.reason) == ("approval_denied", "person")


@BOTH
async def test_where_nobody_can_allow_it_no_model_answers(lent: Workbench, server: str) -> None:
    result = await called(lent, server, "sample")
    told = result.warnings[0] if result.error is None else result.error.what
    assert "nobody can be asked" in told


@BOTH
async def test_what_a_persons_own_code_raises_is_told_to_the_person_and_not_to_the_server(
    lent: Workbench, server: str, person: Any
) -> None:
    async def broken(request: SamplingRequest) -> SamplingReply:
        raise ValueError("the key of the model is hunter2hunter2")

    person(lambda question: True)
    lent_before, lent.server(server).sampling = lent.server(server).sampling, broken
    result = await called(lent, server, "sample")
    lent.server(server).sampling = lent_before
    assert "hunter2" not in str(result.value)
    told = result.warnings[0] if result.error is None else result.error.what
    assert "broken raised ValueError: the key of the model is hunter2hunter2" in told
    assert result.error is None or result.error.code == "model_failed"

    def breaks(question: Any) -> Any:
        raise RuntimeError("the screen is hunter2hunter2")

    person(breaks)
    for tool, answer in (("elicit", {"action": "cancel"}), ("open", {"action": "cancel"})):
        result = await called(lent, server, tool)
        assert result.value == answer
        assert "asking failed: RuntimeError: the screen is hunter2hunter2" in result.warnings[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            {"messages": [{"role": "user", "content": {"type": "image", "data": "aGk=",
                                                        "mimeType": "image/png"}}]},
            "content of the type 'image'",
        ),
        ({"tools": [{"name": "x", "inputSchema": {"type": "object"}}]}, "tools for the model"),
        ({"systemPrompt": "x" * 100_000}, "100,012 characters"),
        ({"stopSequences": ["x"] * 100}, "101 texts"),
    ],
)  # fmt: skip
async def test_what_a_model_is_not_given_is_refused_before_anybody_is_asked(
    lent: Workbench, person: Any, arguments: dict[str, Any], said: str
) -> None:
    person(lambda question: pytest.fail("it was asked"))
    result = await called(lent, "old", "sample", **arguments)
    assert result.value["code"] == -32602
    assert said in result.value["message"]
    result = await called(lent, "new", "sample", **arguments)
    assert result.error is not None
    assert said in result.error.what


async def test_a_model_of_an_agent_answers_by_its_name_or_as_an_object(
    bench: Workbench, person: Any, tmp_path: Path
) -> None:
    person(lambda question: True)
    script = tmp_path / "steps.yaml"
    script.write_text("- text: A protocol.\n")
    for model in (f"scripted:{script}", ScriptedModel.load(str(script))):
        async with Workbench() as workbench:
            await workbench.connect(COMMANDS["new"], "new", sampling=model)
            value = (await called(workbench, "new", "sample")).value
            assert value["content"]["text"] == "A protocol."
            workbench.server("new").sampling = "nonsense"
            error = (await called(workbench, "new", "sample")).error
            assert error is not None
            assert error.code == "model_failed"


@BOTH
@pytest.mark.requirement("CON-14")
async def test_messages_of_a_servers_log_are_kept_with_their_level(
    bench: Workbench, server: str
) -> None:
    await called(bench, server, "log", count=2)
    assert bench.server(server).log[-2:] == [f"[warning · disk] low on space {n}" for n in (0, 1)]
    entry = bench.server(server).logs()[-1]
    assert (entry.level, entry.logger, entry.source) == ("warning", "disk", "log")
    assert bench.server(server).logs("error") == []
    with pytest.raises(WorkbenchError) as caught:
        bench.server(server).logs("warnings")
    assert "did you mean 'warning'" in caught.value.hint


async def test_a_server_is_told_how_much_of_its_log_is_wanted(bench: Workbench) -> None:
    old, new = bench.server("old"), bench.server("new")
    assert {"level": "info"} in await heard(bench, "old")
    old.log_level = new.log_level = "debug"
    assert (await heard(bench, "old"))[-1] == {"level": "debug"}
    assert (await heard(bench, "new"))[-1]["io.modelcontextprotocol/logLevel"] == "debug"
    old.log_level = new.log_level = "info"


@BOTH
async def test_a_log_callback_that_breaks_harms_nothing(bench: Workbench, server: str) -> None:
    told: list[str] = []

    async def listen(entry: Any) -> None:
        told.append(str(entry))

    bench.server(server).on_log = lambda entry: told[7]
    result = await called(bench, server, "log")
    assert result.value == "logged"
    assert result.warnings == ["on_log raised IndexError: list index out of range"]
    bench.server(server).on_log = listen
    await called(bench, server, "log")
    bench.server(server).on_log = None
    assert told == ["[warning · disk] low on space 0"]


@BOTH
@pytest.mark.parametrize("what", ["log", "progress"])
async def test_of_a_flood_a_slow_listener_gets_the_newest_and_its_call_says_how_many_it_missed(
    bench: Workbench, server: str, what: str
) -> None:
    told: list[Any] = []
    may_go_on, all_told = threading.Event(), threading.Event()

    async def listen(*said: Any) -> None:
        await asyncio.to_thread(may_go_on.wait, 10)
        told.append(said)
        if len(told) == 1001:
            all_told.set()

    bench.server(server).on_log = listen
    result = await bench.call(f"{server}.{what}", {"count": 1500}, progress=listen)
    bench.server(server).on_log = None
    name = {"log": "on_log", "progress": "the progress callback"}[what]
    assert result.warnings == [f"{name} took so long that 499 older messages were dropped"]
    may_go_on.set()
    assert await asyncio.to_thread(all_told.wait, 10)
    numbers = [int(said[0].text.split()[-1]) if what == "log" else said[0] - 1 for said in told]
    assert numbers == [0, *range(500, 1500)]


@BOTH
@pytest.mark.requirement("CON-25")
async def test_progress_is_told_to_a_callback(bench: Workbench, server: str) -> None:
    told: list[Any] = []
    await bench.call(f"{server}.progress", progress=lambda *one: told.append(one))
    assert told == [(float(n), 3.0, "on it") for n in (1, 2, 3)]


@BOTH
async def test_a_flood_of_log_and_progress_is_bounded_and_ends(
    bench: Workbench, server: str
) -> None:
    long = "x" * 10_000
    await called(bench, server, "log", count=2000, data=long)
    log = bench.server(server).log
    assert len(log) <= 1000
    assert max(map(len, log)) < 2100
    told: list[Any] = []
    arguments = {"count": 2000}
    await bench.call(f"{server}.progress", arguments, progress=lambda *one: told.append(one))
    assert len(told) == 2000
