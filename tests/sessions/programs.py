"""Python programs that use the package, in processes of their own."""

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable
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


async def interrupted(text: str, when: Callable[[], bool] = lambda: True) -> tuple[int, str, float]:
    """Exit code, output and seconds after SIGINT of a program.

    It is interrupted once it has printed "ready" and `when` is true.
    """
    async with program(text) as child:
        assert child.stdout is not None
        assert await child.stdout.readline() == b"ready\n"
        await until(when)
        started = time.monotonic()
        child.send_signal(signal.SIGINT)
        # it prints once more as soon as it has the prompt back
        rest = await child.stdout.readline()
        elapsed = time.monotonic() - started
        rest += await child.stdout.read()
        return await child.wait(), rest.decode(), elapsed


async def until(done: Callable[[], bool]) -> None:
    """Wait for a state that tells nobody of its change."""
    async with asyncio.timeout(20):
        while not done():  # noqa: ASYNC110  see above
            await asyncio.sleep(0.01)


@asynccontextmanager
async def listening(*command: str) -> AsyncIterator[str]:
    """The address of a server that is started with a free port in place of `PORT`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        *(word.replace("PORT", str(port)) for word in command),
        env={**os.environ, "PORT": str(port)},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(30):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    break
                except ConnectionRefusedError:
                    await asyncio.sleep(0.05)
        writer.close()
        await writer.wait_closed()
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        await process.wait()
