"""Hints that were written for cells, in the words of the program."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

# what a person writes here for a command of the magic; the rest needs a kernel
COMMANDS: Mapping[str, str] = {
    "add": "servers add",
    "call": "call",
    "diff": "servers changes",
    "disable": "servers disable",
    "doctor": "doctor",
    "enable": "servers enable",
    "export": "export",
    "info": "tools",
    "prompt": "prompt",
    "prompts": "prompts",
    "read": "read",
    "remove": "servers remove",
    "rename": "servers rename",
    "request": "request",
    "resources": "resources",
    "secret": "secret",
    "servers": "servers",
    "tools": "tools",
    "trust": "servers trust",
    "warm": "servers test",
}
COMMAND = re.compile(r"(`?)%mcp (\w+)([^`;,]*)\1")
# what has other words than the name of the command
WORDS: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"%mcp connect (\S+) -- (.+)", r'--connect "\1=\2"'),
        (r"give it as JSON in a %%mcp call cell", "see mcp-workbench call --help"),
        (r"give a longer `timeout=`, in a magic `--timeout`,",
         "give a longer --timeout, in a recipe its server a longer timeout:,"),
        (r"the notebook keeps it in plain text", "the file keeps it in plain text"),
        (r'the text itself goes into quotes: "(@[^"]*)"', r"""text that begins so: KEY:='"\1"'"""),
        (r"(%mcp warm tries again), --startup-timeout \d+ gives it longer", r"\1"),
        (r"or give StdioServer\(command, args\)", "or write its words behind --"),
        (r'import os; os\.environ\["([^"]*)"\]( = "…")?', r"export \1=…"),
        (r"; a command follows --$", ""),
    )
)  # fmt: skip


def in_our_words(text: str) -> str:
    r"""`text` with the commands of the program in the place of those of the magic.

    >>> in_our_words("`%mcp info demo.add` shows what it takes")
    'mcp-workbench tools demo.add shows what it takes'
    >>> in_our_words('the text itself goes into quotes: "@home"')
    'text that begins so: KEY:=\'"@home"\''
    """
    for pattern, words in WORDS:
        text = pattern.sub(words, text)
    return COMMAND.sub(_command, text)


def hint_in_our_words(hint: str) -> str:
    """The parts of `hint` that a person in a terminal can follow.

    >>> hint_in_our_words("change it there; %mcp reload takes it over")
    'change it there'
    """
    parts = in_our_words(hint).split("; ")
    return "; ".join(part for part in parts if "%mcp" not in part)


def _command(found: re.Match[str]) -> str:
    name = COMMANDS.get(found[2])
    return found[0] if name is None else f"mcp-workbench {name}{found[3]}"
