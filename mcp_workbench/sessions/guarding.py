"""A guard of calls, on its way to the loop on which the calls are made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..asking import Guard, Question


@dataclass(frozen=True)
class GuardOfCaller:
    """Has `guard` decide on the loop of whoever awaits the call.

    Policies and approvers are code of the person: they may block, and what they await may belong
    to the loop of the notebook, while all servers share the background loop.

    Args:
        guard: who decides.
        loop: where the call is awaited; None where its thread blocks, so that nothing runs there.
        decided: called then: its time is no part of the call.
    """

    guard: Guard
    loop: asyncio.AbstractEventLoop | None
    decided: Callable[[], None]

    async def check(self, question: Question, annotations: Mapping[str, Any]) -> None:
        """See `Guard`."""
        deciding = self.guard.check(question, annotations)
        try:
            if self.loop is None:
                await deciding
            else:
                there = asyncio.run_coroutine_threadsafe(deciding, self.loop)
                await asyncio.wrap_future(there)
        finally:
            self.decided()
