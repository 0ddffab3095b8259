"""Calls, runs and seconds in one line each, for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...tools.brief import brief_repr
from ...visible import one_line

if TYPE_CHECKING:
    from ..run import AgentRun

LONGEST_CALL = 500  # characters of a call


def call_text(name: str, arguments: Mapping[str, Any]) -> str:
    """A call as a person would write it in Python, long arguments shortened.

    >>> call_text("demo.add", {"a": 1, "b": "two"})
    "demo.add(a=1, b='two')"
    """
    given = (f"{key}={brief_repr(value)}" for key, value in arguments.items())
    return one_line(f"{name}({', '.join(given)})", LONGEST_CALL)


def run_text(run: AgentRun) -> str:
    """A run in one line, without its answer.

    >>> from mcp_workbench.agent.run import AgentRun
    >>> run_text(AgentRun("Hello!", "done", model="tiny", elapsed=0.25))
    'tiny · done · 0 rounds · 0 calls · 250 ms'
    """
    usage = run.usage
    tokens = f"{usage.input_tokens:,} + {usage.output_tokens:,} tokens"
    parts = (
        one_line(run.model),
        "scripted" if run.scripted and "scripted" not in run.model else "",
        run.stop_reason.replace("_", " "),
        _counted(usage.rounds, "round"),
        _counted(usage.calls, "call"),
        tokens if usage.input_tokens + usage.output_tokens else "",
        duration(run.elapsed),
    )
    return " · ".join(filter(None, parts))


def duration(seconds: float) -> str:
    """Seconds as a person reads them.

    >>> duration(0.0123), duration(2.345), duration(600)
    ('12 ms', '2.3 s', '600 s')
    """
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds:.0f} s"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
