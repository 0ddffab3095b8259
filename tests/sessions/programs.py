"""Python programs that use the package, in processes of their own."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def program(text: str, *options: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A Python process that runs `text`, and is gone afterwards whatever happens."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, *options, "-c", text),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(30):
            yield child
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()


async def ended(text: str) -> tuple[int, str]:
    """Exit code and output of a program in which every warning is an error."""
    async with program(text, "-W", "error") as child:
        output, _ = await child.communicate()
        return await child.wait(), output.decode()
