"""A turn is never lost, whatever becomes of those that wait for one."""

from __future__ import annotations

import asyncio

from mcp_workbench.asking.turns import Turns


async def test_a_turn_goes_to_the_next_where_one_that_waits_is_thrown_away() -> None:
    turns = Turns()

    async def wait() -> None:
        async with turns:
            raise AssertionError

    async with turns:
        abandoned = wait()
        abandoned.send(None)
        abandoned.close()  # as where its loop ends without cancelling it
    async with asyncio.timeout(5), turns:
        pass
