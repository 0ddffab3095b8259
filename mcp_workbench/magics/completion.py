"""Completion of `%mcp` lines from what is known already, so that it never waits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from IPython.core.completer import (
    SimpleCompletion,
    context_matcher,  # pyright: ignore[reportUnknownVariableType]  no types upstream
)

if TYPE_CHECKING:
    from IPython.core.completer import CompletionContext, SimpleMatcherResult

LINE = re.compile(r"\s*(?:[\w\s,.]+=\s*)?%{1,2}mcp\s+(.*)", re.DOTALL)


@context_matcher(identifier="mcp_workbench")  # pyright: ignore[reportUntypedFunctionDecorator]
def matcher(context: CompletionContext) -> SimpleMatcherResult:
    """What fits at the cursor of a `%mcp` line."""
    match = LINE.fullmatch(context.text_until_cursor)
    if match is None:
        return {"completions": []}
    from .offering import words_at  # on first use: loading the extension costs little

    fragment = re.split(r"\s", match[1])[-1]
    before = match[1][: len(match[1]) - len(fragment)]
    return {
        "completions": [
            SimpleCompletion(text=word, type="mcp") for word in words_at(before, fragment)
        ],
        "matched_fragment": fragment,
        "suppress": True,
    }
