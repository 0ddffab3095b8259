"""Calls without a pause while servers are killed and streams are cut; each must be accounted for.

`python benchmarks/soak.py --minutes 15` calls servers over stdio and HTTP that are killed, frozen,
cut off and restarted at random moments, and one that nothing happens to. Every server keeps a
ledger of what it ran, and at the end it is compared with what the calls told:

- an answer is the right one, and the call ran: once, where it must not run twice;
- a call that must not run twice never did;
- where it must not, an error that does not say that it may have run is of one that did not;
- every call ended in time, with an answer or a typed error, and the quiet server answered all.
"""

import argparse
import asyncio
import logging
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unreliable_network import Cable, free_port, until_up

from mcp_workbench import HttpServer, StdioServer, Workbench

SERVER = str(Path(__file__).with_name("ledger_server.py"))
STDIO, HTTP, QUIET = ("pipe1", "pipe2", "pipe3"), ("web1", "web2"), "quiet"
CALLERS, LIMIT, PATIENCE = 12, 4.0, 30.0
# what an error says that leaves open whether the call ran
OPEN = ("mcp_may_have_run", "mcp_call_timeout", "mcp_call_cancelled")


@dataclass
class Tally:
    """What the calls told."""

    ended: Counter[str] = field(default_factory=Counter[str])
    answered: dict[str, set[int]] = field(default_factory=dict[str, set[int]])
    not_run: dict[str, set[int]] = field(default_factory=dict[str, set[int]])
    faults: list[str] = field(default_factory=list[str])
    slowest: float = 0.0
    slowest_of_quiet: float = 0.0


