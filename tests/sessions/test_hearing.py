"""Listeners that take their time hear one thing after the other, and hold up nobody."""

import asyncio
import contextvars
from functools import partial

from mcp_workbench.sessions.hearing import MOST, Hearing, Word


class Slow:
    """A listener that is busy with its first word until it may go on."""

    def __init__(self) -> None:
        self.heard: list[int] = []
        self.may_go_on = asyncio.Event()
        self.at_once = self.most_at_once = 0
        self.warnings: list[str] = []
        self.failures: list[BaseException] = []
        self.hearing = Hearing("the listener", self.warnings.append)

    async def listen(self, number: int) -> None:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await self.may_go_on.wait()
        self.heard.append(number)
        self.at_once -= 1
        if number < 0:
            raise ValueError(number)

    def word(self, number: int) -> Word:
        told = partial(self.listen, number)
        return Word(told, contextvars.copy_context(), self.failures.append)

    async def all_heard(self) -> None:
        self.may_go_on.set()
        end = Word(self.end, contextvars.copy_context(), self.failures.append)
        self.ended = asyncio.Event()
        self.hearing.tell(end)
        await self.ended.wait()
        await asyncio.sleep(0)

    def end(self) -> None:
        self.ended.set()


async def test_words_are_heard_in_order_one_at_a_time() -> None:
    slow = Slow()
    for number in range(50):
        slow.hearing.tell(slow.word(number))
    await slow.all_heard()
    assert slow.heard == list(range(50))
    assert slow.most_at_once == 1
    assert slow.warnings == []


async def test_the_oldest_of_too_many_are_dropped_with_one_warning() -> None:
    slow = Slow()
    for number in range(MOST + 51):
        slow.hearing.tell(slow.word(number))
    told: list[str] = []
    slow.hearing.own_up(told.append)
    slow.hearing.own_up(told.append)
    assert told == ["the listener took so long that 50 older messages were dropped"]
    for number in range(MOST + 51, MOST + 61):
        slow.hearing.tell(slow.word(number))
    await slow.all_heard()
    assert slow.heard == [0, *range(62, MOST + 61)]
    assert slow.warnings == ["the listener took so long that 11 older messages were dropped"]


async def test_what_waits_already_does_not_wait_twice() -> None:
    slow = Slow()
    for number in (1, 2, 3, 2, 3):
        slow.hearing.tell(slow.word(number), key=number)
    await slow.all_heard()
    assert slow.heard == [1, 2, 3]


async def test_a_listener_that_breaks_hears_the_next_word() -> None:
    slow = Slow()
    for number in (-1, 2):
        slow.hearing.tell(slow.word(number))
    await slow.all_heard()
    assert slow.heard == [-1, 2]
    assert [str(error) for error in slow.failures] == ["-1"]


async def test_a_listener_that_wants_to_leave_the_program_ends_no_loop() -> None:
    failures: list[BaseException] = []
    failed_to_hear: list[str] = []
    hearing = Hearing("the listener", failed_to_hear.append)

    async def leave_later() -> None:
        raise KeyboardInterrupt

    def leave() -> None:
        raise SystemExit

    for callback in (leave, leave_later):
        hearing.tell(Word(callback, contextvars.copy_context(), failures.append))
    ended = asyncio.Event()
    hearing.tell(Word(ended.set, contextvars.copy_context(), failures.append))
    await ended.wait()
    assert [type(one) for one in failures] == [SystemExit, KeyboardInterrupt]
