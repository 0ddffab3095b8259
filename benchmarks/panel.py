"""What a request of the panel takes, in an idle kernel and while a cell runs, in one run.

`python -m benchmarks.panel` prints medians of `tools` requests, and their ratio to the idle ones.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from tests.kernel.drive import Kernel
from tests.kernel.front_end import FrontEnd

ROUNDS, REQUESTS, WARM = 6, 40, 20
SET_UP = "import time\n%load_ext mcp_workbench\n%mcp connect demo"
# what holds the kernel's main thread, until it is interrupted
CELLS = {
    "a cell that waits": "print('runs')\ntime.sleep(600)",
    "a cell that computes": "print('runs')\nwhile True: sum(range(1000))",
}


async def request(panel: FrontEnd) -> float:
    """Milliseconds of one request."""
    started = time.perf_counter()
    reply = await panel.answer("tools", server="demo")
    elapsed = 1000 * (time.perf_counter() - started)
    assert reply["type"] == "tools"
    panel.published.clear()  # looking through thousands of messages is not the kernel's time
    return elapsed


async def busy(panel: FrontEnd, code: str) -> list[float]:
    cell = panel.kernel.start(code)
    await panel.output_of(cell, "runs")
    times = [await request(panel) for _ in range(REQUESTS)]
    await panel.kernel.manager.interrupt_kernel()
    await panel.ended(cell)
    return times


async def main() -> None:
    times: dict[str, list[float]] = {"an idle kernel": [], **{name: [] for name in CELLS}}
    with tempfile.TemporaryDirectory() as directory:
        async with Kernel(Path(directory)) as kernel:
            await kernel.run(SET_UP)
            async with FrontEnd(kernel) as panel:
                await panel.state(demo="connected")
                for _ in range(WARM):
                    await request(panel)
                # in turns, so that noise hits all of them
                for _ in range(ROUNDS):
                    idle = [await request(panel) for _ in range(REQUESTS)]
                    times["an idle kernel"] += idle
                    for name, code in CELLS.items():
                        times[name] += await busy(panel, code)
    idle = statistics.median(times["an idle kernel"])
    for name, found in times.items():
        median, late = statistics.median(found), statistics.quantiles(found, n=20)[-1]
        print(f"{name}: {median:.1f} ms, {median / idle:.1f} x, 95 % within {late:.1f} ms")


if __name__ == "__main__":
    asyncio.run(main())
