"""What may be typed next in a `%mcp` line, from what is known already."""

from __future__ import annotations

import re
import time

from ..errors import UsageInvalid, WorkbenchError
from ..grammar import fits, quoted, spelt_as, split_words, typed_so_far, unquoted
from ..sessions import get_workbench
from .command import Typing
from .subcommands import COMMANDS

NOTHING: list[str] = []
PATIENCE = 0.1  # seconds that whoever types waits for a server at most
GIVEN = re.compile(r"[\"']?([\w-]+)[\"']?\s*:")
PLAIN = re.compile(r"[\w-]+")
KEY = re.compile(r"\s*([\"']?)([\w-]*)")


def words_at(line: str) -> tuple[list[str], str]:
    """The words that fit at the end of `line`, and the fragment that they take the place of.

    Args:
        line: what stands behind `%mcp`, up to the cursor.
    """
    so_far = typed_so_far(line)
    if so_far is None:
        return NOTHING, ""
    words, fragment = so_far
    if not words:
        found = list(COMMANDS)
    elif words[0] not in COMMANDS:
        return NOTHING, fragment
    else:
        command, until = COMMANDS[words[0]], time.monotonic() + PATIENCE
        typing = Typing(words[1:], fragment, command.options, get_workbench(), until)
        try:
            found = command.offered(typing)
        except WorkbenchError:  # a file that cannot be read is no matter of who types
            return NOTHING, fragment
    spelt = (spelt_as(word, fragment) for word in dict.fromkeys(found))
    # nothing that hides, or begins another line, comes into a cell, whatever offers it
    return [word for word in spelt if word.isprintable() and fits(word, fragment)], fragment


def keys_at(cell: str, line: str) -> tuple[list[str], str]:
    """The keys that may begin the line of a body, and what they take the place of.

    Args:
        cell: the whole cell, `%%mcp call SERVER.TOOL` and what stands below.
        line: the line of the body up to the cursor.
    """
    key = KEY.fullmatch(line)
    # what is indented without a quote belongs to a key above
    if key is None or (line[:1].isspace() and not key[1]):
        return NOTHING, ""
    head, _, body = cell.partition("\n")
    try:
        words = split_words(head.lstrip().removeprefix("%%mcp"))
    except UsageInvalid:
        return NOTHING, ""
    if len(words) < 2 or words[0] != "call":
        return NOTHING, ""
    tools = (tool for one in get_workbench().servers.values() for tool in one.tools)
    named = set(map(unquoted, words[1:]))
    tool = next((tool for tool in tools if tool.full_name in named), None)
    given = {match[1] for match in GIVEN.finditer(body)}
    names = [] if tool is None else [name for name in tool.properties if name not in given]
    quote, begun = key.groups()
    found = [_key(name, quote) for name in names if name.casefold().startswith(begun.casefold())]
    return [key for key in found if key], f"{quote}{begun}"


def _key(name: str, quote: str) -> str:
    """`name` as a key in JSON or YAML, in the quotes that are begun; empty where none hold it."""
    if PLAIN.fullmatch(name):
        return f"{quote}{name}{quote}: "
    return "" if quote == "'" else f"{quoted(name)}: "
