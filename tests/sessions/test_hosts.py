"""Programs that change what the interpreter gives to everybody: servers are used all the same."""

from __future__ import annotations

from tests.conftest import FAULTY
from tests.sessions.programs import ended

USE = f"""
import asyncio
from mcp_workbench import Workbench

wb = Workbench()
wb.connect_sync({FAULTY + " none"!r}, "one")

async def both():
    print(wb.call_sync("one.echo", {{"text": "blocking"}}).value, flush=True)
    print((await wb.call("one.echo", {{"text": "awaited"}})).value, flush=True)

asyncio.run(both())
wb.close_sync()
"""
DONE = (0, "blocking\nawaited\n")


async def test_a_loop_that_somebody_patched_changes_nothing() -> None:
    patched = "import asyncio, nest_asyncio2\nnest_asyncio2.apply()\nassert asyncio._nest_patched\n"
    assert await ended(patched + USE) == DONE


async def test_a_standard_error_without_a_file_is_not_needed() -> None:
    assert await ended("import io, sys\nsys.stderr = io.StringIO()\n" + USE) == DONE
