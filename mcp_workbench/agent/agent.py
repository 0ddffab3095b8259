"""The agent: a model, its tools, its conversation."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from types import NoneType
from typing import TYPE_CHECKING, Any

from ..asking import Approval, Asker, Policy, ask_person
from ..errors import Interrupted, LimitReached, UsageInvalid, WorkbenchError
from ..sessions import Server, get_workbench
from ..sessions.loop import tell_in_one_line
from .blocking import run_blocking
from .events import Ended, OnEvent
from .given import check_kind, check_listener, check_rounds
from .heartbeat import Heartbeat
from .run import AgentRun, StopReason
from .toolbox import Given, Toolbox, Wanted

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models import Model

    from ..sessions import Workbench
    from ..sessions.shared_client import SharedClient
    from .record import Record
    from .scripted import ScriptedModel

STOPPED = "stopped; the conversation goes on with the next run"


class Agent:
    """A model that may call functions of the notebook and tools of servers.

    It keeps its conversation: each run goes on where the last one ended, however that was. Nothing
    is connected, and no key is needed, before the first run.

    Args:
        model: `provider:model`, `MODEL@http(s)://host/v1` for any server that speaks OpenAI's chat
            completions (its key in `MCP_WORKBENCH_MODEL_KEY`), `scripted:PATH`, a `ScriptedModel`,
            or a model of pydantic-ai.
        tools: functions, and single tools of servers, as `server.tool("add", name="plus")`.
        servers: names or servers, all of whose tools are offered; as `connect` returns them.
        instructions: what the model is told before everything else.
        name: what the agent is called.
        description: what it is for, in a sentence, for people and for those whom it serves.
        approve: which calls a person is asked about: `"destructive"` (marked so, or not marked at
            all), `"always"`, `"never"`, or a function that is given the question.
        approver: how that person is asked; None for the way of this kernel. Where nobody can be
            asked, such calls are denied.
        approved: full names of tools that need no question.
        max_rounds: how often the model is asked in one run.
        model_settings: such as `{"temperature": 0}`.
        names: `server.tool` to the name that it has for the model, from an earlier agent.
        workbench: where servers are looked up; None for this kernel's.

    Raises:
        ModelFailed: there is no such provider or script.
        UsageInvalid: something that is given is of the wrong kind, or two tools have one name.

    >>> from mcp_workbench import Agent
    >>> from mcp_workbench.agent import ScriptedModel
    >>> def area(width: int, height: int) -> int:
    ...     "The area of a rectangle."
    ...     return width * height
    >>> script = [{"calls": [{"name": "area", "args": {"width": 6, "height": 7}}]}, "It is 42."]
    >>> agent = Agent(ScriptedModel(script), tools=[area])
    >>> agent.run_sync("How large is 6 by 7?").output
    'It is 42.'
    """

    def __init__(  # noqa: PLR0913  all by name, and each has a default
        self,
        model: str | Model | ScriptedModel,
        *,
        tools: Iterable[Given] = (),
        servers: Iterable[str | Server | list[Server]] = (),
        instructions: str = "",
        name: str = "agent",
        description: str = "",
        approve: Policy = "destructive",
        approver: Asker | None = None,
        approved: Iterable[str] = (),
        max_rounds: int = 20,
        model_settings: Mapping[str, Any] | None = None,
        names: Mapping[str, str] | None = None,
        workbench: Workbench | None = None,
    ) -> None:
        from .models import chosen

        for what, text in (
            ("instructions", instructions),
            ("name", name),
            ("description", description),
        ):
            check_kind(text, str, what, "a text")
        check_kind(approver, (Callable, NoneType), "approver", "an async function")
        check_kind(model_settings, (Mapping, NoneType), "model_settings", '{"temperature": 0}')
        check_kind(names, (Mapping, NoneType), "names", '{"server.tool": "name"}')
        check_kind(approved, Iterable, "approved", '["server.tool"]')
        check_rounds(max_rounds)
        self._choice = chosen(model)
        self._wanted = Wanted(tools, servers, names or {})
        self.approval = Approval(approve, approver or ask_person, approved)
        self._workbench = workbench
        self._made: tuple[Model, SharedClient] | None = None  # and what carries its requests
        self._running = threading.Lock()
        self.name, self.description, self.instructions = name, description, instructions
        self.max_rounds = max_rounds
        self.model_settings = dict(model_settings or {})
        self.messages: list[ModelMessage] = []

    @property
    def model(self) -> str:
        """The model's name, for people; a scripted one says that it is."""
        return self._choice.label

    @property
    def scripted(self) -> bool:
        """Whether prepared answers are played, so that no model thinks."""
        return self._choice.scripted

    def reset(self) -> None:
        """Forget the conversation; what a person approved for the session stays.

        Raises:
            UsageInvalid: a run is going on.
        """
        with self._claimed():
            self.messages = []

    async def toolbox(self) -> Toolbox:
        """All tools, as the next run has them; servers are connected, and those that cannot be
        are left out with a warning. A name that was given to a tool once stays its own.
        """
        return await self._wanted.gathered(self._bench)

    async def run(self, prompt: str, *, on_event: OnEvent | None = None) -> AgentRun:
        """Have the model answer `prompt`; it calls what tools it needs.

        What tools, servers and people refuse goes to the model, and the run goes on. Cancelling
        it, as stopping the cell does, keeps what was done until then.

        Args:
            prompt: what the person asks.
            on_event: called with each event of `mcp_workbench.agent.events`, in order.

        Raises:
            ModelFailed: the model cannot be used; the conversation is kept.
            UsageInvalid: a run of this agent is going on, or there is no prompt.
        """
        with self._claimed(), Heartbeat():
            return await self._run(prompt, on_event)

    def run_sync(self, prompt: str, *, on_event: OnEvent | None = None) -> AgentRun:
        """`run`, blocking; works inside a running cell, in a thread that all agents share.

        Raises:
            Interrupted: the person stopped the cell; what was done until then is kept.
            ModelFailed: as `run`.
            UsageInvalid: as `run`, or called where the servers are, which would wait for itself.
        """
        if self._bench().loop.inside:
            raise UsageInvalid(
                "run_sync was called on the background thread",
                hint="await agent.run(…) there",
                reason="background",
            )
        try:
            return run_blocking(partial(self.run, prompt, on_event=on_event))
        except Interrupted:
            raise Interrupted(STOPPED) from None

    async def _run(self, prompt: str, on_event: OnEvent | None) -> AgentRun:
        from pydantic_ai.exceptions import UsageLimitExceeded

        from .faults import told
        from .history import acceptable
        from .record import Record

        _check_prompt(prompt)
        check_listener(on_event)
        record = Record(prompt, acceptable(self.messages, ()), on_event)
        try:
            await self._play(record)
        except UsageLimitExceeded:
            return self._finish(record, "limit", self._limit())
        except Exception as fault:
            if fault is record.fault_of_listener:
                self._finish(record, "failed")
                raise
            error = told(fault, self.model)
        except BaseException as stop:
            if isinstance(stop, asyncio.CancelledError):
                tell_in_one_line(stop, STOPPED)
            self._finish(record, "interrupted")
            raise
        else:
            return self._finish(record, "done")
        self._finish(record, "model_failed", error)
        raise error from None

    async def _play(self, record: Record) -> None:
        from ..sessions.shared_client import SharedClient
        from .rounds import play
        from .toolset import AgentToolset

        if self._made is None:
            client = SharedClient()
            self._made = self._choice.made(client), client
        model, client = self._made
        toolbox = await self.toolbox()
        record.warnings += toolbox.warnings
        # connections belong to one event loop, and the next run may have another
        async with client, model if self._choice.is_name else nullcontext():
            await play(
                model,
                AgentToolset(toolbox, self.approval, retries=self.max_rounds + 1),
                record,
                instructions=self.instructions,
                max_rounds=self.max_rounds,
                settings=self.model_settings or None,
            )

    def _limit(self) -> LimitReached:
        times = f"{self.max_rounds} time{'s'[: self.max_rounds != 1]}"
        return LimitReached(
            f"the model was asked {times} and still wants to call tools",
            hint="run it again to go on, or give the agent a higher max_rounds",
            reason="rounds",
        )

    def _finish(
        self, record: Record, reason: StopReason, error: WorkbenchError | None = None
    ) -> AgentRun:
        """Keep the conversation so that a provider takes it again, and tell that it ended."""
        from .history import acceptable

        new = record.new
        if new:
            self.messages = acceptable(record.before, new)
        if self.scripted:  # nobody read or wrote, and its library makes the numbers up
            record.usage.input_tokens = record.usage.output_tokens = 0
        run = AgentRun(
            record.output,
            reason,
            messages=new,
            usage=record.usage,
            trace=record.trace,
            warnings=record.warnings,
            elapsed=record.elapsed,
            error=error,
            model=self.model,
            scripted=self.scripted,
        )
        if record.fault_of_listener is None:
            record.tell(Ended(run))
        return run

    def _bench(self) -> Workbench:
        return self._workbench or get_workbench()

    @contextmanager
    def _claimed(self) -> Generator[None]:
        if not self._running.acquire(blocking=False):
            raise UsageInvalid(
                f"agent {self.name!r} is running already, and has one conversation",
                hint="wait for that run, stop it, or make another agent",
                reason="running",
            )
        try:
            yield
        finally:
            self._running.release()

    def __repr__(self) -> str:
        return f"<Agent {self.name}: {self.model}, {len(self.messages)} messages>"


def _check_prompt(prompt: object) -> None:
    if not isinstance(prompt, str) or not prompt.strip():
        raise UsageInvalid(
            "there is no prompt", hint='agent.run("what you want to know")', reason="prompt"
        )
