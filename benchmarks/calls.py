"""Calls side by side: `Workbench.call`, the SDK's own `Client` and fastmcp's, one server each.

`python benchmarks/calls.py` prints medians, and what the workbench is held to beside each; `--big`
adds the SDK's reader on 40 MB, which takes half a minute alone. All is one run, in which the
clients take turns, so that a slow spell of the machine hits all of them.
"""

import argparse
import asyncio
import gc
import logging
import statistics
import sys
import time
import timeit
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import JSONRPCRequest, JSONRPCResponse

from mcp_workbench import StdioServer, Workbench
from mcp_workbench.sessions.timeline import Timeline

SERVER = str(Path(__file__).with_name("echo_server.py"))
ROUNDS, WARM = 600, 50
CALLS, AT_ONCE, TURNS = 1000, 64, 15
Call = Callable[[str, dict[str, Any]], Awaitable[Any]]


def turns(calls: dict[str, Call], round_: int) -> list[tuple[str, Call]]:
    """All of them, each round another one first."""
    listed = list(calls.items())
    first = round_ % len(listed)
    return listed[first:] + listed[:first]


async def latencies(calls: dict[str, Call]) -> dict[str, float]:
    """Milliseconds of one echo, median."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for round_ in range(ROUNDS + WARM):
        for name, call in turns(calls, round_):
            started = time.perf_counter()
            await call("echo", {"text": "hi"})
            if round_ >= WARM:
                times[name].append(time.perf_counter() - started)
    return {name: 1000 * statistics.median(found) for name, found in times.items()}


async def throughput(call: Call) -> float:
    """Echoes a second of 64 workers, each of which calls again as soon as it has its answer."""
    gc.collect()  # what the others left behind is not paid for here
    left = iter(range(CALLS))

    async def worker() -> None:
        for _ in left:
            await call("echo", {"text": "hi"})

    started = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    return CALLS / (time.perf_counter() - started)


async def echo(calls: dict[str, Call]) -> None:
    times = await latencies(calls)
    own, more = times["workbench"], times["workbench"] - times["SDK"]
    print("echo, median: " + ", ".join(f"{name} {one:.2f} ms" for name, one in times.items()))
    print(f"    {more:+.2f} ms to the SDK (wanted: at most +0.50 ms)")
    if "fastmcp" in times:
        print(f"    {own / times['fastmcp']:.2f} x fastmcp (wanted: at most 1.30 x)")


async def at_once(calls: dict[str, Call]) -> None:
    rounds = [
        {name: await throughput(call) for name, call in turns(calls, round_)}
        for round_ in range(TURNS)
    ]
    rates = {name: statistics.median(one[name] for one in rounds) for name in calls}
    ratios = sorted(one["workbench"] / one["SDK"] for one in rounds)
    print("64 at once: " + ", ".join(f"{name} {rate:.0f}/s" for name, rate in rates.items()))
    print(
        f"    {statistics.median(ratios):.2f} x the SDK, from {ratios[0]:.2f} to {ratios[-1]:.2f} "
        "(wanted: at least 0.90 x)"
    )


def recording(workbench: Workbench) -> None:
    """What of a call goes into keeping it: its two messages, and its entry in the history."""
    messages = Timeline(workbench.redactor)
    last = workbench.history[-1]
    request = JSONRPCRequest(
        jsonrpc="2.0",
        id=1,
        method="tools/call",
        params={"name": "echo", "arguments": dict(last.arguments), "_meta": {"progressToken": 1}},
    )
    response = JSONRPCResponse(jsonrpc="2.0", id=1, result=dict(last.result.wire))

    def keep() -> None:
        messages.message("sent", request)
        messages.message("received", response)
        workbench.history.keep(last.result, last.time, "python", raw=False)

    seconds = min(timeit.repeat(keep, number=CALLS, repeat=5)) / CALLS
    print(f"recording: {1e6 * seconds:.0f} µs of each call of the workbench")


async def big(call: Call, megabytes: int, times: int) -> float:
    """Seconds until a text of so many megabytes is there, median."""
    found: list[float] = []
    for _ in range(times):
        started = time.perf_counter()
        await call("big", {"megabytes": megabytes})
        found.append(time.perf_counter() - started)
    return statistics.median(found)


async def large(calls: dict[str, Call], sdk_on_40: bool) -> None:
    sdk, ours = calls["SDK"], calls["workbench"]
    ten, forty = await big(ours, 10, 5), await big(ours, 40, 3)
    print(f"workbench: 10 MB {ten:.3f} s, 40 MB {forty:.3f} s")
    print(f"    {forty / ten:.1f} x (wanted: at most 6 x)")
    sdk_ten = await big(sdk, 10, 3)
    print(f"SDK: 10 MB {sdk_ten:.2f} s: {sdk_ten / ten:.0f} x the workbench's")
    if sdk_on_40:
        sdk_forty = await big(sdk, 40, 1)
        print(f"SDK: 40 MB {sdk_forty:.1f} s")
        print(f"    {sdk_forty / forty:.0f} x the workbench's (wanted: at least 10 x)")


@asynccontextmanager
async def fastmcp() -> AsyncGenerator[dict[str, Call]]:
    """The call of fastmcp's client, where it is installed."""
    if find_spec("fastmcp") is None:
        print("fastmcp is not installed, so that nothing is compared with it: pip install fastmcp")
        yield {}
        return
    transport = import_module("fastmcp.client.transports").StdioTransport(sys.executable, [SERVER])
    async with import_module("fastmcp").Client(transport, mode="legacy") as client:
        await client.list_tools()
        yield {"fastmcp": client.call_tool}


async def main(sdk_on_40: bool) -> None:
    logging.disable(logging.CRITICAL)
    parameters = StdioServerParameters(command=sys.executable, args=[SERVER])
    async with (
        Client(stdio_client(parameters), mode="legacy") as client,
        fastmcp() as fast,
        Workbench() as workbench,
    ):
        await client.list_tools()
        spec = StdioServer(sys.executable, (SERVER,), era="legacy")
        await workbench.connect(spec, "bench")

        async def ours(tool: str, arguments: dict[str, Any]) -> Any:
            return await workbench.call(f"bench.{tool}", arguments)

        calls = {"SDK": client.call_tool, **fast, "workbench": ours}
        await echo(calls)
        await at_once(calls)
        recording(workbench)
        await large(calls, sdk_on_40)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--big", action="store_true", help="the SDK's reader on 40 MB too")
    asyncio.run(main(options.parse_args().big))
