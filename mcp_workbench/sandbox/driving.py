"""One snippet, driven from call to call until it has a value."""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future
from typing import TYPE_CHECKING, Any

from pydantic_monty import (
    FunctionSnapshot,
    FutureSnapshot,
    MontyComplete,
    MontySession,
    NameLookupSnapshot,
)

from ..errors import ArgumentsInvalid, LimitReached, ToolFailed, WorkbenchError
from ..visible import shortened
from .binding import Bindings, stub
from .evaluation import CallMade
from .faults import KEPT, limit_reached
from .images import Images
from .limits import Limits
from .naming import MODULES
from .printing import Printed
from .source import Fed, Source
from .tool import Answer, SandboxTool
from .values import Packing, Room, Unpacking

if TYPE_CHECKING:
    from pydantic_monty import ExternalResult, SyncSnapshot

    from ..results import Picture

LONGEST_ERROR = 4000  # characters of a tool's error in the sandbox
LATER: ExternalResult = {"future": ...}
NOTHING: ExternalResult = {"return_value": None}


class Drive:
    """A snippet on its way: answers what it asks for, on the thread that drives the sandbox.

    Tools run on the event loop of the caller, in its context. `stop` may be called from there at
    any time; it ends the wait for them, and the next answer is not given any more.

    Args:
        source: what is run.
        bindings: the tools.
        images: keeps pictures.
        limits: what it may use.
        loop: where tools run.
        kill: ends the process.
    """

    def __init__(
        self,
        source: Source,
        bindings: Bindings,
        images: Images,
        limits: Limits,
        loop: asyncio.AbstractEventLoop,
        kill: Callable[[], None],
    ) -> None:
        self._source = source
        self._bindings, self._images = bindings, images
        self._limits, self._loop = limits, loop
        self.printed = Printed(limits, kill)
        self.calls: list[CallMade] = []
        self.stopped = False
        self.pictures: list[Picture] = []
        self._earlier: Sequence[Fed] = ()
        self._called, self._slept = 0, 0.0
        self._running: set[Future[Any]] = set()
        self._awaited: dict[int, tuple[str, Future[Answer]]] = {}

    def value(self, session: MontySession, earlier: Sequence[Fed]) -> Any:
        """Run it; the value of its last expression, whose first `pictures` are kept.

        Args:
            session: where it runs.
            earlier: what was run there before, by the number that the interpreter gave it.

        Raises:
            LimitReached: a limit that is kept here was reached.
            MontyError: what the interpreter says.
            CancelledError: it was stopped.
        """
        try:
            self._go_on()
            self._earlier = earlier
            snapshot = session.feed_start(
                self._source.code, inputs=self._bindings.inputs, print_callback=self.printed
            )
            while not isinstance(snapshot, MontyComplete):
                self._go_on()
                snapshot = self._answered(snapshot)
            hint = f"let the last expression be less; {KEPT}"
            room = Room(self._limits.state, "the value takes", hint, "value-size")
            unpacking = Unpacking(self._images, room)
            value = unpacking.unpacked(snapshot.output)
            self.pictures = unpacking.pictures[: self._limits.images]
            return value
        finally:
            for future in list(self._running):
                future.cancel()

    def stop(self) -> None:
        """Answer nothing more, and wait for no tool."""
        self.stopped = True
        for future in list(self._running):
            future.cancel()

    def _go_on(self) -> None:
        if self.stopped:
            raise concurrent.futures.CancelledError

    def _answered(self, snapshot: SyncSnapshot) -> SyncSnapshot:
        if isinstance(snapshot, FunctionSnapshot):
            answer = self._system if snapshot.is_os_function else self._tool
            return answer(snapshot)
        if isinstance(snapshot, NameLookupSnapshot):
            return self._looked_up(snapshot)
        assert isinstance(snapshot, FutureSnapshot)  # noqa: S101  the fourth kind is the value
        return snapshot.resume(self._settled(snapshot.pending_call_ids))

    def _looked_up(self, snapshot: NameLookupSnapshot) -> SyncSnapshot:
        """A tool taken as a value, as in `find = shop.find`; any other name is unknown."""
        name = self._bindings.named(snapshot.object_id, snapshot.variable_name)
        if snapshot.object_id is not None and name in self._bindings.tools:
            return snapshot.resume(value=stub(name))
        return snapshot.resume()

    # ---- what would be the operating system's ----

    def _system(self, snapshot: FunctionSnapshot) -> SyncSnapshot:
        name = str(snapshot.function_name)
        if name == "import":
            return snapshot.resume(_no_module(str(snapshot.args[0])))
        if name not in ("time.sleep", "asyncio.sleep"):
            text = f"{name}: code in the sandbox reaches no files, no environment and no network"
            return snapshot.resume(_raised("PermissionError", text))
        seconds = max(0.0, float(snapshot.args[0]))
        self._slept += seconds
        if not self._slept <= self._limits.sleep:
            raise limit_reached("sleep", self._limits)
        self._count()
        future = self._begun(_slept(seconds))
        if name == "asyncio.sleep":
            self._awaited[snapshot.call_id] = ("", future)
            return snapshot.resume(LATER)
        future.result()
        return snapshot.resume(NOTHING)

    # ---- tools ----

    def _tool(self, snapshot: FunctionSnapshot) -> SyncSnapshot:
        name = self._bindings.named(snapshot.object_id, str(snapshot.function_name))
        tool = self._bindings.tools.get(name)
        if tool is None:
            return snapshot.resume(self._unknown(name, is_attribute=bool(snapshot.object_id)))
        self._count()
        room = Room(self._limits.result, "it was given", "give it less", "arguments-size")
        unpacking = Unpacking(self._images, room)
        try:
            args, given = unpacking.unpacked([list(snapshot.args), snapshot.kwargs])
        except LimitReached as error:
            return snapshot.resume(_raised("RuntimeError", failure(name, error)))
        arguments = placed(name, tool.parameters, args, given)
        if isinstance(arguments, str):
            return snapshot.resume(_raised("TypeError", arguments))
        future = self._begun(self._call(name, tool, arguments))
        if self._is_awaited(snapshot):
            self._awaited[snapshot.call_id] = (name, future)
            return snapshot.resume(LATER)
        return snapshot.resume(self._result(name, future))

    def _count(self) -> None:
        self._called += 1
        if self._called > self._limits.tool_calls:
            raise limit_reached("tool-calls", self._limits)

    def _is_awaited(self, snapshot: FunctionSnapshot) -> bool:
        if snapshot.allow_eager_await:
            return True
        place = snapshot.position
        number = place.filename.removeprefix("<python-input-").removesuffix(">")
        if not number.isdecimal() or int(number) > len(self._earlier):
            return False
        is_this = int(number) == len(self._earlier)
        fed = self._source.fed if is_this else self._earlier[int(number)]
        return (place.start, place.end) in fed.awaited

    def _begun(self, work: Coroutine[Any, Any, Answer]) -> Future[Answer]:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        self._running.add(future)
        future.add_done_callback(self._running.discard)
        if self.stopped:
            future.cancel()
        return future

    async def _call(self, name: str, tool: SandboxTool, arguments: Mapping[str, Any]) -> Answer:
        started = time.perf_counter()
        answer = await tool.call(arguments)
        code = answer.error.code if answer.error else ""
        self.calls.append(CallMade(name, time.perf_counter() - started, code))
        return answer

    def _settled(self, identities: Iterable[int]) -> dict[int, Any]:
        """The results of awaited calls that have ended, at least one."""
        waiting = {one: self._awaited[one] for one in identities}
        concurrent.futures.wait([f for _, f in waiting.values()], return_when=FIRST_COMPLETED)
        ended = {one: pair for one, pair in waiting.items() if pair[1].done()}
        for one in ended:
            del self._awaited[one]
        return {one: self._result(name, future) for one, (name, future) in ended.items()}

    def _result(self, name: str, future: Future[Answer]) -> ExternalResult:
        try:
            answer = future.result()
            if answer.error is not None:
                raise answer.error
            packing = Packing(self._images, self._limits.result, answer.plain)
            return {"return_value": packing.packed(with_images(answer))}
        except WorkbenchError as error:
            return _raised("RuntimeError", failure(name, error))
        except concurrent.futures.CancelledError:
            if self.stopped:
                raise
            return _raised("RuntimeError", f"{name}: mcp_cancelled: the call was cancelled")
        except Exception as fault:  # noqa: BLE001  what a tool raises belongs to the code there
            words, _ = shortened(f"{name}: {type(fault).__name__}: {fault}", LONGEST_ERROR)
            return _raised("RuntimeError", words)

    def _unknown(self, name: str, *, is_attribute: bool) -> ExternalResult:
        hint = self._bindings.hint(name)
        tail = f"; {hint}" if hint else ""
        if is_attribute:
            space, _, last = name.rpartition(".")
            return _raised("AttributeError", f"{space or 'it'} has no tool {last!r}{tail}")
        return _raised("NameError", f"name {name!r} is not defined{tail}")


