"""`%mcp tools`: the list, one tool in one of its forms, and the list as a provider takes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import UsageInvalid
from ..grammar import read_options
from ..tools.offered import FORMATS
from ..tools.tool_view import VIEWS, model_view
from ..visible import one_line
from .command import SHOWN, Command, Line, Typing, plain_words, server_names, tool_names
from .listings import NONE, ToolListing, notes_on
from .progress import connecting

if TYPE_CHECKING:
    from ..tools import Tool
    from ..tools.tool_view import ToolView

MODEL, FORMAT = "--model", "--format"
SEARCH = "--search"
OPTIONS = {SEARCH: "TEXT", "--raw": "", "--form": "", MODEL: "[PROVIDER]", FORMAT: "PROVIDER"}
FORM = "%mcp tools SERVER, %mcp tools --search TEXT, or %mcp tools SERVER.TOOL --raw"


def tools(line: Line) -> ToolListing | ToolView | list[dict[str, Any]]:
    """The tools of one server, or of all that are connected; or one tool, as it is seen."""
    name, option, value = _read(line.words)
    with connecting(name.partition(".")[0], line.shell):
        if option == FORMAT:
            return _formatted(line, name, value)
        if option in VIEWS:
            tool = line.workbench.tool_sync(_one(name, option))
            return model_view(tool, value) if value else VIEWS[option](tool)
        found = line.workbench.tools_sync(name or None)
    if option == SEARCH:
        return found_tools(found, value)
    if not name:
        return ToolListing(found)
    return ToolListing(found, NONE, notes_on("tool", line.workbench.server(name)))


def found_tools(tools: Sequence[Tool], text: str) -> ToolListing:
    """Those of `tools` whose name or description holds `text`, whatever the case."""
    wanted = text.casefold()
    found = [one for one in tools if wanted in f"{one.full_name}\n{one.description}".casefold()]
    shown = one_line(text, SHOWN)
    empty = f"None of {len(tools)} tools holds {shown!r} in its name or its description."
    return ToolListing(found, empty, [f"{len(found)} of {len(tools)} tools"] if found else [])


def _formatted(line: Line, name: str, provider: str) -> list[dict[str, Any]]:
    if "." in name:
        return [line.workbench.tool_sync(name).for_model(provider)]
    return line.workbench.tool_list_sync(provider, name or None)


def _read(words: Sequence[str]) -> tuple[str, str, str]:
    """The server or tool, the option, and its value, each empty where it is not given."""
    words, given = read_options(words, OPTIONS)
    option = next(iter(given), "")
    if len(given) > 1:
        raise UsageInvalid(
            f"{' and '.join(given)} do not go together", hint="give one of them", reason="too-many"
        )
    value = given.get(option, "")
    if option == MODEL and not value and len(words) > 1:
        # it stands behind the option, whatever stands before it
        value = next((word for word in words if word in FORMATS), words[1])
        words.remove(value)
    plain = plain_words(words, 1, "", FORM, least=0)
    return next(iter(plain), ""), option, value


def _one(name: str, option: str) -> str:
    if "." in name:
        return name
    raise UsageInvalid(
        f"{option} needs one tool, as SERVER.TOOL",
        hint=f"as in %mcp tools {one_line(name, SHOWN) or 'demo'}.echo {option}",
        reason="missing",
    )


def _complete(typing: Typing) -> list[str]:
    if typing.plain:
        return []
    return tool_names(typing) if "." in typing.fragment else server_names(typing)


TOOLS = Command(
    "tools",
    (
        "",
        "SERVER",
        "--search TEXT",
        "SERVER.TOOL --raw",
        "SERVER.TOOL --model anthropic",
        "SERVER --format openai",
    ),
    "the tools of connected servers, or of one; one as server, form or model has it",
    tools,
    "await wb.tools(server), tool.raw, tool.form, tool.for_model(provider), wb.tool_list(provider)",
    OPTIONS,
    _complete,
    values={MODEL: lambda _: FORMATS, FORMAT: lambda _: FORMATS},
)
