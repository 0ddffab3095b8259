"""Messages of many megabytes, over each transport: linear in time, and nobody else waits."""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from mcp_workbench import Workbench
from tests.conftest import FAULTY
from tests.servers.web import Web

pytestmark = pytest.mark.alone


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as server:
        yield server


@pytest_asyncio.fixture(params=["stdio", "http"])
async def big(request: pytest.FixtureRequest, web: Web) -> AsyncIterator[Workbench]:
    what = f"{FAULTY} big" if request.param == "stdio" else f"{web.url}/mcp"
    async with Workbench() as workbench:
        await workbench.connect(what, "big")
        yield workbench


async def seconds(workbench: Workbench, megabytes: int) -> float:
    started = time.perf_counter()
    result = await workbench.call("big.big", {"megabytes": megabytes})
    elapsed = time.perf_counter() - started
    assert len(result.text) == megabytes << 20
    return elapsed


@pytest.mark.requirement("CON-31")
async def test_the_time_of_a_message_is_linear_in_its_size(big: Workbench) -> None:
    ten = [await seconds(big, 10) for _ in range(5)]
    forty = [await seconds(big, 40) for _ in range(3)]
    # linear is 4; a reader that joins all it has for every piece has 16
    assert statistics.median(forty) / statistics.median(ten) < 9


@pytest.mark.requirement("CON-31")
async def test_the_loop_stays_responsive_while_40_mb_arrive(big: Workbench) -> None:
    gaps: list[float] = []

    async def tick() -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.01)
            now = time.perf_counter()
            gaps.append(now - last)
            last = now

    ticker = big.loop.submit(tick())
    await seconds(big, 40)
    ticker.cancel()
    assert len(gaps) > 3
    # read by joining all there is for every piece, it takes 25 s and lets nothing else run
    assert max(gaps) < 2
