"""A question waits for its answer, wherever it is asked and answered."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell

from mcp_workbench import comm, get_workbench
from mcp_workbench.asking import (
    AddressQuestion,
    Answer,
    Asked,
    ConsentQuestion,
    FormQuestion,
    Question,
    SamplingQuestion,
    SecretQuestion,
)
from mcp_workbench.comm.asked import message_of, words_of
from mcp_workbench.comm.questions import Questions, beside
from mcp_workbench.errors import ApprovalDenied, ArgumentsInvalid, UsageInvalid
from mcp_workbench.messages import RESULT_MIME, AnswerRequest

EVIL = "\x1b[31m\u202e"
FORM = {"properties": {"n": {"type": "integer"}}}
QUESTION = Question(
    "files.delete", "files", "mcp_files_delete", f"Deletes.{EVIL}", {"path": EVIL}, "it may destroy"
)

LONG: list[Callable[[str], Asked[Any]]] = [
    lambda words: Question("s.t", "s", description=words),
    lambda words: FormQuestion("s", words, {}),
    lambda words: AddressQuestion("s", words, "https://a.example"),
    lambda words: ConsentQuestion("Well?", (words,)),
    lambda words: SecretQuestion("it", ("for x",) * 100 + (words,)),
]


@pytest.fixture
def shell() -> Any:
    one = InteractiveShell()
    one.display_pub = CapturingDisplayPublisher()
    return one


def shown(shell: Any) -> list[dict[str, Any]]:
    return [output["data"][RESULT_MIME] for output in shell.display_pub.outputs]


def said(opened: Any, decision: Any, **content: str) -> AnswerRequest:
    return {
        "id": "1",
        "method": "answer",
        "question": opened["id"],
        "decision": decision,
        "content": content,
    }


@pytest.mark.parametrize("decision", ["once", "session", "denied"])
async def test_the_answer_comes_from_another_thread_and_is_shown(shell: Any, decision: Any) -> None:
    questions = Questions(shell)
    asking = asyncio.ensure_future(questions.ask(QUESTION))
    await asyncio.sleep(0)
    (opened,) = shown(shell)
    thread = threading.Thread(target=questions.answer, args=(said(opened, decision),))
    thread.start()
    assert await asking == decision
    thread.join()
    assert [view["state"] for view in shown(shell)] == ["open", decision]
    ids = {output["transient"]["display_id"] for output in shell.display_pub.outputs}
    assert ids == {opened["id"]}


async def test_a_question_tells_all_that_it_is_about_and_hides_nothing(shell: Any) -> None:
    asking = asyncio.ensure_future(Questions(shell).ask(QUESTION))
    await asyncio.sleep(0)
    (view,) = shown(shell)
    text = shell.display_pub.outputs[0]["data"]["text/plain"]
    asking.cancel()
    assert (view["server"], view["tool"], view["name"]) == ("files", "delete", "mcp_files_delete")
    assert (view["kind"], view["state"], view["reason"]) == ("question", "open", "it may destroy")
    for told in (view["description"], view["arguments"], text):
        assert "\x1b" not in told
        assert "\u202e" not in told
    assert text.startswith("May files.delete be called? (waiting for an answer in the notebook)")


async def test_a_question_that_nobody_waits_for_any_more_is_gone(shell: Any) -> None:
    questions = Questions(shell)
    asking = asyncio.ensure_future(questions.ask(QUESTION))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    opened, gone = shown(shell)
    assert gone == {**opened, "state": "gone"}
    with pytest.raises(UsageInvalid) as caught:
        questions.answer(said(opened, "once"))
    assert caught.value.reason == "not-open"


async def test_where_no_front_end_is_connected_nobody_can_be_asked() -> None:
    assert not comm.connected()
    with pytest.raises(ApprovalDenied) as caught:
        await comm.ask(QUESTION)
    assert caught.value.reason == "headless"


@pytest.mark.parametrize(
    ("question", "decision", "content", "answer", "state"),
    [
        (ConsentQuestion("Start it?", ("runs x",)), "accept", {}, True, "accepted"),
        (ConsentQuestion("Start it?"), "decline", {}, False, "declined"),
        (SamplingQuestion("s", "m", (("user", "Hi"),)), "accept", {}, True, "accepted"),
        (SamplingQuestion("s", "m", ()), "cancel", {}, False, "cancelled"),
        (SecretQuestion("a token"), "accept", {"value": "s3cret"}, "s3cret", "accepted"),
        (SecretQuestion("a token"), "accept", {}, None, "cancelled"),
        (SecretQuestion("a token"), "cancel", {"value": "s3cret"}, None, "cancelled"),
        (
            AddressQuestion("s", "m", "https://a.example"),
            "accept",
            {},
            Answer("accept"),
            "accepted",
        ),
        (
            FormQuestion("s", "m", FORM),
            "accept",
            {"n": "3"},
            Answer("accept", {"n": 3}),
            "accepted",
        ),
        (FormQuestion("s", "m", FORM), "decline", {"n": "3"}, Answer("decline"), "declined"),
    ],
)
async def test_every_question_has_its_own_answer(
    shell: Any, question: Any, decision: Any, content: dict[str, str], answer: Any, state: str
) -> None:
    questions = Questions(shell)
    asking = asyncio.ensure_future(questions.ask(question))
    await asyncio.sleep(0)
    (opened,) = shown(shell)
    questions.answer(said(opened, decision, **content))
    assert await asking == answer
    assert [view["state"] for view in shown(shell)] == ["open", state]
    assert "s3cret" not in str(shell.display_pub.outputs)


async def test_an_answer_that_does_not_fit_leaves_the_question_open(shell: Any) -> None:
    questions = Questions(shell)
    asking = asyncio.ensure_future(questions.ask(FormQuestion("s", f"Well?{EVIL}", FORM)))
    await asyncio.sleep(0)
    (opened,) = shown(shell)
    assert "\x1b" not in opened["text"] + shell.display_pub.outputs[0]["data"]["text/plain"]
    with pytest.raises(ArgumentsInvalid) as caught:
        questions.answer(said(opened, "accept", n="three"))
    assert caught.value.field == "n"
    with pytest.raises(UsageInvalid):
        questions.answer(said(opened, "once"))
    questions.answer(said(opened, "accept", n="3"))
    assert (await asking).content == {"n": 3}


async def test_unloading_refuses_what_is_still_asked(shell: Any) -> None:
    questions = Questions(shell)
    asking = asyncio.ensure_future(questions.ask(ConsentQuestion("Start it?")))
    await asyncio.sleep(0)
    questions.close()
    with pytest.raises(ApprovalDenied) as caught:
        await asking
    assert caught.value.reason == "unloaded"


@pytest.mark.requirement("TOOL-11")
def test_a_call_is_asked_about_with_all_of_its_arguments() -> None:
    code = "# harmless\n" * 400 + "os.system('rm -rf ~')"
    message = message_of("1", Question("sh.run", "sh", arguments={"code": code}), "open")
    assert message["kind"] == "question"
    assert json.loads(message["arguments"]) == {"code": code}
    assert message["omitted"] == 0
    large = {"a": "x" * 30_000, "z": "rm -rf"}
    message = message_of("1", Question("sh.run", "sh", arguments=large), "open")
    assert message["kind"] == "question"
    assert len(message["arguments"]) + message["omitted"] >= len(json.dumps(large))
    assert f"{message['omitted']:,} characters of it are not shown" in words_of(message)


@pytest.mark.parametrize("ask", LONG)
def test_what_is_left_out_of_a_question_is_counted(ask: Callable[[str], Asked[Any]]) -> None:
    told = json.dumps(message_of("1", ask("a" * 12_000), "open"), ensure_ascii=False)
    assert re.search(r'… \(8,000 more characters\)|"omitted": 2000|and 1 more"', told)


@pytest.mark.requirement("CON-23")
def test_all_that_a_model_would_be_given_is_shown() -> None:
    texts = (*(("user", f"{number}") for number in range(98)), ("user", "x" * 90_000 + "end"))
    question = SamplingQuestion("s", "m", texts, "Be brief.", 10, 0.5, ("stop here",))
    message = message_of("1", question, "open")
    assert message["kind"] == "asked"
    assert [(one["label"], one["text"]) for one in message["parts"]] == [
        ("system", "Be brief."),
        *texts,
        ("temperature", "0.5"),
        ("ends before", "stop here"),
    ]
    assert not any(one["omitted"] for one in message["parts"])


@pytest.mark.requirement("SEC-02")
async def test_a_secret_among_the_arguments_of_a_call_is_not_shown(shell: Any) -> None:
    get_workbench().redactor.learn(["lime-7-cellar"])
    question = Question("db.open", "db", "db_open", "Opens.", {"dsn": "u:lime-7-cellar@h"})
    asking = asyncio.ensure_future(Questions(shell).ask(question))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    (opened, gone) = shown(shell)
    assert json.loads(opened["arguments"]) == {"dsn": "u:…@h"} == json.loads(gone["arguments"])
    assert "lime" not in str(shell.display_pub.outputs)


async def test_a_call_is_asked_about_below_its_cell_where_a_panel_has_no_place_for_it(
    shell: Any,
) -> None:
    async def ask() -> None:
        beside.set(lambda _message: None)
        await Questions(shell).ask(QUESTION)

    asking = asyncio.ensure_future(ask())
    await asyncio.sleep(0)
    asking.cancel()
    assert [view["state"] for view in shown(shell)] == ["open"]


async def test_a_question_that_cannot_be_shown_does_not_stay_open() -> None:
    questions = Questions(None)  # there is nothing to show it with
    with pytest.raises(AttributeError):
        await questions.ask(QUESTION)
    assert questions.open == ()


def test_of_many_things_to_agree_to_it_is_said_how_many_are_not_shown() -> None:
    message = message_of("1", ConsentQuestion("Start it?", ("reads x",) * 120), "open")
    assert message["kind"] == "asked"
    assert len(message["parts"]) == 101
    assert message["parts"][-1]["text"] == "and 20 more"
