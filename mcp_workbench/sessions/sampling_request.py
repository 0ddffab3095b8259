"""A request for sampling as it is on the wire, and the answer to it."""

from __future__ import annotations

from typing import Any, Literal

from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CreateMessageRequestParams,
    CreateMessageResult,
    ErrorData,
    TextContent,
)

from ..asking import SamplingQuestion, SamplingRequest, ask
from ..asking.sampler import MOST_TOKENS, Role
from ..errors import ApprovalDenied, ModelFailed, WorkbenchError
from .sampling import called, sampled

LARGEST, MOST = 100_000, 100  # characters of all that a model is given, and texts
REJECTED = -1  # of the protocol, where a person says no


async def reply_to(
    params: CreateMessageRequestParams, server: str, model: Any
) -> CreateMessageResult:
    """What `model` answers, once a person has seen and allowed what it is given.

    Raises:
        ApprovalDenied: a person said no, or nobody can be asked.
        ModelFailed: the model cannot answer this, or not at all.

    Source: MCP 2025-11-25, client features, "Sampling".
    """
    request = request_of(params, server)
    question = _question(request, server, called(model))
    if not await ask(question):
        raise ApprovalDenied(f"{question.undone}: a person denied it", reason="person")
    reply = await sampled(model, request)
    return CreateMessageResult(
        role="assistant",
        content=TextContent(type="text", text=reply.text),
        model=reply.model,
        stop_reason=reply.stop_reason or None,
    )


def request_of(params: CreateMessageRequestParams, server: str) -> SamplingRequest:
    """What a model is given, within bounds.

    Raises:
        ModelFailed: it holds what is not passed on, or too much.
    """
    if params.tools:
        raise _unfit(server, "tools for the model", "tools")
    messages: tuple[tuple[Role, str], ...] = tuple(
        (message.role, _text(block, server))
        for message in params.messages
        for block in message.content_as_list
    )
    request = SamplingRequest(
        messages,
        params.system_prompt or "",
        max(1, min(params.max_tokens, MOST_TOKENS)),
        params.temperature,
        tuple(params.stop_sequences or ()),
    )
    given = _question(request, server, "").given
    size = sum(len(text) for _, text in given)
    # all is shown to a person: more than can be looked at is not passed on
    if size > LARGEST or len(given) > MOST:
        told = f"{size:,} characters" if size > LARGEST else f"{len(given):,} texts"
        raise _unfit(server, f"{told} for the model", "too-large")
    return request


def _question(request: SamplingRequest, server: str, model: str) -> SamplingQuestion:
    return SamplingQuestion(
        server,
        model,
        request.messages,
        request.system,
        request.max_tokens,
        request.temperature,
        request.stop_sequences,
    )


def refused(error: WorkbenchError | None) -> ErrorData:
    """What the server is told of a refusal: of a person's no, no more than that."""
    if isinstance(error, ModelFailed):
        unfit = error.reason in ("tools", "content", "too-large")
        text = error.what if unfit else "the model gave no answer"
        return ErrorData(code=INVALID_PARAMS if unfit else INTERNAL_ERROR, message=text)
    return ErrorData(code=REJECTED, message="User rejected sampling request")


def _text(block: Any, server: str) -> str:
    if not isinstance(block, TextContent):
        raise _unfit(server, f"content of the type {block.type!r} for the model", "content")
    return block.text


def _unfit(server: str, what: str, reason: Literal["tools", "content", "too-large"]) -> ModelFailed:
    return ModelFailed(
        f"server {server!r} sends {what}, which is not passed on", hint="texts are", reason=reason
    )
