"""What may be typed next in a `%mcp` line, from what is known already."""

from __future__ import annotations

from ..errors import UsageInvalid
from ..grammar import split_words
from ..sessions import get_workbench
from .command import Typing
from .subcommands import COMMANDS

NOTHING: list[str] = []


def words_at(before: str, fragment: str) -> list[str]:
    """The words that fit behind `before`, and begin with `fragment`."""
    try:
        words = split_words(before)
    except UsageInvalid:
        return NOTHING  # inside quotes or an expression
    if not words:
        found = list(COMMANDS)
    elif words[0] not in COMMANDS:
        return NOTHING
    else:
        typing = Typing(words[1:], fragment, get_workbench())
        found = [*COMMANDS[words[0]].complete(typing), *(["--help"] if not words[1:] else [])]
    return [word for word in dict.fromkeys(found) if word.startswith(fragment)]
