"""A question waits for its answer, wherever it is asked and answered."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell

from mcp_workbench import comm
from mcp_workbench.asking import Question
from mcp_workbench.comm.questions import Questions
from mcp_workbench.errors import ApprovalDenied, UsageInvalid
from mcp_workbench.messages import RESULT_MIME, AnswerRequest

EVIL = "\x1b[31m\u202e"
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
