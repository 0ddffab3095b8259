"""Calls side by side: `Workbench.call` and the SDK's own `Client`, one server each, one run.

`python benchmarks/calls.py` prints medians and ratios; `--big` adds the SDK's reader on 40 MB,
which takes half a minute alone.
"""

import argparse
import asyncio
import gc
import logging
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters, stdio_client

from mcp_workbench import StdioServer, Workbench

SERVER = str(Path(__file__).with_name("echo_server.py"))
ROUNDS, WARM = 600, 50
CALLS, AT_ONCE, TURNS = 1000, 64, 15
Call = Callable[[str, dict[str, Any]], Awaitable[Any]]


async def latencies(calls: dict[str, Call]) -> dict[str, float]:
    """Milliseconds of one echo, median; the candidates take turns, so that noise hits both."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for round_ in range(ROUNDS + WARM):
        for name, call in calls.items():
            started = time.perf_counter()
            await call("echo", {"text": "hi"})
            if round_ >= WARM:
                times[name].append(time.perf_counter() - started)
    return {name: 1000 * statistics.median(found) for name, found in times.items()}


async def throughput(call: Call) -> float:
    """Echoes a second with 64 at once."""
    gc.collect()  # what the others left behind is not paid for here
    limit = asyncio.Semaphore(AT_ONCE)

    async def one() -> None:
        async with limit:
            await call("echo", {"text": "hi"})

    started = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(CALLS)))
    return CALLS / (time.perf_counter() - started)


async def side_by_side(sdk: Call, ours: Call) -> None:
    """Throughput in turns: each round gives a ratio, so that a slow spell hits both."""
    rounds: list[tuple[float, float]] = []
    for round_ in range(TURNS):
        first, second = (sdk, ours) if round_ % 2 else (ours, sdk)
        rates = {first: await throughput(first), second: await throughput(second)}
        rounds.append((rates[sdk], rates[ours]))
    theirs, own = (statistics.median(rates) for rates in zip(*rounds, strict=True))
    ratios = sorted(own / theirs for theirs, own in rounds)
    print(f"64 at once: SDK {theirs:.0f}/s, workbench {own:.0f}/s")
    print(f"    {statistics.median(ratios):.2f} x, from {ratios[0]:.2f} to {ratios[-1]:.2f}")


async def big(call: Call, megabytes: int, times: int) -> float:
    """Seconds until a text of so many megabytes is there, median."""
    found: list[float] = []
    for _ in range(times):
        started = time.perf_counter()
        await call("big", {"megabytes": megabytes})
        found.append(time.perf_counter() - started)
    return statistics.median(found)


async def compare(calls: dict[str, Call], sdk_on_40: bool) -> None:
    sdk, ours = calls["SDK"], calls["workbench"]
    times = await latencies(calls)
    more = times["workbench"] - times["SDK"]
    print(f"echo: SDK {times['SDK']:.2f} ms, workbench {times['workbench']:.2f} ms: {more:+.2f} ms")
    await side_by_side(sdk, ours)
    ten, forty = await big(ours, 10, 5), await big(ours, 40, 3)
    print(f"workbench: 10 MB {ten:.3f} s, 40 MB {forty:.3f} s: {forty / ten:.1f} x")
    sdk_ten = await big(sdk, 10, 3)
    print(f"SDK: 10 MB {sdk_ten:.2f} s: {sdk_ten / ten:.0f} x the workbench's")
    if sdk_on_40:
        sdk_forty = await big(sdk, 40, 1)
        print(f"SDK: 40 MB {sdk_forty:.1f} s: {sdk_forty / forty:.0f} x the workbench's")


async def main(sdk_on_40: bool) -> None:
    logging.disable(logging.CRITICAL)
    parameters = StdioServerParameters(command=sys.executable, args=[SERVER])
    async with Client(stdio_client(parameters), mode="legacy") as client, Workbench() as workbench:
        await client.list_tools()
        spec = StdioServer(sys.executable, (SERVER,), era="legacy")
        await workbench.connect(spec, "bench")

        async def ours(tool: str, arguments: dict[str, Any]) -> Any:
            return await workbench.call(f"bench.{tool}", arguments)

        await compare({"SDK": client.call_tool, "workbench": ours}, sdk_on_40)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--big", action="store_true", help="the SDK's reader on 40 MB too")
    asyncio.run(main(options.parse_args().big))
