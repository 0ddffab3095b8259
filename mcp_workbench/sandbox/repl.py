"""A Python session in the sandbox: variables stay, and a failed call changes nothing."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextvars
import weakref
from collections.abc import Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Self

from ..errors import ServeRefused, WorkbenchClosed, WorkbenchError
from .evaluation import Evaluation
from .images import Images
from .limits import Limits
from .naming import Names
from .source import Fed, Source
from .turns import Turns
from .values import pictures_in

if TYPE_CHECKING:
    from .driving import Drive
    from .tool import SandboxTool
    from .worker import Worker

NAMES = "[*locals()]"


class Repl:
    """Runs Python that may call tools, and can do nothing else.

    Tools are called as functions, or as methods of their server's name. They need no `await`;
    with it, and in `asyncio.gather`, they run at the same time. After any failure, variables are
    as they were before the call. Calls are made one after the other.

    Args:
        tools: what the code may call.
        limits: what a call may use; the defaults of `Limits` where it is `None`.

    Raises:
        ServeRefused: the interpreter is not installed, or a tool has the name of a builtin.

    >>> import asyncio
    >>> async def twice():
    ...     async with Repl() as repl:
    ...         await repl.run("x = 20")
    ...         return await repl.run("x + 22")
    >>> asyncio.run(twice()).value
    42
    """

    def __init__(self, tools: Iterable[SandboxTool] = (), limits: Limits | None = None) -> None:
        check_installed()
        from .binding import Bindings
        from .worker import Worker

        self.limits = limits or Limits()
        self.names = Names(tools)
        self.variables: tuple[str, ...] = ()
        self._bindings = Bindings(self.names)
        self._images = Images(self.limits.image_memory)
        self._worker, self._turns = Worker(self.limits), Turns()
        self._fed: list[Fed] = []  # by the number that the interpreter gives them
        self._binds_later = False
        self._count = 0
        self._turn = asyncio.Lock()
        self._drive: Drive | None = None
        self._end = weakref.finalize(self, _ended, self._worker, self._turns)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Start the process of the sandbox, which the first `run` would do.

        Raises:
            ServeRefused: it cannot be started.
        """
        async with self._turn:
            await asyncio.wrap_future(self._turns.give(self._worker.session))

    async def run(self, code: str) -> Evaluation:
        """Evaluate `code`; what goes wrong in it is the evaluation's `error`.

        A cancelled call ends at once, also where the code computes, and changes nothing.

        Raises:
            WorkbenchClosed: it was closed.
        """
        async with self._turn:
            if not self._end.alive:
                raise WorkbenchClosed(
                    "this sandbox is closed", hint="open another", reason="closed"
                )
            self._count += 1
            encoded = code.encode("utf-8", "replace")  # halves of pairs have no form there
            if len(encoded) > self.limits.code:
                return Evaluation(variables=self.variables, error=self._reached("code-size"))
            return await self._driven(Source(f"repl #{self._count}", encoded.decode()))

    async def _driven(self, source: Source) -> Evaluation:
        from .driving import Drive

        drive = Drive(
            self._fed,
            source,
            self._bindings,
            self._images,
            self.limits,
            asyncio.get_running_loop(),
            self._worker.kill,
        )
        self._drive = drive
        context = contextvars.copy_context()
        given = self._turns.give(lambda: context.run(self._evaluated, source, drive))
        ended = asyncio.wrap_future(given)
        try:
            await asyncio.wait({ended}, timeout=self.limits.wall)
            if ended.done():
                return ended.result()
            self._stop(drive)
            await asyncio.wait({ended})
            return ended.result()
        except asyncio.CancelledError:
            # whatever comes next on the thread waits for its end
            self._stop(drive)
            raise
        finally:
            self._drive = None

    def _stop(self, drive: Drive) -> None:
        drive.stop()
        self._worker.kill()
        # the process is gone, also where the work was done before
        self._turns.give(self._worker.discard)

    # ---- on the thread that drives the sandbox ----

    def _evaluated(self, source: Source, drive: Drive) -> Evaluation:
        try:
            value = drive.value(self._worker.session())
            if drive.printed.overflowed:
                raise self._reached("output")
            self._commit(source)
        except (Exception, concurrent.futures.CancelledError) as fault:  # noqa: BLE001  all is told
            self._worker.discard()
            return Evaluation(
                printed=drive.printed.text,
                variables=self.variables,
                calls=tuple(drive.calls),
                error=self._told(fault, source, drive),
            )
        images = pictures_in(value, self.limits.images)
        return Evaluation(value, drive.printed.text, self.variables, images, tuple(drive.calls))

    def _told(self, fault: BaseException, source: Source, drive: Drive) -> WorkbenchError:
        from pydantic_monty import MontyError

        from .faults import told, unknown

        if drive.stopped:
            return self._reached("wall-time") if self._end.alive else _closed()
        if isinstance(fault, MontyError):
            labels = [one.label for one in (*self._fed, source)]
            overflowed = drive.printed.overflowed
            return self._reached("output") if overflowed else told(fault, labels, self.limits)
        return fault if isinstance(fault, WorkbenchError) else unknown(fault)

    def _commit(self, source: Source) -> None:
        """Keep what the snippet did.

        Raises:
            LimitReached: its variables are too large.
            MontyError: they cannot be read.
        """
        session, fed = self._worker.session(), [source.fed]
        binds_later = self._binds_later or source.binds_later
        names = None if binds_later else source.bound
        if names is None:
            names = session.feed_run(NAMES)
            fed.append(Fed("the names of the variables"))
        else:
            names = [*self.variables, *names]
        hidden = self.names.top
        told = (name for name in names if not name.startswith("_") and name not in hidden)
        variables = tuple(dict.fromkeys(told))
        state = session.dump()
        if len(state) > self.limits.state:
            raise self._reached("state-size")
        self._worker.state, self.variables, self._binds_later = state, variables, binds_later
        self._fed += fed

    def _reached(self, reason: str) -> WorkbenchError:
        from .faults import limit_reached

        return limit_reached(reason, self.limits)

    async def close(self) -> None:
        """End the process of the sandbox; what runs in it is stopped. Safe twice."""
        if self._end.detach() is None:
            return
        if self._drive is not None:
            self._stop(self._drive)
        closing = self._turns.give(self._worker.close)
        self._turns.end()
        await asyncio.wait({asyncio.wrap_future(closing)})


def _closed() -> WorkbenchClosed:
    return WorkbenchClosed("this sandbox is closed", hint="open another", reason="closed")


def _ended(worker: Worker, turns: Turns) -> None:
    worker.kill()
    turns.give(worker.close)
    turns.end()


def check_installed() -> None:
    """Refuse where the interpreter is not installed.

    Raises:
        ServeRefused: it is not.
    """
    if find_spec("pydantic_monty") is None:
        raise ServeRefused(
            "running code needs the sandbox, which is not installed",
            hint='pip install "mcp-workbench[serve]"',
            reason="not-installed",
        )
