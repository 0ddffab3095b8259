"""How a model answers what a server wants to ask it: put here by what knows models."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

Role = Literal["user", "assistant"]
MOST_TOKENS = 4096  # of one answer, whatever a server asks for


@dataclass(frozen=True)
class SamplingRequest:
    """What a model is given.

    Args:
        messages: who says it, and the text.
        system: what it is told first; may be empty.
        max_tokens: of its answer.
        temperature: None for the model's own.
        stop_sequences: texts that end its answer.

    >>> SamplingRequest((("user", "Hi"),)).max_tokens
    4096
    """

    messages: tuple[tuple[Role, str], ...]
    system: str = ""
    max_tokens: int = MOST_TOKENS
    temperature: float | None = None
    stop_sequences: tuple[str, ...] = ()


@dataclass(frozen=True)
class SamplingReply:
    """What a model wrote.

    Args:
        text: its answer.
        model: its name.
        stop_reason: `endTurn`, `maxTokens` or `stopSequence`; empty where not known.

    >>> SamplingReply("Hello!", "gpt-5").stop_reason
    ''
    """

    text: str
    model: str
    stop_reason: str = ""


Sampler = Callable[[Any, SamplingRequest], Awaitable[SamplingReply]]
# how a model is called at all; layers above know models, and put it here
_sampler: Sampler | None = None


def set_sampler(sampler: Sampler) -> None:
    """Have models answer by `sampler`, which is given the model that a person named."""
    global _sampler  # noqa: PLW0603  one a process
    _sampler = sampler


def this_processes_sampler() -> Sampler | None:
    """How models answer here; None where nothing knows models."""
    return _sampler
