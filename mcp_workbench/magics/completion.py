"""Completion of `%mcp` lines from what is known already, so that it never waits."""

from __future__ import annotations

import re
import sys
import threading
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from IPython.core.completer import (
    SimpleCompletion,
    context_matcher,  # pyright: ignore[reportUnknownVariableType]  no types upstream
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from IPython.core.completer import CompletionContext, SimpleMatcherResult

    Matcher = Callable[[CompletionContext], SimpleMatcherResult]

NEEDED = f"{__package__}.offering"
PATIENCE = 0.15  # seconds
_loading: threading.Thread | None = None
# for each line that is typed, so possessive: nothing is gone back to
GIVES = r"\s*+(?:[\w,.][\w\s,.]*+=\s*+)?"
AGENT = re.compile(GIVES + r"%{1,2}agent\s++(\w*)")
BODY = re.compile(r"\s*+%%mcp\s++call\s")
LINE = re.compile(GIVES + r"%{1,2}mcp\s++(.*)", re.DOTALL)


@context_matcher(identifier="mcp_workbench")  # pyright: ignore[reportUntypedFunctionDecorator]
def matcher(context: CompletionContext) -> SimpleMatcherResult:
    """What fits at the cursor of a `%mcp` line."""
    line = context.text_until_cursor
    match, in_body = LINE.fullmatch(line), BODY.match(context.full_text)
    if match is None and (in_body is None or context.cursor_line == 0):
        return {"completions": []}
    offering = _loaded()
    if offering is None:
        return {"completions": []}
    if match is not None:
        words, fragment = offering.words_at(match[1])
    else:
        words, fragment = offering.keys_at(context.full_text, line)
    return {
        "completions": [SimpleCompletion(text=word, type="mcp") for word in words],
        "matched_fragment": fragment,
        "suppress": True,
    }


def _loaded() -> ModuleType | None:
    """What knows the words: loaded on first use, since loading the extension costs little.

    None while that takes longer than a person who types is to wait.
    """
    global _loading  # noqa: PLW0603  a module is loaded once a process
    if _loading is None:
        _loading = threading.Thread(target=import_module, args=(NEEDED,), daemon=True)
        _loading.start()
    _loading.join(PATIENCE)
    return None if _loading.is_alive() else import_module(NEEDED)


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
