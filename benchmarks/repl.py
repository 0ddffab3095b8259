"""`repl` side by side with the bare interpreter: in process, with a tool, and over MCP, one run.

`python benchmarks/repl.py` prints medians and ratios. The bare interpreter runs the same code and
saves its state after it, which is what sets a failed call back; without a thread it holds up the
event loop.
"""

import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters, stdio_client
from pydantic_monty import Monty

from mcp_workbench.sandbox import Answer, Repl

SHOP = Path(__file__).parent.parent / "tests" / "servers" / "shop.py"
ROUNDS, WARM = 400, 50
CODES = {"1 + 1": "1 + 1", "a variable": "x = 1 + 1\nx", "2 MB of variables": "y = x + 1"}
BIG = "kept = ['x' * 1000 + str(n) for n in range(2000)]\nx = 1"
Feed = Callable[[str], Awaitable[Any]]


class Add:
    """A tool that costs nothing itself."""

    namespace, name, parameters = "shop", "add", ("a", "b")

    async def call(self, arguments: Mapping[str, Any]) -> Answer:
        return Answer(arguments["a"] + arguments["b"])


async def medians(feeds: Mapping[str, Feed], code: str, rounds: int = ROUNDS) -> dict[str, float]:
    """Milliseconds of one evaluation; the candidates take turns, so that noise hits all."""
    times: dict[str, list[float]] = {name: [] for name in feeds}
    for round_ in range(rounds + WARM):
        for name, feed in feeds.items():
            started = time.perf_counter()
            await feed(code)
            if round_ >= WARM:
                times[name].append(time.perf_counter() - started)
    return {name: 1000 * statistics.median(found) for name, found in times.items()}


async def with_tools(repl: Repl) -> None:
    """What a call of a tool costs, beside an evaluation without one."""
    codes = {"none": "1", "one": "shop.add(1, 2)", "20": "[shop.add(1, n) for n in range(20)]"}
    feeds: dict[str, Feed] = {
        name: lambda _, code=code: repl.run(code) for name, code in codes.items()
    }
    times = await medians(feeds, "", 200)
    print(f"calls of tools: {', '.join(f'{name} {time:.2f} ms' for name, time in times.items())}")


async def main() -> None:
    parameters = StdioServerParameters(command=sys.executable, args=[str(SHOP)])
    with Monty() as pool, pool.checkout() as session:

        async def bare(code: str) -> bytes:
            session.feed_run(code)
            return session.dump()

        async with (
            Repl([Add()]) as repl,
            Client(stdio_client(parameters)) as client,
        ):

            async def over_mcp(code: str) -> Any:
                return await client.call_tool("repl", {"code": code})

            async def bare_in_thread(code: str) -> bytes:
                return await asyncio.to_thread(lambda: (session.feed_run(code), session.dump())[1])

            feeds: dict[str, Feed] = {
                "bare": bare,
                "bare in a thread": bare_in_thread,
                "in process": repl.run,
                "over MCP": over_mcp,
            }
            for name, code in CODES.items():
                big = name.startswith("2 MB")
                for feed in feeds.values() if big else ():
                    await feed(BIG)
                times = await medians(feeds, code, 100 if big else ROUNDS)
                told = ", ".join(
                    f"{each} {time:.2f} ms ({time / times['bare']:.2f} x)"
                    for each, time in times.items()
                )
                print(f"{name}: {told}")
        async with Repl([Add()]) as repl:
            await with_tools(repl)


if __name__ == "__main__":
    asyncio.run(main())
