"""Tools without pictures: a value, a sum, a wait, a failure, a large text."""

from __future__ import annotations

from typing import Annotated, Any

import anyio
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field


def echo(text: Annotated[str, Field(description="Any text")]) -> str:
    """Give the text back."""
    return text


def add(
    a: Annotated[int, Field(description="A whole number")],
    b: Annotated[int, Field(description="Another one")],
) -> int:
    """Add two whole numbers."""
    return a + b


async def slow(
    ctx: Context[Any, Any],
    seconds: Annotated[float, Field(ge=0, le=600, description="How long to wait")] = 2.0,
) -> str:
    """Wait, and tell on the way how far it is; stops at once when it is cancelled."""
    steps = max(1, round(seconds / (0.1 if seconds <= 10 else 0.5)))
    for step in range(1, steps + 1):
        await anyio.sleep(seconds / steps)
        told = f"{seconds * step / steps:.1f} of {seconds:.1f} s"
        await ctx.report_progress(step, steps, told)
    return f"waited {seconds:g} s"


def fail() -> str:
    """Fail, always, to show what an error of a tool looks like."""
    raise ToolError("this tool always fails; nothing is wrong with your call")


def big(
    megabytes: Annotated[int, Field(ge=1, le=64, description="Size of the text in MiB")],
) -> str:
    """Answer with one large text, to see how long that takes."""
    return "x" * (megabytes << 20)
