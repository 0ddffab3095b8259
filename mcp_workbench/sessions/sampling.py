"""A text that a server asks a model for, and who has the model write it."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from ..errors import ModelFailed

Role = Literal["user", "assistant"]
MOST_TOKENS = 4096  # of one answer, whatever a server asks for
LARGEST = 200_000  # characters of all that a model is given


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


async def sampled(model: Any, request: SamplingRequest) -> SamplingReply:
    """What `model` answers.

    Raises:
        ModelFailed: it does not.
    """
    if inspect.iscoroutinefunction(model):
        return await model(request)
    if _sampler is None:
        raise ModelFailed(
            f"nothing here can use the model {model!r}",
            hint="take Workbench from the package itself: from mcp_workbench import Workbench",
            reason="no-sampler",
        )
    return await _sampler(model, request)


def called(model: Any) -> str:
    """What the model is called, for people."""
    if isinstance(model, str):
        return model
    name = getattr(model, "label", None) or getattr(model, "model_name", None)
    return str(name or getattr(model, "__name__", None) or type(model).__name__)