def placed(
    name: str, parameters: Sequence[str], args: Sequence[Any], given: Mapping[str, Any]
) -> dict[str, Any] | str:
    """Positional arguments by their names, or in words why they do not fit.

    >>> placed("shop.find", ("what", "limit"), ["hat"], {"limit": 3})
    {'what': 'hat', 'limit': 3}
    >>> placed("shop.find", ("what",), ["hat"], {"what": "cap"})
    "shop.find() got multiple values for argument 'what'"
    """
    if len(args) > len(parameters):
        takes = f"takes {len(parameters)} positional arguments ({', '.join(parameters)})"
        return f"{name}() {takes if parameters else 'takes no arguments'} but got {len(args)}"
    arguments = dict(zip(parameters, args, strict=False))
    twice = next((key for key in given if key in arguments), None)
    if twice is not None:
        return f"{name}() got multiple values for argument {twice!r}"
    return {**arguments, **given}


def with_images(answer: Answer) -> Any:
    """The value of an answer; with pictures beside a value, both.

    >>> with_images(Answer([1]))
    [1]
    """
    images = list(answer.images)
    if not images:
        return answer.value
    if answer.value is None:
        return images[0] if len(images) == 1 else images
    return {"value": answer.value, "images": images}


def failure(name: str, error: WorkbenchError) -> str:
    """What code in the sandbox reads of a tool's failure.

    >>> failure("shop.find", ToolFailed("shop.find: no such hat", hint="%mcp info shop.find"))
    'shop.find: mcp_tool_error: no such hat'
    """
    words = error.what.removeprefix(f"{name}: ")
    # these hints name magics, which are not here
    if error.hint and not isinstance(error, ToolFailed | ArgumentsInvalid):
        words += f" ({error.hint})"
    return shortened(f"{name}: {error.code}: {words}", LONGEST_ERROR)[0]


async def _slept(seconds: float) -> Answer:
    await asyncio.sleep(seconds)
    return Answer()


def _no_module(name: str) -> ExternalResult:
    text = f"No module named {name!r}; there are {', '.join(MODULES)}"
    return _raised("ModuleNotFoundError", text)


def _raised(kind: Any, message: str) -> ExternalResult:
    return {"exc_type": kind, "message": message}