class Soak:
    """The servers, those who call them, and what happens to them.

    Args:
        directory: for ledgers and logs.
        seed: of all that is random.
    """

    def __init__(self, directory: Path, seed: int) -> None:
        self.directory, self.random = directory, random.Random(seed)
        self.tally = Tally()
        self.cables: dict[str, Cable] = {}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.happened: Counter[str] = Counter()
        self.number = 0

    def ledger(self, name: str) -> Path:
        return self.directory / name

    async def connect(self, workbench: Workbench) -> None:
        """Start and register all servers."""
        for name in (*STDIO, QUIET):
            spec = StdioServer(sys.executable, (SERVER, str(self.ledger(name))), timeout=LIMIT)
            workbench.add(spec, name)
        for name in HTTP:
            self.cables[name] = cable = Cable()
            port = await cable.open()
            self.start_http(name)
            workbench.add(HttpServer(f"http://127.0.0.1:{port}/mcp", timeout=LIMIT), name)
        for name in HTTP:
            await until_up(self.cables[name].target)
        await asyncio.gather(*(workbench.tools(name) for name in workbench.servers))

    def start_http(self, name: str) -> None:
        """Start the server, or start it again: it comes back with none of its sessions."""
        cable = self.cables[name]
        cable.target = cable.target or free_port()
        run = [sys.executable, SERVER, str(self.ledger(name)), str(cable.target)]
        with self.ledger(f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(run, stdout=log, stderr=log)

    async def call(self, workbench: Workbench) -> None:
        """One call, and what it told."""
        self.number += 1
        number, name = self.number, self.random.choice((*STDIO, *HTTP, QUIET))
        tools = ("put", "post", "babble") if name in STDIO else ("put", "post")
        tool = self.random.choice(tools)
        patience = 0.003 if self.random.random() < 0.02 else PATIENCE
        started = time.perf_counter()
        try:
            work = workbench.call(f"{name}.{tool}", {"n": number}, raise_on_error=False)
            result: Any = await asyncio.wait_for(work, patience)
        except TimeoutError:
            told = "cancelled by its caller" if patience < 1 else "HUNG"
            self.tally.ended[told] += 1
        else:
            self.note(name, tool, number, result)
        elapsed = time.perf_counter() - started
        self.tally.slowest = max(self.tally.slowest, elapsed)
        if name == QUIET:
            self.tally.slowest_of_quiet = max(self.tally.slowest_of_quiet, elapsed)

    def note(self, name: str, tool: str, number: int, result: Any) -> None:
        tally, error = self.tally, result.error
        if error is None:
            tally.ended["answered"] += 1
            tally.answered.setdefault(f"{name}.{tool}", set()).add(number)
            if result.value != 2 * number + 1:
                tally.faults.append(f"{name}.{tool} {number}: wrong answer {result.value!r}")
            return
        tally.ended[f"{error.code} {error.reason}"] += 1
        if error.code not in OPEN:
            tally.not_run.setdefault(f"{name}.{tool}", set()).add(number)
        if name == QUIET:
            tally.faults.append(f"quiet {number}: {error!r}")

    async def caller(self, workbench: Workbench, until: float) -> None:
        while time.monotonic() < until:
            await self.call(workbench)

    async def trouble(self, name: str, until: float) -> None:
        """Let something happen to the server every now and then."""
        troubles = PIPE_TROUBLE if name in STDIO else WEB_TROUBLE
        while time.monotonic() < until:
            await asyncio.sleep(self.random.uniform(0.2, 4))
            happen = self.random.choice(troubles)
            self.happened[happen.__name__] += 1
            await happen(self, name)

    async def kill(self, name: str) -> None:
        """End the server without a word."""
        self.signal(name, signal.SIGKILL)

    async def freeze(self, name: str) -> None:
        """Let it do nothing for a while, longer than a call may take or shorter."""
        self.signal(name, signal.SIGSTOP)
        await asyncio.sleep(self.random.uniform(0.1, 1.5 * LIMIT))
        self.signal(name, signal.SIGCONT)

    async def cut(self, name: str) -> None:
        """Break off all its connections, in the middle of whatever passes."""
        self.cables[name].cut()

    async def hold(self, name: str) -> None:
        """Let nothing pass for a while."""
        self.cables[name].passing.clear()
        await asyncio.sleep(self.random.uniform(0.1, 1.5 * LIMIT))
        self.cables[name].passing.set()

    async def restart(self, name: str) -> None:
        """End the server of the web, and bring it back a moment later."""
        process = self.processes[name]
        process.kill()
        process.wait()
        await asyncio.sleep(self.random.uniform(0, 1))
        self.start_http(name)

    def signal(self, name: str, number: signal.Signals) -> None:
        with suppress(OSError, ValueError):
            os.kill(int(Path(f"{self.ledger(name)}.pid").read_text()), number)

    def judged(self) -> list[str]:
        """All that is not as it must be."""
        tally, faults = self.tally, list(self.tally.faults)
        for name in (*STDIO, *HTTP, QUIET):
            path = self.ledger(name)
            ran = Counter(map(int, path.read_text().split() if path.exists() else ()))
            for tool in ("put", "post", "babble"):
                answered = tally.answered.get(f"{name}.{tool}", set())
                refused = tally.not_run.get(f"{name}.{tool}", set())
                faults += (f"{name}.{tool} {n}: answered, never ran" for n in answered - set(ran))
                if tool != "put":
                    line = f"{name}.{tool} {{}}: told as not run, ran"
                    faults += map(line.format, refused & set(ran))
                    twice = {n for n in answered | refused if ran[n] > 1}
                    faults += (f"{name}.{tool} {n}: ran twice" for n in twice)
        faults += ["a call hung"] * tally.ended["HUNG"]
        return faults


PIPE_TROUBLE = (Soak.kill, Soak.kill, Soak.freeze)
WEB_TROUBLE = (Soak.cut, Soak.cut, Soak.hold, Soak.freeze, Soak.restart)


def state() -> dict[str, int]:
    """What could grow in this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "MB": pages * os.sysconf("SC_PAGESIZE") >> 20,
        "threads": threading.active_count(),
        "descriptors": len(os.listdir("/proc/self/fd")),
    }


def children() -> int:
    own = Path("/proc/self/task").glob("*/children")
    return sum(len(path.read_text().split()) for path in own)


async def soak(minutes: float, seed: int) -> list[str]:
    until = time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as directory:
        run = Soak(Path(directory), seed)
        async with Workbench() as workbench:
            await run.connect(workbench)
            callers = [run.caller(workbench, until) for _ in range(CALLERS)]
            reports = asyncio.create_task(report(run, until))
            troubles = (run.trouble(name, until) for name in (*STDIO, *HTTP))
            await asyncio.gather(*callers, *troubles)
            reports.cancel()
        for process in run.processes.values():
            process.kill()
            process.wait()
        for cable in run.cables.values():
            await cable.close()
        told(run)
        left = children()
        return run.judged() + ([f"{left} processes are left"] if left else [])


async def report(run: Soak, until: float) -> None:
    """A line every minute."""
    while time.monotonic() < until:
        print(f"{until - time.monotonic():5.0f} s left: {run.number} calls, {state()}", flush=True)
        await asyncio.sleep(60)


def told(run: Soak) -> None:
    print(f"{run.number} calls; at the end {state()}")
    print("happened:", dict(run.happened.most_common()))
    for how, count in run.tally.ended.most_common():
        print(f"  {count:7} {how}")
    print(f"slowest {run.tally.slowest:.1f} s; of {QUIET} {run.tally.slowest_of_quiet:.2f} s")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=15)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    logging.disable(logging.CRITICAL)
    faults = asyncio.run(soak(given.minutes, given.seed))
    print(*(faults or ["every call is accounted for"]), sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
