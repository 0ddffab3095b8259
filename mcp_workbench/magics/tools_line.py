"""`%mcp tools`: the list, one tool in one of its forms, and the list as a provider takes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..errors import UsageInvalid
from ..grammar import unquoted
from ..tools.offered import FORMATS
from ..tools.tool_view import VIEWS, model_view
from ..visible import one_line
from .command import SHOWN, Command, Line, Typing, server_names, tool_names
from .listings import ToolListing
from .progress import connecting

if TYPE_CHECKING:
    from ..tools.tool_view import ToolView

FORMAT = "--format"
OPTIONS = {"--raw": "", "--form": "", "--model": "[PROVIDER]", FORMAT: "PROVIDER"}


def tools(line: Line) -> ToolListing | ToolView | list[dict[str, Any]]:
    """The tools of one server, or of all that are connected; or one tool, as it is seen."""
    name, option, provider = _read(line.words)
    with connecting(name.partition(".")[0], line.shell):
        if option == FORMAT:
            return _formatted(line, name, provider)
        if option:
            tool = line.workbench.tool_sync(_one(name, option))
            return model_view(tool, provider) if provider else VIEWS[option](tool)
        return ToolListing(line.workbench.tools_sync(name or None))


def _formatted(line: Line, name: str, provider: str) -> list[dict[str, Any]]:
    if "." in name:
        return [line.workbench.tool_sync(name).for_model(provider)]
    return line.workbench.tool_list_sync(provider, name or None)


def _read(words: Iterable[str]) -> tuple[str, str, str]:
    """The server or tool, the option, and its provider, each empty where it is not given."""
    name = option = provider = ""
    for word in words:
        told, equals, value = word.partition("=")
        if told.startswith("--"):
            if told not in OPTIONS or option:
                raise _unknown(told if told not in OPTIONS else f"{option} {told}")
            option, provider = told, unquoted(value) if equals else ""
        elif option in ("--model", FORMAT) and not provider and (name or word in FORMATS):
            provider = unquoted(word)
        elif not name:
            name = unquoted(word)
        else:
            raise UsageInvalid(
                f"{one_line(word, SHOWN)!r} is one word too many",
                hint="%mcp tools SERVER, or %mcp tools SERVER.TOOL --raw",
                reason="too-many",
            )
    if option == FORMAT and not provider:
        raise UsageInvalid(
            "--format has no value", hint=f"as in --format {next(iter(FORMATS))}", reason="missing"
        )
    return name, option, provider


def _unknown(what: str) -> UsageInvalid:
    known = ", ".join(f"{name} {value}".rstrip() for name, value in OPTIONS.items())
    return UsageInvalid(
        f"{one_line(what, SHOWN)} is no option here",
        hint=f"one of {known}",
        reason="unknown-option",
    )


def _one(name: str, option: str) -> str:
    if "." in name:
        return name
    raise UsageInvalid(
        f"{option} needs one tool, as SERVER.TOOL",
        hint=f"as in %mcp tools {one_line(name, SHOWN) or 'demo'}.echo {option}",
        reason="missing",
    )


def _complete(typing: Typing) -> list[str]:
    if typing.words and typing.words[-1] in ("--model", FORMAT):
        return list(FORMATS)
    if typing.words or typing.fragment.startswith("-"):
        return list(OPTIONS)
    return tool_names(typing) if "." in typing.fragment else list(server_names(typing))


TOOLS = Command(
    "tools",
    ("", "SERVER", "SERVER.TOOL --raw", "SERVER.TOOL --model anthropic", "SERVER --format openai"),
    "the tools of connected servers, or of one; one as server, form or model has it",
    tools,
    "await wb.tools(server), tool.raw, tool.form, tool.for_model(provider), wb.tool_list(provider)",
    OPTIONS,
    _complete,
)
