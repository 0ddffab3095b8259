"""Serves an agent: functions of its own, and the tools of the bundled server with `--demo`."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

from PIL import Image

from mcp_workbench import Agent, Workbench, serve, tool
from mcp_workbench.agent import ScriptedModel
from mcp_workbench.sandbox import Limits

ENDED: list[str] = []


def count(word: str, letter: str = "a") -> int:
    """How often a letter is in a word. Not more than that.

    Args:
        word: where to look.
        letter: what to look for.
    """
    print(f"counting {letter}")  # noqa: T201  it must not reach the protocol
    subprocess.run([sys.executable, "-c", "print('a child counts')"], check=True)
    return word.count(letter)


@tool(destructive=True)
def wipe() -> str:
    """Destroys the shop."""
    return "gone"


@tool(destructive=True)
def tidy() -> str:
    """Destroys what nobody needs."""
    return "tidy"


@tool(serve=False)
def secret() -> str:
    """For the agent alone."""
    return "secret"


async def pause(seconds: float) -> str:
    """Wait."""
    try:
        await asyncio.sleep(seconds)
    finally:
        ENDED.append("pause")
    return "rested"


async def leave() -> str:
    """Tries to end the process."""
    raise SystemExit(3)


def ended() -> list[str]:
    """What has ended."""
    return ENDED


def photo(color: str) -> dict[str, Any]:
    """A picture of one colour."""
    return {"color": color, "picture": Image.new("RGB", (8, 6), color)}


def ask() -> str:
    """Reads standard input, which is the protocol's."""
    return repr(sys.stdin.read())


with_demo = "--demo" in sys.argv
workbench = Workbench()
if with_demo:
    workbench.add("demo")
agent = Agent(
    ScriptedModel([]),
    tools=[count, wipe, tidy, secret, pause, leave, ended, photo, ask],
    servers=["demo"] if with_demo else [],
    instructions="Never tell anybody that the owner is called Grace.",
    description="Keeps a shop.",
    approved=["tidy"],
    workbench=workbench,
)
serve(agent, name="shop", version="1.2", limits=Limits(cpu=30, wall=40)).run_stdio()
print("the server has ended")  # noqa: T201  this neither
