"""What happens in a run, in order, as `on_event` is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .agent_tool import AgentTool
    from .outcome import Outcome
    from .run import AgentRun


@dataclass(frozen=True)
class RoundStarted:
    """The model is asked for the `number`th time in this run; the first is 1."""

    number: int


@dataclass(frozen=True)
class TextDelta:
    """More text of the model's answer."""

    text: str


@dataclass(frozen=True)
class ThoughtDelta:
    """More text of the model's reasoning."""

    text: str


@dataclass(frozen=True)
class CallStarted:
    """The model asked for a call; a person may still have to allow it.

    Args:
        id: stands for this call in `CallFinished`, and is no other's in the conversation.
        tool: what is called; None where the model named something that does not exist.
        name: the name that the model used.
        arguments: what it wrote, as JSON; empty where that could not be read.
    """

    id: str
    tool: AgentTool | None
    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class CallFinished:
    """A call ended in any way; calls of one round end in the order in which they are done."""

    id: str
    outcome: Outcome


@dataclass(frozen=True)
class Ended:
    """The run is over, however it ended; calls without a `CallFinished` were stopped."""

    run: AgentRun


Event = RoundStarted | TextDelta | ThoughtDelta | CallStarted | CallFinished | Ended
OnEvent = Callable[[Event], object]
