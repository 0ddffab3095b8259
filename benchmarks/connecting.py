"""Many servers: 8 slow ones against one; what 1, 10 and 50 cost, beside the SDK's client.

`python benchmarks/connecting.py` prints seconds until all have listed their tools, and the memory
of this side: what the process grew by, and the processes that it started beside the servers. Each
figure is one process's own. Linux only, since it reads `/proc`.
"""

import argparse
import asyncio
import json
import logging
import os
import statistics
import subprocess
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path

SERVER = str(Path(__file__).with_name("echo_server.py"))
SLOW, SLOW_ONES, TURNS = "1", 8, 3
COUNTS = (1, 10, 50)
PAGE = os.sysconf("SC_PAGESIZE")


def resident(pid: int | str = "self") -> float:
    """Megabytes of memory that are the process's alone."""
    fields = Path(f"/proc/{pid}/statm").read_text().split()
    return (int(fields[1]) - int(fields[2])) * PAGE / 2**20


def descendants(pid: int) -> list[int]:
    """All processes that `pid` started, and those that they started."""
    own = Path(f"/proc/{pid}/task").glob("*/children")
    children = [int(child) for path in own for child in path.read_text().split()]
    return [*children, *(below for child in children for below in descendants(child))]


def helpers() -> list[int]:
    """What runs beside the servers on behalf of this side: these servers start nothing."""
    return [pid for pid in descendants(os.getpid()) if descendants(pid)]


async def ours(stack: AsyncExitStack, count: int, *arguments: str) -> None:
    """Connect so many servers with a workbench."""
    from mcp_workbench import StdioServer, Workbench

    workbench = await stack.enter_async_context(Workbench())
    spec = StdioServer(sys.executable, (SERVER, *arguments), era="legacy")
    await asyncio.gather(*(workbench.connect(spec, f"one{n}") for n in range(count)))


async def sdk(stack: AsyncExitStack, count: int, *arguments: str) -> None:
    """Connect so many servers with the SDK's client, one after the other as its scopes want."""
    from mcp import Client, StdioServerParameters, stdio_client

    parameters = StdioServerParameters(command=sys.executable, args=[SERVER, *arguments])
    for _ in range(count):
        opened = Client(stdio_client(parameters), mode="legacy")
        client = await stack.enter_async_context(opened)
        await client.list_tools()


async def connected(who: str, count: int, *arguments: str) -> dict[str, float]:
    """What it took to connect so many servers, after one was connected and closed."""
    connect = {"workbench": ours, "SDK": sdk}[who]
    async with AsyncExitStack() as stack:  # imports, threads and caches are not counted
        await connect(stack, 1)
    before, started = resident(), time.perf_counter()
    async with AsyncExitStack() as stack:
        await connect(stack, count, *arguments)
        seconds = time.perf_counter() - started
        beside = helpers()
        grown = resident() - before
        return {
            "seconds": seconds,
            "grown": grown,
            "processes": len(beside),
            "beside": sum(map(resident, beside)),
        }


def measured(*arguments: str) -> dict[str, float]:
    """`connected` in a process of its own."""
    run = [sys.executable, __file__, *arguments]
    return json.loads(subprocess.run(run, check=True, capture_output=True, text=True).stdout)


def slow_ones() -> None:
    times: dict[int, list[float]] = {1: [], SLOW_ONES: []}
    for _ in range(TURNS):
        for count, found in times.items():
            found.append(measured("workbench", str(count), SLOW)["seconds"])
    one, many = (statistics.median(found) for found in times.values())
    print(
        f"{SLOW_ONES} servers that need {SLOW} s: {many:.2f} s, one {one:.2f} s: {many / one:.2f} x"
    )


def many() -> None:
    for count in COUNTS:
        for who in ("SDK", "workbench"):
            told = measured(who, str(count))
            beside = f", and {told['beside']:.1f} MB in {told['processes']:.0f} beside them"
            print(
                f"{count:2} servers, {who}: {told['seconds']:.2f} s, "
                f"{told['grown']:.1f} MB{beside if told['processes'] else ''}"
            )


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("who", nargs="?", choices=("workbench", "SDK"))
    options.add_argument("count", nargs="?", type=int)
    options.add_argument("delay", nargs="*")
    given = options.parse_args()
    logging.disable(logging.CRITICAL)
    if given.who:
        print(json.dumps(asyncio.run(connected(given.who, given.count, *given.delay))))
    else:
        slow_ones()
        many()
