"""Conversations that every provider takes, however the run ended that they come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart, repair_messages


def acceptable(before: Sequence[ModelMessage], new: Sequence[ModelMessage]) -> list[ModelMessage]:
    """The messages before and those of a run, with an answer to every call.

    A run that was stopped may have ended right after an answer, before its ids were looked at.

    >>> acceptable([], [])
    []
    """
    messages = [*before, *new]
    if messages and isinstance(messages[-1], ModelResponse):
        make_ids_unique(messages[-1], messages[:-1])
    return repair_messages(messages)


def make_ids_unique(response: ModelResponse, before: Sequence[ModelMessage]) -> None:
    """Give each call an id of its own; some gateways send the same one twice, or an empty one.

    >>> response = ModelResponse([ToolCallPart("a", {}, "x"), ToolCallPart("b", {}, "x")])
    >>> make_ids_unique(response, [])
    >>> [part.tool_call_id for part in response.parts]
    ['x', 'x_2']
    """
    taken = {
        part.tool_call_id
        for message in before
        for part in message.parts
        if isinstance(part, ToolCallPart)
    }
    parts = list(response.parts)
    for place, part in enumerate(parts):
        if not isinstance(part, ToolCallPart):
            continue
        id_, number = part.tool_call_id or "call", 2
        while id_ in taken:
            id_, number = f"{part.tool_call_id or 'call'}_{number}", number + 1
        taken.add(id_)
        if id_ != part.tool_call_id:
            parts[place] = replace(part, tool_call_id=id_)
    response.parts = parts
