"""No process of a server outlives its kernel, however the kernel ends."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.conftest import FAULTY
from tests.kernel.drive import LIMIT, Kernel
from tests.sessions.test_stdio import alive, parent_of

pytestmark = pytest.mark.asyncio(loop_scope="module")
CONNECT = f"""
%load_ext mcp_workbench
%mcp connect parent -- sh -c "{FAULTY} leaves-descendants; true"
print(*get_ipython().run_line_magic("mcp", "call parent.ok").value["pids"])
"""


async def started(kernel: Kernel) -> list[int]:
    """A server in the kernel, and all that it started in ways of its own."""
    shown = await kernel.run(CONNECT)
    pids = [int(word) for word in shown.texts[-1].split()]
    assert len(pids) == 4, shown
    assert all(map(alive, pids))
    return [*pids, parent_of(pids[0])]


async def gone(pids: list[int]) -> None:
    async with asyncio.timeout(LIMIT):
        while any(map(alive, pids)):  # noqa: ASYNC110  their end tells nobody
            await asyncio.sleep(0.05)


@pytest.mark.requirement("CON-15")
async def test_no_process_of_a_server_outlives_the_kernel_however_it_ends(tmp_path: Path) -> None:
    async with Kernel(tmp_path) as kernel:
        pids = await started(kernel)
        await kernel.manager.restart_kernel()
        await kernel.client.wait_for_ready(timeout=LIMIT)
        await gone(pids)

        pids = await started(kernel)
        os.kill(parent_of(parent_of(pids[-1])), signal.SIGKILL)
        await gone(pids)
        await kernel.manager.restart_kernel(now=True)
        await kernel.client.wait_for_ready(timeout=LIMIT)

        pids = await started(kernel)
        await kernel.manager.shutdown_kernel()
        await gone(pids)
