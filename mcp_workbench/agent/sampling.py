"""A model answers what a server wants to ask it."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from ..asking import SamplingReply, SamplingRequest
from .faults import told
from .models import Choice, chosen

if TYPE_CHECKING:
    from ..sessions.shared_client import SharedClient

# how the protocol calls what pydantic-ai calls otherwise
ENDS = {"stop": "endTurn", "length": "maxTokens"}


async def sampled(model: Any, request: SamplingRequest) -> SamplingReply:
    """What `model` answers, as a name or an object of pydantic-ai.

    Raises:
        ModelFailed: there is no such model, or it gave no answer.
        UsageInvalid: it is no model.
    """
    # the library loads for a second or two, and all servers share the loop that this runs on
    choice, client = await asyncio.to_thread(_prepared, model)
    try:
        made = choice.made(client)
        async with client, made if choice.is_name else nullcontext():
            return await _answered(made, request)
    except Exception as fault:
        raise told(fault, choice.label) from fault


def _prepared(model: Any) -> tuple[Choice, SharedClient]:
    from ..sessions.shared_client import SharedClient

    return chosen(model), SharedClient()


async def _answered(model: Any, request: SamplingRequest) -> SamplingReply:
    from pydantic_ai.direct import model_request_stream
    from pydantic_ai.settings import ModelSettings

    settings = ModelSettings(max_tokens=request.max_tokens)
    if request.temperature is not None:
        settings["temperature"] = request.temperature
    if request.stop_sequences:
        settings["stop_sequences"] = list(request.stop_sequences)
    async with model_request_stream(model, _messages(request), model_settings=settings) as stream:
        async for _ in stream:
            pass  # scripted models can only stream, and all others can, too
        reply = stream.get()
    return SamplingReply(
        reply.text or "",
        reply.model_name or model.model_name,
        ENDS.get(reply.finish_reason or "", ""),
    )


def _messages(request: SamplingRequest) -> list[Any]:
    from pydantic_ai.messages import (
        ModelRequest,
        ModelResponse,
        SystemPromptPart,
        TextPart,
        UserPromptPart,
    )

    system = [ModelRequest([SystemPromptPart(request.system)])] if request.system else []
    return [
        *system,
        *(
            ModelRequest([UserPromptPart(text)])
            if role == "user"
            else ModelResponse([TextPart(text)])
            for role, text in request.messages
        ),
    ]
