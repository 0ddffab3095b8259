"""Thousands of calls leave nothing behind."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

GROWTH = Path(__file__).parents[2] / "benchmarks" / "growth.py"


@pytest.mark.timeout(180)
async def test_ten_thousand_calls_leave_no_memory_task_thread_or_descriptor_behind() -> None:
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, str(GROWTH), "--calls", "10000"), stdout=asyncio.subprocess.PIPE
    )
    output, _ = await child.communicate()
    assert child.returncode == 0
    states = [json.loads(line) for line in output.splitlines()]
    assert [state["calls"] for state in states] == list(range(1000, 10_001, 1000))
    settled, last = states[4], states[-1]
    assert last["descriptors"] <= settled["descriptors"]
    assert last["threads"] <= settled["threads"]
    assert last["tasks"] <= settled["tasks"]
    # the last thousand notifications are kept, too, so that a few objects more are in order
    assert last["objects"] < settled["objects"] + 1000
    assert last["megabytes"] < settled["megabytes"] + 8
