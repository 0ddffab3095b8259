"""`%mcp help`: what there is, and how each line is written."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from ..errors import UsageInvalid, near
from ..visible import one_line
from .command import SHOWN, Command, Line, Typing, sole_word

# as the outputs around it; a front end sets <pre> inside of HTML larger, and apart
LOOK = (
    "margin:0;padding:0;font-size:var(--jp-code-font-size);line-height:var(--jp-code-line-height)"
)
ASKED = {"--help", "-h", "?"}
ARGUMENTS = """\
key=value          as the tool's schema wants it; "…" around what holds spaces
key:=JSON          JSON, as in words:=["a", "b"]
key=$name          a variable
key={expression}   a Python expression
key=@file          the text of a file
key=@@file         the bytes of a file, as base64"""


class Help:
    """Words about the magic, or one of its subcommands, shown as they are."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f'<pre style="{LOOK}">{escape(self.text)}</pre>'


def help_on(command: Command) -> Help:
    """All about one subcommand."""
    parts = [*command.lines, "", f"  {command.summary}", f"  in Python: {command.python}"]
    if command.options:
        options = ", ".join(f"{name} {value}".rstrip() for name, value in command.options.items())
        parts.append(f"  options: {options}")
    if any("key=value" in form for form in command.usage):
        parts += ["", ARGUMENTS]
    return Help("\n".join(parts))


def overview(commands: Mapping[str, Command]) -> Help:
    """One line for each subcommand."""
    width = max(map(len, commands))
    lines = [f"%mcp {name:<{width}}  {command.summary}" for name, command in commands.items()]
    more = "%mcp help NAME tells more about one of them; %agent tells how agents are run."
    return Help("\n".join([*lines, "", more]))


def find(name: str, commands: Mapping[str, Command]) -> Command:
    """The subcommand called `name`.

    Raises:
        UsageInvalid: there is none; the hint names near ones.
    """
    if name not in commands:
        raise UsageInvalid(
            f"%mcp has no subcommand {one_line(name, SHOWN)!r}",
            hint=f"{near(name, commands)}; %mcp help lists all",
            reason="unknown-subcommand",
        )
    return commands[name]


def help_command(commands: Mapping[str, Command]) -> Command:
    """`help` itself, for these subcommands."""

    def run(line: Line) -> Help:
        """The overview, or the help on one subcommand."""
        if not line.words:
            return overview(commands)
        return help_on(find(sole_word(line, "subcommand", "help"), commands))

    def complete(typing: Typing) -> list[str]:
        return list(commands) if not typing.words else []

    return Command(
        "help",
        ("", "SUBCOMMAND"),
        "this list, or how the lines of one subcommand are written",
        run,
        "help(Workbench)",
        complete=complete,
    )
