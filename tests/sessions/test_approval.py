"""A call that a model wants is asked about before it is sent, wherever it comes from."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from mcp_workbench import Workbench, WorkbenchError
from mcp_workbench.asking import Approval, Decision, Question, set_this_kernels_asker
from mcp_workbench.results import ToolResult
from tests.conftest import DEMO
from tests.kernel.drive import Ears
from tests.magics.cells import MIRROR


class Person:
    """Answers in turn."""

    def __init__(self, *answers: Decision) -> None:
        self.answers, self.asked = list(answers), list[Question]()

    async def __call__(self, question: Question) -> Decision:
        self.asked.append(question)
        return self.answers.pop(0)


@pytest.fixture(scope="module")
def connected() -> Iterator[Workbench]:
    """One workbench with `demo` for all tests that leave it as it is."""
    one = Workbench()
    one.connect_sync("demo")
    yield one
    one.close_sync()


async def calls_heard(workbench: Workbench, ears: Ears) -> int:
    """How many calls the server `telling` ever got."""
    await workbench.server("telling").close()
    await ears.hear("gone")
    return ears.log.count("tools/call")


async def test_a_tool_without_annotations_is_asked_about_and_a_harmless_one_is_not(
    workbench: Workbench,
) -> None:
    await workbench.connect(MIRROR, "mirror")
    await workbench.connect("demo")
    person = Person("once")
    approval = Approval(asker=person)
    assert (await workbench.call("demo.add", {"a": 1, "b": 2}, approval=approval)).value == 3
    got = await workbench.call("mirror.mirror", {"n": 1}, approval=approval)
    assert got.value == {"n": 1}
    (asked,) = person.asked
    assert (asked.tool, asked.server, asked.name) == ("mirror.mirror", "mirror", "mirror")
    assert (asked.arguments, asked.description[:5]) == ({"n": 1}, "Gives")
    assert asked.reason == "its server does not say that it is harmless"


async def test_what_a_person_calls_is_not_asked_about(workbench: Workbench) -> None:
    await workbench.connect(MIRROR, "mirror")
    before = set_this_kernels_asker(Person())
    try:
        assert (await workbench.call("mirror.mirror")).value == {}
    finally:
        set_this_kernels_asker(before)


async def test_a_denied_call_never_reaches_the_server(workbench: Workbench) -> None:
    async with Ears() as ears:
        await workbench.connect(ears.command(), "telling")
        denying = Approval(asker=Person("denied", "once"))
        add = {"a": 1, "b": 2}
        denied = await workbench.call("telling.add", add, approval=denying, raise_on_error=False)
        assert denied.error is not None
        assert (denied.error.code, denied.error.reason) == ("approval_denied", "person")
        assert (denied.value, denied.context.arguments) == (None, add)
        with pytest.raises(
            WorkbenchError, match=r"^telling\.add was not called: its server does not"
        ):
            await workbench.call("telling.add", add, approval=Approval())
        assert (await workbench.call("telling.add", add, approval=denying)).value == "3"
        assert await calls_heard(workbench, ears) == 1


async def test_wrong_arguments_are_refused_before_anybody_is_asked(connected: Workbench) -> None:
    person = Person()
    refused = await connected.call(
        "demo.add", {"a": "one"}, approval=Approval("always", person), raise_on_error=False
    )
    assert refused.error is not None
    assert refused.error.code == "mcp_arguments_invalid"
    assert person.asked == []


async def test_waiting_for_an_answer_is_no_part_of_the_call(connected: Workbench) -> None:
    async def ponder(question: Question) -> Decision:
        # another call takes its time meanwhile; the limit of this one is shorter
        await connected.call("demo.slow", {"seconds": 1.6})
        return "once"

    result = await connected.call(
        "demo.add", {"a": 1, "b": 2}, timeout=1.5, approval=Approval("always", ponder)
    )
    assert result.value == 3
    assert result.elapsed < 1.5


async def test_a_denied_call_took_no_time(connected: Workbench) -> None:
    async def ponder(question: Question) -> Decision:
        await connected.call("demo.slow", {"seconds": 0.3})
        return "denied"

    result = await connected.call(
        "demo.add", {"a": 1, "b": 2}, approval=Approval("always", ponder), raise_on_error=False
    )
    assert result.is_error
    assert result.elapsed < 0.3


async def test_policy_and_person_are_asked_on_the_loop_that_awaits_the_call(
    connected: Workbench,
) -> None:
    gate, threads = asyncio.Event(), list[str]()
    # from here on the gate belongs to this loop
    waits = asyncio.create_task(gate.wait())
    await asyncio.sleep(0)

    def rule(question: Question) -> bool:
        threads.append(threading.current_thread().name)
        return True

    async def ask(question: Question) -> Decision:
        asked.set()
        await gate.wait()
        return "once"

    asked = asyncio.Event()
    call = asyncio.create_task(
        connected.call("demo.add", {"a": 1, "b": 2}, approval=Approval(rule, ask))
    )
    await asked.wait()
    gate.set()
    assert (await call).value == 3
    assert threads == [threading.current_thread().name]
    await waits


async def test_an_answer_for_the_session_does_not_hold_for_another_server_of_the_name(
    workbench: Workbench,
) -> None:
    person = Person("session", "session", "denied")
    approval = Approval("always", person)

    async def call() -> ToolResult:
        return await workbench.call(
            "demo.add", {"a": 1, "b": 2}, approval=approval, raise_on_error=False
        )

    await workbench.connect(DEMO, "demo")
    await call()
    await workbench.connect(DEMO, "demo")
    assert ((await call()).value, len(person.asked)) == (3, 1), "it is the same one"
    await workbench.connect(DEMO, "demo", env={"ANOTHER": "1"})
    assert ((await call()).value, len(person.asked)) == (3, 2)
    await workbench.connect(MIRROR, "demo")
    await workbench.call("demo.mirror", approval=approval, raise_on_error=False)
    assert len(person.asked) == 3


async def test_two_calls_at_once_ask_once_for_the_session(connected: Workbench) -> None:
    person = Person("session")
    approval = Approval("always", person)
    calls = (
        connected.call("demo.echo", {"text": text}, approval=approval) for text in ("a", "b", "c")
    )
    assert [one.value for one in await asyncio.gather(*calls)] == ["a", "b", "c"]
    assert len(person.asked) == 1


def test_a_blocking_call_asks_too(connected: Workbench) -> None:
    person = Person("once")
    result = connected.call_sync("demo.echo", {"text": "hi"}, approval=Approval("always", person))
    assert (result.value, [one.tool for one in person.asked]) == ("hi", ["demo.echo"])


async def test_a_call_that_is_cancelled_while_a_person_is_asked_is_not_sent(
    workbench: Workbench,
) -> None:
    async with Ears() as ears:
        await workbench.connect(ears.command(), "telling")
        asked, called_off = asyncio.Event(), asyncio.Event()
        here = asyncio.get_running_loop()

        async def ask(question: Question) -> Decision:
            here.call_soon_threadsafe(asked.set)
            try:
                await asyncio.Event().wait()
            finally:
                here.call_soon_threadsafe(called_off.set)
            return "once"

        approval = Approval(asker=ask)
        call = asyncio.create_task(
            workbench.call("telling.add", {"a": 1, "b": 2}, approval=approval)
        )
        await asked.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await asyncio.wait_for(called_off.wait(), 5)
        approval.asker = Person("once")
        assert (
            await workbench.call("telling.add", {"a": 3, "b": 4}, approval=approval)
        ).value == "7"
        assert await calls_heard(workbench, ears) == 1
