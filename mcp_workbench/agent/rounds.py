"""The course of one run: the model is asked, its calls are made, until it answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pydantic_ai
from pydantic_ai import Agent as Engine
from pydantic_ai.messages import (
    FunctionToolCallEvent,
    FunctionToolResultEvent,
    ModelRequest,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
    ToolCallPart,
    ToolReturnPart,
)
from pydantic_ai.usage import UsageLimits

from ..errors import ArgumentsInvalid, ToolFailed, ToolNotFound, WorkbenchError, near
from ..visible import one_line
from .arguments import written
from .content import error_text
from .events import CallFinished, CallStarted, RoundStarted, TextDelta, ThoughtDelta
from .history import make_ids_unique
from .outcome import Outcome

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.run import AgentRun as Course

    from .record import Record
    from .toolset import AgentToolset

pydantic_ai.BANNER_ENABLED = False  # a library's greeting is no part of a run
# all that makes a run is given to the run; one serves all agents
ENGINE = Engine(deps_type=type(None), name="mcp-workbench")
UNANSWERED = 2  # times that a model may give neither text nor call before the run is given up


async def play(
    model: Model,
    toolset: AgentToolset,
    record: Record,
    *,
    instructions: str = "",
    max_rounds: int = 20,
    settings: Any = None,
) -> None:
    """Ask, call, and ask again; `record` holds what happened, however it ends.

    Raises:
        UsageLimitExceeded: `max_rounds` were not enough.
        Exception: whatever the model raises.
    """
    course: Course[None, str] | None = None
    try:
        async with ENGINE.iter(
            record.prompt,
            model=model,
            instructions=instructions or None,
            toolsets=[toolset],
            message_history=record.before or None,
            model_settings=settings,
            usage_limits=UsageLimits(request_limit=max_rounds),
            # an unknown name or a slip of the pen is answered, and never ends the run by itself
            retries={"tools": max_rounds + 1, "output": UNANSWERED},
        ) as course:
            await _follow(course, toolset, record)
    finally:
        # after the way out, on which an answer that was cut off gets its place
        if course is not None:
            record.close(course.all_messages(), course.usage)


async def _follow(course: Course[None, str], toolset: AgentToolset, record: Record) -> None:
    node = course.next_node
    while not Engine.is_end_node(node):
        if Engine.is_model_request_node(node):
            _answer_unknown_names(node.request, toolset)
            await _ask(node, course, record)
        elif Engine.is_call_tools_node(node):
            make_ids_unique(node.model_response, course.all_messages()[:-1])
            await _call(node, course, toolset, record)
        node = await course.next(node)


async def _ask(node: Any, course: Course[None, str], record: Record) -> None:
    record.tell(RoundStarted(record.begin_round()))
    async with node.stream(course.ctx) as stream:
        async for event in stream:
            match event:
                case PartStartEvent(part=TextPart(content=text)) if text:
                    record.tell(TextDelta(text))
                case PartDeltaEvent(delta=TextPartDelta(content_delta=text)) if text:
                    record.tell(TextDelta(text))
                case PartStartEvent(part=ThinkingPart(content=text)) if text:
                    record.tell(ThoughtDelta(text))
                case PartDeltaEvent(delta=ThinkingPartDelta(content_delta=str() as text)) if text:
                    record.tell(ThoughtDelta(text))
                case _:
                    pass


async def _call(
    node: Any, course: Course[None, str], toolset: AgentToolset, record: Record
) -> None:
    async with node.stream(course.ctx) as stream:
        async for event in stream:
            match event:
                case FunctionToolCallEvent(part=part):
                    tool = toolset.toolbox.get(part.tool_name)
                    started = CallStarted(part.tool_call_id, tool, part.tool_name, _read(part))
                    record.tell(started)
                case FunctionToolResultEvent(part=part):
                    outcome, text = _outcome(part, toolset)
                    record.tell(CallFinished(part.tool_call_id, outcome), text)
                case _:
                    pass


def _read(part: ToolCallPart) -> dict[str, Any]:
    try:
        return written(part.args)
    except ArgumentsInvalid:
        return {}


def _outcome(part: ToolReturnPart, toolset: AgentToolset) -> tuple[Outcome, str]:
    """What came of a call, and what the model is told of it."""
    found = toolset.outcomes.get(part.tool_call_id)
    if found is not None:
        return found
    error = _why_not_made(part, toolset)
    return Outcome(error=error), error_text(error)


def _why_not_made(part: ToolReturnPart, toolset: AgentToolset) -> WorkbenchError:
    if toolset.toolbox.get(part.tool_name) is None:
        return _unknown(part.tool_name, toolset)
    told = one_line(str(part.content), 500)
    return ToolFailed(f"{one_line(part.tool_name)}: {told}", reason="not-made")


def _unknown(name: str, toolset: AgentToolset) -> ToolNotFound:
    names = [tool.name for tool in toolset.toolbox.tools]
    return ToolNotFound(
        f"there is no tool {one_line(name, 80)!r}",
        hint=near(name, names, empty="answer without tools"),
        reason="not_found",
    )


def _answer_unknown_names(request: ModelRequest, toolset: AgentToolset) -> None:
    """Names that do not exist are answered with near ones; the library would list every tool."""
    request.parts = [
        replace(
            part,
            content=error_text(_unknown(part.tool_name, toolset)),
            outcome="failed",
            retry=None,
        )
        if isinstance(part, ToolReturnPart)
        and part.retry is not None
        and part.retry.cause == "unknown_tool"
        else part
        for part in request.parts
    ]
