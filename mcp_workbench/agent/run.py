"""One run of an agent, when it is over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from ..errors import WorkbenchError

StopReason = Literal["done", "limit", "model_failed", "interrupted", "failed"]


@dataclass
class Usage:
    """What a run took.

    Args:
        rounds: how often the model answered.
        calls: how many calls of tools it asked for.
        input_tokens: tokens that it read, as its provider counts them.
        output_tokens: tokens that it wrote.

    >>> Usage(rounds=2).calls
    0
    """

    rounds: int = 0
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(repr=False)
class AgentRun:
    """What came of `Agent.run`.

    Args:
        output: the model's answer; where a limit ended the run, its last words.
        stop_reason: `done`, `limit`, `model_failed`, `interrupted` (the person stopped it) or
            `failed` (the code that looks at the events raised).
        messages: the messages of this run, as pydantic-ai has them.
        usage: rounds, calls and tokens.
        trace: what happened, in order, as JSON values: texts, and calls with what came of them.
        warnings: what was left out, such as a server that could not be connected.
        elapsed: seconds from start to end.
        error: why it ended early.
        model: the model's name, for people.
        scripted: whether prepared answers were played, and no model thought.

    >>> from mcp_workbench import Agent
    >>> from mcp_workbench.agent import ScriptedModel
    >>> run = Agent(ScriptedModel(["Hello!"])).run_sync("Say hello.")
    >>> run.output, run.stop_reason, run.usage.rounds, run.scripted
    ('Hello!', 'done', 1, True)
    """

    output: str
    stop_reason: StopReason
    messages: list[Any] = field(default_factory=list[Any], repr=False)
    usage: Usage = field(default_factory=Usage)
    trace: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]], repr=False)
    warnings: list[str] = field(default_factory=list[str])
    elapsed: float = 0.0
    error: WorkbenchError | None = None
    model: str = ""
    scripted: bool = False

    def __str__(self) -> str:
        return self.output

    def __repr__(self) -> str:
        from .view.words import run_text

        # without the answer: a cell that shows the run has shown it before
        return f"<AgentRun {run_text(self)}>"
