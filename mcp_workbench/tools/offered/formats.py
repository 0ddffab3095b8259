"""A tool as each provider writes it in a request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ...errors import UsageInvalid, near
from ...visible import one_line
from ..naming import assign_names
from ..tool import Tool
from .tool import OfferedTool, offered

Format = Callable[[OfferedTool], dict[str, Any]]


def _openai(tool: OfferedTool) -> dict[str, Any]:
    # https://platform.openai.com/docs/api-reference/chat/create, `tools`
    told = {"name": tool.name, "description": tool.description, "parameters": dict(tool.schema)}
    return {"type": "function", "function": told}


def _openai_responses(tool: OfferedTool) -> dict[str, Any]:
    # https://platform.openai.com/docs/api-reference/responses/create, `tools`
    return {
        "type": "function",
        "name": tool.name,
        "description": tool.description,
        "parameters": dict(tool.schema),
        "strict": False,  # else OpenAI would want another schema
    }


def _anthropic(tool: OfferedTool) -> dict[str, Any]:
    # https://docs.anthropic.com/en/api/messages, `tools`
    return {
        "name": tool.name,
        "description": tool.description,
        "input_schema": dict(tool.schema),
    }


FORMATS: Mapping[str, Format] = {
    "openai": _openai,
    "openai-responses": _openai_responses,
    "anthropic": _anthropic,
}


def format_called(name: str) -> Format:
    """How the provider `name` writes tools.

    Raises:
        UsageInvalid: there is no such format.

    >>> format_called("anthropic")(offered(Tool("t", "now", {})))["input_schema"]
    {'type': 'object', 'properties': {}}
    """
    if name not in FORMATS:
        raise UsageInvalid(
            f"there is no format {one_line(name, 60)!r}", hint=near(name, FORMATS), reason="format"
        )
    return FORMATS[name]


def tool_list(tools: Iterable[Tool], provider: str) -> list[dict[str, Any]]:
    """The tools as a request to `provider` has them, each under a name of its own.

    An agent that is given the same tools in the same order sends exactly that: none of those that
    are not for models.

    Raises:
        UsageInvalid: there is no such format.

    >>> (now,) = tool_list([Tool("t", "now", {}, "The time.")], "anthropic")
    >>> now["name"], now["input_schema"]
    ('now', {'type': 'object', 'properties': {}})
    """
    write, known = format_called(provider), [one for one in tools if one.is_for_models]
    names = assign_names((), [(one.server, one.name) for one in known])
    return [write(offered(one, names[one.server, one.name])) for one in known]
