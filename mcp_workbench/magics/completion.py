"""Completion of `%mcp` lines from what is known already, so that it never waits."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

from IPython.core.completer import (
    SimpleCompletion,
    context_matcher,  # pyright: ignore[reportUnknownVariableType]  no types upstream
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from IPython.core.completer import CompletionContext, SimpleMatcherResult

    Matcher = Callable[[CompletionContext], SimpleMatcherResult]

AGENT = re.compile(r"\s*(?:[\w\s,.]+=\s*)?%{1,2}agent\s+(\w*)")
BODY = re.compile(r"\s*%%mcp\s+call\s")
LINE = re.compile(r"\s*(?:[\w\s,.]+=\s*)?%{1,2}mcp\s+(.*)", re.DOTALL)


@context_matcher(identifier="mcp_workbench")  # pyright: ignore[reportUntypedFunctionDecorator]
def matcher(context: CompletionContext) -> SimpleMatcherResult:
    """What fits at the cursor of a `%mcp` line."""
    line = context.text_until_cursor
    match, in_body = LINE.fullmatch(line), BODY.match(context.full_text)
    if match is None and (in_body is None or context.cursor_line == 0):
        return {"completions": []}
    from .offering import keys_at, words_at  # on first use: loading the extension costs little

    words, fragment = words_at(match[1]) if match else keys_at(context.full_text, line)
    return {
        "completions": [SimpleCompletion(text=word, type="mcp") for word in words],
        "matched_fragment": fragment,
        "suppress": True,
    }


def agent_matcher(shell: Any) -> Matcher:
    """A matcher that offers the agents among the variables of `shell`."""

    @context_matcher(identifier="mcp_workbench.agent")  # pyright: ignore[reportUntypedFunctionDecorator]
    def matcher(context: CompletionContext) -> SimpleMatcherResult:
        """What fits behind `%agent`."""
        match = AGENT.fullmatch(context.text_until_cursor)
        if match is None:
            return {"completions": []}
        return {
            "completions": [
                SimpleCompletion(text=name, type="instance")
                for name in _agents(shell)
                if name.startswith(match[1])
            ],
            "matched_fragment": match[1],
            "suppress": True,
        }

    return matcher


def _agents(shell: Any) -> list[str]:
    if "mcp_workbench.agent" not in sys.modules:
        return []  # where nobody loaded it, nobody has made one
    from .agent_line import agents_in

    return agents_in(shell.user_ns)
