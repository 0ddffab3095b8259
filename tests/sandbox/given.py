"""Tools for the sandbox, and what is left of its processes."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import psutil
from PIL import Image

from mcp_workbench.errors import ToolFailed
from mcp_workbench.results import Picture
from mcp_workbench.sandbox import Answer, Limits

# small enough for a test to reach each of them in a moment
LIMITS = Limits(cpu=0.4, wall=1.5, memory=48_000_000, recursion=100, tool_calls=20, state=300_000)


@dataclass(frozen=True)
class Given:
    """A tool that is a function of the test."""

    namespace: str
    name: str
    function: Callable[..., Any]
    parameters: Sequence[str] = ()

    async def call(self, arguments: Mapping[str, Any]) -> Answer:
        found = self.function(**arguments)
        found = await found if asyncio.iscoroutine(found) else found
        return found if isinstance(found, Answer) else Answer(found)


def picture(color: str = "red", size: tuple[int, int] = (8, 6)) -> Picture:
    out = io.BytesIO()
    Image.new("RGB", size, color).save(out, "PNG")
    return Picture(out.getvalue(), "result")


def failing() -> Answer:
    return Answer(error=ToolFailed("shop.fail: no such hat", reason="test"))


async def waiting(seconds: float) -> str:
    await asyncio.sleep(seconds)
    return "done"


STOCK: list[dict[str, Any]] = [{"name": "green hat", "price": 9}, {"name": "red hat", "price": 12}]


def find(what: str, limit: int = 9) -> list[dict[str, Any]]:
    assert what
    return STOCK[:limit]


FIND = Given("shop", "find", find, ("what", "limit"))
PHOTO = Given("shop", "photo", lambda: Answer(images=[picture()]))
FAIL = Given("shop", "fail", failing)
WAIT = Given("", "wait", waiting, ("seconds",))
TOOLS = [FIND, PHOTO, FAIL, WAIT]


def workers() -> list[psutil.Process]:
    """The processes of all sandboxes of this process."""
    return [child for child in psutil.Process().children() if child.name() == "monty"]
