"""A call passes, is asked about, or is refused; whatever breaks refuses."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest

from mcp_workbench.asking import (
    Approval,
    Decision,
    Question,
    ask_person,
    needs_approval,
    set_this_kernels_asker,
)
from mcp_workbench.errors import ApprovalDenied, UsageInvalid

DELETE = Question("files.delete", server="files", name="delete", arguments={"path": "/a"})
UNKNOWN: dict[str, Any] = {}
HARMLESS = {"readOnlyHint": True}


class Person:
    """Answers as told, and remembers what was asked; each answer takes a round of the loop."""

    def __init__(self, *answers: Any) -> None:
        self.answers, self.asked = list(answers), list[Question]()

    async def __call__(self, question: Question) -> Decision:
        self.asked.append(question)
        await asyncio.sleep(0)
        return self.answers.pop(0)


async def refused(
    approval: Approval, question: Question = DELETE, hints: dict[str, Any] = UNKNOWN
) -> ApprovalDenied:
    with pytest.raises(ApprovalDenied) as caught:
        await approval.check(question, hints)
    return caught.value


@pytest.mark.parametrize(
    ("annotations", "asked"),
    [
        ({}, True),
        ({"title": "Delete"}, True),
        ({"readOnlyHint": False}, True),
        ({"destructiveHint": True}, True),
        ({"destructiveHint": "no", "readOnlyHint": "yes"}, True),
        ({"readOnlyHint": True}, False),
        ({"readOnlyHint": True, "destructiveHint": True}, False),
        ({"readOnlyHint": False, "destructiveHint": False}, False),
    ],
)
async def test_what_is_not_said_to_be_harmless_is_asked_about(
    annotations: dict[str, Any], asked: bool
) -> None:
    person = Person("once")
    await Approval(asker=person).check(DELETE, annotations)
    assert needs_approval(annotations) is asked
    assert len(person.asked) == asked


@pytest.mark.parametrize(
    ("policy", "hints", "reason"),
    [
        ("destructive", {}, "its server does not say that it is harmless"),
        ("destructive", {"destructiveHint": True}, "its server says that it can destroy something"),
        ("always", HARMLESS, "the policy asks before every call"),
        (lambda question: True, HARMLESS, "the policy asks about this call"),
    ],
)
async def test_the_question_says_why_it_is_asked(
    policy: Any, hints: dict[str, Any], reason: str
) -> None:
    person = Person("once")
    await Approval(policy, person).check(DELETE, hints)
    assert [(one.tool, one.arguments, one.reason) for one in person.asked] == [
        ("files.delete", {"path": "/a"}, reason)
    ]


async def test_always_asks_before_every_call_and_never_before_none() -> None:
    person = Person("once", "once")
    always = Approval("always", person)
    await always.check(DELETE, HARMLESS)
    await always.check(DELETE, HARMLESS)
    await Approval("never", person).check(DELETE, {"destructiveHint": True})
    assert len(person.asked) == 2


async def test_an_answer_for_the_session_holds_for_that_tool_alone() -> None:
    person = Person("session", "denied")
    approval = Approval(asker=person)
    await approval.check(DELETE, UNKNOWN)
    await approval.check(DELETE, UNKNOWN)
    assert (await refused(approval, Question("files.move"))).reason == "person"
    assert [one.tool for one in person.asked] == ["files.delete", "files.move"]


async def test_an_answer_for_the_session_holds_as_long_as_the_tool_stays_what_it_was() -> None:
    person = Person("session", "denied")
    approval = Approval(asker=person, approved=["files.move"])
    await approval.check(replace(DELETE, definition="a"), UNKNOWN)
    await approval.check(replace(DELETE, definition="a"), UNKNOWN)
    assert (await refused(approval, replace(DELETE, definition="b"))).reason == "person"
    await approval.check(Question("files.move", definition="any"), UNKNOWN)


async def test_a_policy_that_answers_for_the_session_is_not_asked_again() -> None:
    asked: list[Question] = []

    def rule(question: Question) -> Decision:
        asked.append(question)
        return "session"

    approval = Approval(rule)
    await approval.check(DELETE, UNKNOWN)
    await approval.check(DELETE, UNKNOWN)
    assert len(asked) == 1


async def test_the_person_of_this_kernel_is_asked_as_long_as_there_is_one() -> None:
    person = Person("once")
    approval = Approval(asker=ask_person)
    before = set_this_kernels_asker(person)
    try:
        await approval.check(DELETE, UNKNOWN)
    finally:
        set_this_kernels_asker(before)
    assert len(person.asked) == 1
    assert (await refused(approval)).reason == "headless"


class Rude(Exception):
    def __str__(self) -> str:
        raise KeyError("no words")


async def test_not_even_an_error_without_words_lets_a_call_pass() -> None:
    async def ask(question: Question) -> Decision:
        raise Rude

    assert (await refused(Approval(asker=ask))).reason == "broken"


async def test_an_answer_for_once_is_asked_again() -> None:
    person = Person("once", "denied", "once")
    approval = Approval(asker=person)
    await approval.check(DELETE, UNKNOWN)
    denied = await refused(approval)
    await approval.check(DELETE, UNKNOWN)
    assert (denied.code, denied.reason) == ("approval_denied", "person")
    assert str(denied).startswith("files.delete was not called: a person denied it")


@pytest.mark.parametrize("approved", ["files.delete", ["files.delete"]])
async def test_what_is_listed_needs_no_question(approved: Any) -> None:
    await Approval("always", approved=approved).check(DELETE, UNKNOWN)


async def test_where_nobody_can_be_asked_it_is_denied_with_the_way_to_allow_it() -> None:
    denied = await refused(Approval())
    assert denied.reason == "headless"
    assert "does not say that it is harmless, and nobody can be asked" in denied.what
    assert "approved=['files.delete']" in denied.hint
    await Approval().check(DELETE, HARMLESS)


@pytest.mark.parametrize(
    ("said", "asked", "reason"),
    [
        (True, 1, None),
        (False, 0, None),
        ("once", 0, None),
        ("session", 0, None),
        ("denied", 0, "policy"),
        ("yes", 0, "broken"),
        (None, 0, "broken"),
        (1, 0, "broken"),
    ],
)
@pytest.mark.parametrize("awaited", [True, False])
async def test_a_function_says_whether_to_ask_or_what_is_decided(
    said: Any, asked: int, reason: str | None, awaited: bool
) -> None:
    async def rule_later(question: Question) -> Any:
        return said

    person = Person("once")
    approval = Approval(rule_later if awaited else lambda question: said, person)
    if reason is None:
        await approval.check(DELETE, UNKNOWN)
    else:
        assert (await refused(approval)).reason == reason
    assert len(person.asked) == asked


@pytest.mark.parametrize("said", [True, 1, "yes", "", None, ["once"], {"once"}])
async def test_an_answer_that_is_none_denies(said: Any) -> None:
    denied = await refused(Approval(asker=Person(said)))
    assert denied.reason == "broken"
    assert "once, session, denied" in denied.what


async def test_who_would_leave_instead_of_asking_denies() -> None:
    async def leave(question: Question) -> Decision:
        raise SystemExit(2)

    denied = await refused(Approval("always", leave))
    assert denied.reason == "broken"
    assert "the question failed: SystemExit: 2" in denied.what


async def test_who_fails_to_ask_denies() -> None:
    denied = await refused(Approval(asker=Person()))
    assert denied.reason == "broken"
    assert "the question failed: IndexError" in denied.what

    def rule(question: Question) -> bool:
        raise RuntimeError("lost\x1b[2J")

    denied = await refused(Approval(rule))
    assert "the policy failed: RuntimeError: lost␛[2J" in denied.what


async def test_who_cannot_ask_says_why() -> None:
    async def ask(question: Question) -> Decision:
        raise ApprovalDenied("no one is here", reason="away")

    assert (await refused(Approval(asker=ask))).reason == "away"


async def test_calls_at_the_same_time_ask_one_after_the_other_and_once_for_the_session() -> None:
    open_now, most = 0, 0

    async def ask(question: Question) -> Decision:
        nonlocal open_now, most
        open_now += 1
        most = max(most, open_now)
        await asyncio.sleep(0)
        open_now -= 1
        asked.append(question.tool)
        return "session"

    asked: list[str] = []
    approval = Approval(asker=ask)
    questions = [Question(name) for name in ("files.delete", "files.move") * 4]
    await asyncio.gather(*(approval.check(one, UNKNOWN) for one in questions))
    assert most == 1
    assert asked == ["files.delete", "files.move"]


async def test_calls_of_two_event_loops_ask_once_too() -> None:
    began, go_on = threading.Event(), threading.Event()

    async def ask(question: Question) -> Decision:
        asked.append(threading.current_thread().name)
        began.set()
        await asyncio.to_thread(go_on.wait, 10)
        return "session"

    asked: list[str] = []
    approval = Approval(asker=ask)
    other = asyncio.create_task(
        asyncio.to_thread(lambda: asyncio.run(approval.check(DELETE, UNKNOWN)))
    )
    assert await asyncio.to_thread(began.wait, 10)
    mine = asyncio.create_task(approval.check(DELETE, UNKNOWN))
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(mine, other)
    assert len(asked) == 1


async def test_a_question_that_is_called_off_leaves_the_next_one_its_turn() -> None:
    never = asyncio.Event()

    async def ask(question: Question) -> Decision:
        asked.append(question.tool)
        if question.tool == "a.long":
            await never.wait()
        return "once"

    asked: list[str] = []
    approval = Approval(asker=ask)
    tasks = [
        asyncio.create_task(approval.check(Question(name), UNKNOWN))
        for name in ("a.long", "a.gone", "a.next")
    ]
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.sleep(0)
    tasks[0].cancel()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in done] == [
        asyncio.CancelledError,
        asyncio.CancelledError,
        type(None),
    ]
    assert asked == ["a.long", "a.next"]


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(UsageInvalid, match="did you mean 'always'"):
        Approval("alwasy")  # pyright: ignore[reportArgumentType]
