"""Ten thousand calls, and what is left of them: memory, tasks, threads, file descriptors.

`python benchmarks/growth.py` calls over stdio, `--http` over HTTP, which takes a minute. Of every
twenty calls one names no tool, one is cancelled, and one has arguments that do not fit. A line of
JSON tells the state after each thousand; the first thousand fill what is bounded, such as history.
Linux only, since it reads `/proc`.
"""

import argparse
import asyncio
import gc
import json
import logging
import os
import subprocess
import sys
import tempfile
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from unreliable_network import free_port, until_up

from mcp_workbench import HttpServer, StdioServer, Workbench

HERE = Path(__file__).parent
EVERY, AT_ONCE = 1000, 20


def state(workbench: Workbench, calls: int) -> dict[str, Any]:
    """What could grow."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    tasks = [asyncio.all_tasks(), asyncio.all_tasks(workbench.loop.submit(_loop()).result())]
    return {
        "calls": calls,
        "megabytes": round(pages * os.sysconf("SC_PAGESIZE") / 2**20, 1),
        "objects": len(gc.get_objects()),
        "tasks": sum(map(len, tasks)),
        "threads": threading.active_count(),
        "descriptors": len(os.listdir("/proc/self/fd")),
    }


async def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.get_running_loop()


async def twenty(workbench: Workbench, tool: str, arguments: dict[str, Any]) -> None:
    """Calls at the same time; three of them fail in different ways."""

    async def call(tool: str, arguments: dict[str, Any]) -> None:
        await workbench.call(f"bench.{tool}", arguments, raise_on_error=False)

    async def cancelled() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(call(tool, arguments), 0.0005)

    good = [call(tool, arguments) for _ in range(AT_ONCE - 3)]
    await asyncio.gather(*good, call("unknown", {}), call(tool, {"n": [], "text": []}), cancelled())


def http_server(stack: ExitStack) -> HttpServer:
    """A server of its own, for as long as `stack` is open."""
    ledger = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "ledger"
    port = free_port()
    run = [sys.executable, str(HERE / "ledger_server.py"), str(ledger), str(port)]
    process = subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return HttpServer(f"http://127.0.0.1:{port}/mcp")


async def grown(calls: int, *, http: bool) -> None:
    """Make so many calls, and tell the state after each thousand."""
    with ExitStack() as stack:
        if http:
            spec, tool, arguments = http_server(stack), "put", {"n": 1}
            await until_up(int(spec.url.split(":")[2].split("/")[0]))
        else:
            spec = StdioServer(sys.executable, (str(HERE / "echo_server.py"),))
            tool, arguments = "echo", {"text": "hi"}
        async with Workbench() as workbench:
            await workbench.connect(spec, "bench")
            for done in range(AT_ONCE, calls + 1, AT_ONCE):
                await twenty(workbench, tool, arguments)
                if done % EVERY == 0:
                    print(json.dumps(state(workbench, done)), flush=True)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--calls", type=int, default=10_000)
    options.add_argument("--http", action="store_true")
    given = options.parse_args()
    logging.disable(logging.CRITICAL)
    asyncio.run(grown(given.calls, http=given.http))
