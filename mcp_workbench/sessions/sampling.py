"""The model that answers a server, as a person named it."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from ..asking import SamplingReply, SamplingRequest, this_processes_sampler
from ..errors import ModelFailed, WorkbenchError
from ..specs.masking import masked_address
from ..visible import printed


async def sampled(model: Any, request: SamplingRequest) -> SamplingReply:
    """What `model` answers: a name, an object of pydantic-ai, or a coroutine function.

    Raises:
        ModelFailed: it does not answer.
    """
    if inspect.iscoroutinefunction(model):
        return _read(await _told(model, request), called(model))
    sampler = this_processes_sampler()
    if sampler is None:
        raise ModelFailed(
            f"nothing here can use the model {called(model)!r}",
            hint="take Workbench from the package itself: from mcp_workbench import Workbench",
            reason="no-sampler",
        )
    return await sampler(model, request)


async def _told(function: Callable[[SamplingRequest], Awaitable[object]], asked: Any) -> object:
    """What `function` of a person gives.

    Raises:
        ModelFailed: it raised, of which the server is told nothing.
    """
    try:
        return await function(asked)
    except WorkbenchError:
        raise
    except Exception as fault:
        raise ModelFailed(
            f"{called(function)} raised {type(fault).__name__}: {printed(fault, str)}",
            hint="correct the function that was given as `sampling`",
            reason="raised",
        ) from fault


def _read(reply: object, model: str) -> SamplingReply:
    if isinstance(reply, str):
        return SamplingReply(reply, model)
    if isinstance(reply, SamplingReply):
        return reply
    raise ModelFailed(
        f"{model} gave a {type(reply).__name__}",
        hint="return the text of the answer, or a SamplingReply",
        reason="answer",
    )


def called(model: Any) -> str:
    """What the model is called, for people.

    >>> called("openai:gpt-5")
    'openai:gpt-5'
    """
    if isinstance(model, str):
        return _without_credentials(model)
    name = getattr(model, "label", None) or getattr(model, "model_name", None)
    return str(name or getattr(model, "__name__", None) or type(model).__name__)


def _without_credentials(model: str) -> str:
    """A model's name without the credentials that an address in it may hold."""
    name, sign, address = model.partition("@")
    return f"{name}@{masked_address(address)}" if sign else name
