"""Conversations of runs that were cut off: every call has an id of its own and an answer."""

from __future__ import annotations

import pytest
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from mcp_workbench.agent.history import acceptable

BEFORE: list[ModelMessage] = [
    ModelRequest([UserPromptPart("Go")]),
    ModelResponse([ToolCallPart("add", {}, "x")]),
    ModelRequest([ToolReturnPart("add", "3", "x")]),
]


@pytest.mark.parametrize("ids", [["x"], ["x", "x"], ["", ""], ["x_2", "x", "y"]])
def test_ids_that_a_gateway_sends_again_are_told_apart_and_answered(ids: list[str]) -> None:
    calls = [ToolCallPart("add", {}, id_) for id_ in ids]
    found = acceptable(BEFORE, [ModelResponse([TextPart("Well."), *calls])])
    parts = [part for message in found for part in message.parts]
    asked = [part.tool_call_id for part in parts if isinstance(part, ToolCallPart)]
    answered = [part.tool_call_id for part in parts if isinstance(part, ToolReturnPart)]
    assert len(set(asked)) == len(ids) + 1
    assert sorted(asked) == sorted(answered)
    assert all(asked)


def test_a_conversation_that_is_whole_stays_as_it_is() -> None:
    whole = [*BEFORE, ModelResponse([TextPart("Three.")])]
    assert acceptable(whole, []) == whole
