"""Completion of `%mcp` lines from what is known already, so that it never waits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from IPython.core.completer import (
    SimpleCompletion,
    context_matcher,  # pyright: ignore[reportUnknownVariableType]  no types upstream
)

from ..errors import UsageInvalid
from ..grammar import split_words
from ..sessions import get_workbench
from .command import Typing
from .subcommands import COMMANDS

if TYPE_CHECKING:
    from IPython.core.completer import CompletionContext, SimpleMatcherResult

LINE = re.compile(r"\s*(?:[\w\s,.]+=\s*)?%{1,2}mcp\s+(.*)", re.DOTALL)
NOTHING: list[str] = []


@context_matcher(identifier="mcp_workbench")  # pyright: ignore[reportUntypedFunctionDecorator]
def matcher(context: CompletionContext) -> SimpleMatcherResult:
    """What fits at the cursor of a `%mcp` line."""
    match = LINE.fullmatch(context.text_until_cursor)
    if match is None:
        return {"completions": []}
    fragment = re.split(r"\s", match[1])[-1]
    before = match[1][: len(match[1]) - len(fragment)]
    return {
        "completions": [
            SimpleCompletion(text=word, type="mcp") for word in words_at(before, fragment)
        ],
        "matched_fragment": fragment,
        "suppress": True,
    }


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
