"""An agent's loop side by side: ours and a bare pydantic-ai agent, same tools, same script.

`python benchmarks/agent.py` prints the time of one run of each and the ratio, in turns, so that a
slow spell hits both. The model is scripted and takes no time, so all that is left is the loop; the
time is that of the processor, which other programs do not change much.
"""

import asyncio
import gc
import json
import statistics
import time
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from typing import Any

from pydantic_ai import Agent as Bare
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from mcp_workbench import Agent

ROUNDS, PARALLEL = 10, 4
TURNS, WARM = 60, 5
Run = Callable[[], Awaitable[str]]


async def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


async def join(words: list[str]) -> str:
    """Join words."""
    return " ".join(words)


async def answer(messages: list[ModelMessage], _: AgentInfo) -> AsyncIterator[Any]:
    """Ask for calls, some at once, and then say a sentence word by word."""
    place = sum(message.kind == "response" for message in messages)
    if place < ROUNDS:
        for number in range(PARALLEL):
            name, arguments = ("add", {"a": place, "b": number})
            if number % 2:
                name, arguments = ("join", {"words": ["a", "b"]})
            written = json.dumps(arguments)
            yield {number: DeltaToolCall(name, written, tool_call_id=f"c{place}-{number}")}
        return
    for number in range(10):
        yield f"word {number} "


def bare() -> Run:
    """A run of pydantic-ai alone, whose events are looked at as a view does."""
    agent = Bare(FunctionModel(stream_function=answer), tools=[add, join])

    async def look(_: object, events: AsyncIterable[object]) -> None:
        async for _ in events:
            pass

    async def run() -> str:
        return (await agent.run("Go", event_stream_handler=look)).output

    return run


def ours() -> Run:
    """A run of the workbench's agent, whose events are looked at as a view does."""
    agent = Agent(FunctionModel(stream_function=answer), tools=[add, join])

    async def run() -> str:
        agent.reset()
        return (await agent.run("Go", on_event=lambda _: None)).output

    return run


async def timed(run: Run) -> float:
    gc.collect()
    started = time.process_time()
    await run()
    return 1000 * (time.process_time() - started)


async def main() -> None:
    theirs, own = bare(), ours()
    assert await theirs() == await own()
    found: list[tuple[float, float]] = []
    for turn in range(TURNS + WARM):
        first, second = (theirs, own) if turn % 2 else (own, theirs)
        times = {first: await timed(first), second: await timed(second)}
        if turn >= WARM:
            found.append((times[theirs], times[own]))
    ratios = sorted(own / theirs for theirs, own in found)
    medians = [statistics.median(side) for side in zip(*found, strict=True)]
    calls = ROUNDS * PARALLEL
    print(f"{ROUNDS + 1} rounds, {calls} calls: pydantic-ai {medians[0]:.1f} ms, ", end="")
    print(f"workbench {medians[1]:.1f} ms")
    print(f"    {statistics.median(ratios):.2f} x, from {ratios[0]:.2f} to {ratios[-1]:.2f}")


if __name__ == "__main__":
    asyncio.run(main())
