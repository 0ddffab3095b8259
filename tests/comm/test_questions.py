"""A question waits for its answer, wherever it is asked and answered."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell

from mcp_workbench import comm
from mcp_workbench.asking import (
    AddressQuestion,
    Answer,
    ConsentQuestion,
    FormQuestion,
    Question,
    SamplingQuestion,
    SecretQuestion,
)
from mcp_workbench.comm.asked import message_of
from mcp_workbench.comm.questions import Questions
from mcp_workbench.errors import ApprovalDenied, ArgumentsInvalid, UsageInvalid
from mcp_workbench.messages import RESULT_MIME, AnswerRequest

EVIL = "\x1b[31m\u202e"
FORM = {"properties": {"n": {"type": "integer"}}}
QUESTION = Question(
    "files.delete", "files", "mcp_files_delete", f"Deletes.{EVIL}", {"path": EVIL}, "it may destroy"
)


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
        (SecretQuestion("a token"), "accept", {}, None, "accepted"),
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


def test_of_many_things_to_agree_to_it_is_said_how_many_are_not_shown() -> None:
    message = message_of("1", ConsentQuestion("Start it?", ("reads x",) * 120), "open")
    assert message["kind"] == "asked"
    assert len(message["parts"]) == 101
    assert message["parts"][-1]["text"] == "and 20 more"
