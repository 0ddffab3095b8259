"""A Python session in the sandbox: variables stay, and a failed call changes nothing."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextvars
import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Self, cast

from ..errors import CodeFailed, ServeRefused, WorkbenchClosed, WorkbenchError
from .evaluation import Evaluation
from .images import Images
from .limits import Limits
from .naming import Names
from .source import Fed, Source
from .turns import Turns

if TYPE_CHECKING:
    from pydantic_monty import MontySession

    from .driving import Drive
    from .tool import SandboxTool
    from .worker import Worker

NAMES = Source("the names of the variables", "[*locals()]")
FED, WEIGHT = 60, 8  # bytes of a snippet in a saved state, and for each byte of its code


@dataclass(frozen=True)
class Kept:
    """What the calls until now have left: what a call that fails is set back to.

    Args:
        state: of the interpreter; None for a new one.
        variables: their names.
        runs: how much was run.
        code: bytes of the state that its code may take.
        binds_elsewhere: whether its functions may bind names when they are called.
    """

    state: bytes | None = None
    variables: tuple[str, ...] = ()
    runs: int = 0
    code: int = 0
    binds_elsewhere: bool = False


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
        self._bindings = Bindings(self.names)
        self._images = Images(self.limits.image_memory)
        self._worker, self._turns = Worker(self.limits), Turns("sandbox")
        self._kept = self._before = Kept()
        self._fed: list[Fed] = []  # by the number that the interpreter gave it
        self._count = 0
        self._turn = asyncio.Lock()
        self._drive: Drive | None = None
        self._end = weakref.finalize(self, _ended, self._worker, self._turns)

    @property
    def variables(self) -> tuple[str, ...]:
        """The names that are bound, in the order in which they came."""
        return self._kept.variables

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Start the process of the sandbox, which the first `run` would do.

        Raises:
            ServeRefused: it cannot be started.
            WorkbenchClosed: it was closed.
        """
        async with self._turn:
            self._check_open()
            await asyncio.wrap_future(self._turns.give(self._worker.session))

    async def run(self, code: str) -> Evaluation:
        """Evaluate `code`; what goes wrong in it is the evaluation's `error`.

        A cancelled call ends at once, also where the code computes, and changes nothing.

        Raises:
            WorkbenchClosed: it was closed.
        """
        async with self._turn:
            self._check_open()
            self._count += 1
            encoded = code.encode("utf-8", "replace")  # halves of pairs have no form there
            if len(encoded) > self.limits.code:
                return Evaluation(variables=self.variables, error=self._reached("code-size"))
            return await self._driven(Source(f"repl #{self._count}", encoded.decode()))

    async def _driven(self, source: Source) -> Evaluation:
        from .driving import Drive

        drive = Drive(
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
            self._turns.give(self._set_back)
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
        self._before = self._kept
        try:
            value = drive.value(self._worker.session(), self._fed)
            if drive.printed.overflowed:
                raise self._reached("output")
            self._commit(source)
        except (Exception, concurrent.futures.CancelledError) as fault:  # noqa: BLE001  all is told
            self._worker.discard()
            error, value = self._told(fault, source, drive), None
        else:
            error = None
        return Evaluation(
            value=value,
            printed=drive.printed.text,
            variables=self.variables,
            images=() if error else tuple(drive.pictures),
            calls=tuple(drive.calls),
            hidden=() if error else self._hidden(source),
            error=error,
        )

    def _hidden(self, source: Source) -> tuple[str, ...]:
        used = [name for name in self.names.top if name in source.code]
        return tuple(sorted(set(used).intersection(source.bound))) if used else ()

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
            CodeFailed: the names of its variables cannot be read.
            LimitReached: its variables are too large.
        """
        session, kept = self._worker.session(), self._kept
        elsewhere, fed = kept.binds_elsewhere or source.binds_elsewhere, [source.fed]
        if source.is_plain and not elsewhere:
            found = dict.fromkeys((*kept.variables, *source.bound))
        else:
            found = self._names(session)
            fed.append(NAMES.fed)
        told = (name for name in found if not name.startswith("_") and name not in self.names.top)
        state = session.dump()
        # a state holds all code that was ever run, which nobody could make less
        code = kept.code + 2 * FED + WEIGHT * source.size
        if len(state) > self.limits.state + code:
            raise self._reached("state-size")
        self._fed += fed
        self._keep(Kept(state, tuple(told), len(self._fed), code, elsewhere))

    def _names(self, session: MontySession) -> list[str]:
        from pydantic_monty import MontyComplete, MontyRuntimeError

        # the code may have a `locals` of its own, which must do and print nothing here
        try:
            answer = session.feed_start(NAMES.code, print_callback=_nowhere)
        except MontyRuntimeError:
            answer = None
        found: Any = answer.output if isinstance(answer, MontyComplete) else None
        if isinstance(found, list):
            names = [one for one in cast("list[Any]", found) if isinstance(one, str)]
            if len(names) == len(cast("list[Any]", found)) and all(map(str.isidentifier, names)):
                return names
        raise CodeFailed(
            "the names of the variables cannot be read, since `locals` is none of Python any more",
            hint="call what you have called locals otherwise; variables are as they were before"
            " this call",
            reason="names",
        )

    def _keep(self, kept: Kept) -> None:
        self._kept, self._worker.state = kept, kept.state
        del self._fed[kept.runs :]

    def _set_back(self) -> None:
        """Undo the last call, which may have ended when it was cancelled."""
        self._keep(self._before)

    def _check_open(self) -> None:
        if not self._end.alive:
            raise _closed()

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


def _nowhere(_stream: str, _text: str) -> None: ...


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
