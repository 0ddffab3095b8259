"""`%agent` and `%%agent`: a line, or a cell, is a prompt for an agent of the notebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..agent import Agent
from ..errors import UsageInvalid, WorkbenchError, near
from ..grammar.words import SHOWN
from ..visible import one_line
from .failure import Failure
from .helping import ASKED, Help
from .run_display import RunDisplay

NONE_YET = 'make one: agent = mcp_workbench.Agent("provider:model", tools=[…], servers=[…])'
HELP = """\
%%agent NAME            the cell below is the prompt
%agent NAME PROMPT …    the same on one line

  run an agent, which is the value of the variable NAME, and show what it says and calls
  in Python: run = await NAME.run("…")"""


def run(line: str, cell: str | None, scope: Mapping[str, Any], shell: Any) -> Any:
    """The run of the agent that `line` names, on the prompt in `cell` or behind the name.

    Raises:
        UsageInvalid: there is no such agent, or no prompt. Every other error of ours is in the
            run, or a `Failure` where none came about.
        Interrupted: the person stopped it; what was shown stays.
    """
    name, rest = [*line.split(maxsplit=1), "", ""][:2]
    if (not name and not (cell or "").strip()) or ASKED.intersection((name, rest.strip())):
        return _help(scope)
    agent = _agent(name, scope)
    prompt = _prompt(name, rest.strip(), cell)
    with RunDisplay(shell) as display:
        try:
            agent.run_sync(prompt, on_event=display.tell)
        except WorkbenchError as error:
            if display.run is None:
                return Failure(error)  # no run began; of one that ended early the error was shown
    return display.run


def agents_in(scope: Mapping[str, Any]) -> list[str]:
    """The names of all agents among the variables of `scope`."""
    return [
        name
        for name, value in scope.items()
        # the value of a stranger may answer to any question about it
        if issubclass(type(value), Agent) and not name.startswith("_")
    ]


def _agent(name: str, scope: Mapping[str, Any]) -> Agent:
    names = agents_in(scope)
    shown = one_line(name, SHOWN)
    if not name:
        raise UsageInvalid(
            "%%agent needs the name of an agent",
            hint=f"%%agent {names[0]}" if names else NONE_YET,
            reason="missing",
        )
    if name not in scope:
        raise UsageInvalid(
            f"there is no variable {shown!r}",
            hint=near(name, names, empty=NONE_YET),
            reason="not_found",
        )
    value = scope[name]
    if not issubclass(type(value), Agent):
        kind = type(value).__name__
        raise UsageInvalid(
            f"{shown!r} is no Agent; its type is {one_line(kind, SHOWN)}",
            hint=near(name, names, empty=NONE_YET),
            reason="type",
        )
    return value


def _prompt(name: str, rest: str, cell: str | None) -> str:
    below = (cell or "").strip()
    if rest and below:
        raise UsageInvalid(
            "there is a prompt on the line, and another one below it",
            hint=f"write all of it below: %%agent {name}",
            reason="body",
        )
    if not rest and not below:
        where = "the cell below" if cell is not None else "the line"
        raise UsageInvalid(
            f"{where} holds no prompt",
            hint=f"%agent {name} PROMPT, or %%agent {name} with the prompt below it",
            reason="missing",
        )
    return rest or below


def _help(scope: Mapping[str, Any]) -> Help:
    names = ", ".join(agents_in(scope))
    return Help(f"{HELP}\n  agents here: {names}" if names else f"{HELP}\n  {NONE_YET}")
