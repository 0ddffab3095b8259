"""A guard of calls, on its way to the loop on which the calls are made."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..asking import Guard, Question
    from .attempt import Attempt


@dataclass(frozen=True)
class GuardOfCaller:
    """Has `guard` decide on the loop of whoever awaits the call; its time is no part of the call.

    Policies and approvers are code of the person: they may block, and what they await may belong
    to the loop of the notebook, while all servers share the background loop.

    Args:
        guard: who decides.
        loop: where the call is awaited; None where its thread blocks, so that nothing runs there.
        attempt: the call.
    """

    guard: Guard
    loop: asyncio.AbstractEventLoop | None
    attempt: Attempt

    async def check(self, question: Question, annotations: Mapping[str, Any]) -> None:
        """See `Guard`."""
        decided = self.guard.check(question, annotations)
        try:
            if self.loop is None:
                await decided
            else:
                there = asyncio.run_coroutine_threadsafe(decided, self.loop)
                await asyncio.wrap_future(there)
        finally:
            self.attempt.restart()
