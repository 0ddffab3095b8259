"""`%mcp prompts` and `%mcp prompt`: texts that servers keep ready."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..errors import UsageInvalid
from ..grammar import parse_arguments, unquoted
from ..offers import PROMPTS
from ..visible import one_line
from .command import SHOWN, Command, Line, Typing, as_word, server_names, sole_word
from .listings import notes_on
from .progress import connecting
from .resolving import value_of
from .resources import TEXT, argument_words
from .tables import Listed, Table, arguments_row, first_line

if TYPE_CHECKING:
    from ..offers import Prompt
    from ..results import PromptResult

EMPTY = "No prompt is known. List those of one server: %mcp prompts SERVER"
NONE = "The server has no prompts."


class PromptListing(Listed["Prompt"]):
    """Prompts; a cell shows what each is for and takes."""

    @property
    def table(self) -> Table:
        """The prompts as a table."""
        rows = [(one.full_name, _arguments(one), _summary(one)) for one in self]
        return Table(("prompt", "arguments", "what it is for"), rows, self.empty, self.notes)


def _arguments(prompt: Prompt) -> str:
    return arguments_row((one.name, one.required) for one in prompt.arguments)


def _summary(prompt: Prompt) -> str:
    return first_line(prompt.description, prompt.title)


def prompts(line: Line) -> PromptListing:
    """The prompts of one server, or those known of all."""
    if not line.words:
        servers = line.workbench.servers.values()
        return PromptListing([one for each in servers for one in each.prompts], EMPTY)
    server = line.workbench.server(sole_word(line, "server", "prompts"))
    with connecting(server.name, line.shell):
        found = server.prompts.fetch_sync()
    return PromptListing(found, NONE, notes_on("prompt", server))


def prompt(line: Line) -> PromptResult:
    """The messages of one prompt."""
    name = unquoted(line.words[0]) if line.words else ""
    if "." not in name or "=" in name:
        raise UsageInvalid(
            f"{one_line(name, SHOWN)!r} is not a prompt written as SERVER.PROMPT"
            if name
            else "prompt needs a prompt",
            hint="%mcp prompt SERVER.PROMPT key=value; %mcp prompts SERVER lists them",
            reason="missing",
        )
    arguments = parse_arguments(line.words[1:])
    values = {one.name: value_of(one.node, TEXT, line.scope) for one in arguments}
    with connecting(name.partition(".")[0], line.shell):
        return line.workbench.prompts.get_sync(name, **values)


def _complete_prompt(typing: Typing) -> Iterable[str]:
    if not typing.plain:
        return _names(typing)
    server_name, _, name = typing.plain[0].partition(".")
    server = typing.workbench.servers.get(server_name)
    if server is None:
        return ()
    known: list[Prompt] = server.foresight.listed(PROMPTS, typing.until)
    found = next((one for one in known if one.name == name), None)
    if found is None:
        return ()
    names = [one.name for one in found.arguments]
    return argument_words(server, found.name, names, typing, first=1)


def _names(typing: Typing) -> Iterable[str]:
    """All prompts that are known; those of the server that is typed already are asked for."""
    begun = typing.fragment.lstrip("\"'").partition(".")[0]
    for server in typing.workbench.servers.values():
        if server.name.casefold().startswith(begun.casefold()):
            known: list[Prompt] = server.foresight.listed(PROMPTS, typing.until)
            yield from (as_word(one.full_name) for one in known)


PROMPTS_COMMAND = Command(
    "prompts",
    ("", "SERVER"),
    "the prompts of one server, which is connected first, or those known of all",
    prompts,
    'await wb.prompts.fetch("server")',
    complete=server_names,
)
PROMPT = Command(
    "prompt",
    ("SERVER.PROMPT", "SERVER.PROMPT key=value …"),
    "the messages that a prompt gives",
    prompt,
    'await wb.prompts.get("server.prompt", key=value)',
    complete=_complete_prompt,
)
