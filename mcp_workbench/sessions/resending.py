"""Whether a request is made again that a broken connection kept from its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import TYPE_CHECKING

from ..errors import ConnectionFailed, MayHaveRun

if TYPE_CHECKING:
    from .connection import Connection
    from .server import Server
    from .tap import Answer

REFUSED = frozenset({"session_lost", "unreachable", "tls"})  # the server did not even look at it
BROKEN = frozenset({"closed", "network"})  # the answer is lost, or there was none
# asks over this connection, and fills the answer
Ask = Callable[["Connection", "Answer"], Awaitable[None]]


class Step(Enum):
    """What follows when a request failed; the values are what the result tells."""

    ANEW = "the connection was made anew, and the request was sent again"
    AGAIN = "the answer was lost on its way, and the request was sent again"
    UNKNOWN = "it may have run"
    NONE = ""


def next_step(reason: str, *, sent: int, harmless: bool) -> Step:
    """What to do about a request that failed for `reason`.

    Args:
        reason: of the `ConnectionFailed`.
        sent: how many messages of it the server may have; of a refusal, the last was not taken.
        harmless: whether it may run twice.

    >>> next_step("closed", sent=1, harmless=False).value
    'it may have run'
    >>> next_step("unreachable", sent=1, harmless=False).name
    'ANEW'
    """
    if reason not in REFUSED | BROKEN:
        return Step.NONE
    taken = sent - 1 if reason in REFUSED else sent
    if taken > 0 and not harmless:
        return Step.UNKNOWN
    return Step.AGAIN if reason == "network" else Step.ANEW


async def asked(server: Server, what: str, ask: Ask, may_repeat: Callable[[], bool]) -> Answer:
    """The answer to a request, which is made again where that is safe: once a kind of remedy.

    Args:
        server: who is asked; on the background loop only.
        what: the words for what is asked, in errors.
        ask: makes the request.
        may_repeat: whether it may run twice; looked at in a thread, only when that matters.

    Raises:
        MayHaveRun: the connection broke after it was sent, and it must not run twice.
        WorkbenchError: what asking and connecting raise.
    """
    from .tap import Answer

    taken: list[Step] = []
    while True:
        connection, answer = await server.connection(), Answer()
        try:
            await ask(connection, answer)
        except ConnectionFailed as error:
            # whether its server is trusted stands in a file
            harmless = await asyncio.to_thread(may_repeat)
            step = next_step(error.reason, sent=answer.sent, harmless=harmless)
            if step is Step.UNKNOWN:
                raise await asyncio.to_thread(_may_have_run, server, what, error) from error
            if step is Step.NONE or step in taken:
                raise
            taken.append(step)
        else:
            for step in taken:
                answer.warn(step.value)
            return answer


def _may_have_run(server: Server, what: str, error: ConnectionFailed) -> MayHaveRun:
    trusted = "" if server.trusted else ", of a server that you trust,"
    hints = [
        "look whether it did before you call it again (only what is annotated as read-only or "
        f"idempotent{trusted} is sent again by itself)",
        "the next use connects again",
    ]
    if error.reason == "closed":
        # it holds the server's last words; that of another reason is advice that fits no more
        hints.append(error.hint)
    return MayHaveRun(
        f"{error.what}; {what} had been sent by then and may have run",
        hint="; ".join(dict.fromkeys(hints)),
        reason=error.reason,
    )
