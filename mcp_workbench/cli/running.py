"""`mcp-workbench run`: a recipe to its end; nobody is asked."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import LimitReached
from ..visible import one_line, whole_line
from .exits import DONE, FAILED, LIMIT, exit_of
from .given import SECONDS, json_option, parameter_option, trust_option
from .output import aside, error_json, put, put_json, say, say_error
from .recipes import read_recipe, values
from .words import hint_in_our_words

if TYPE_CHECKING:
    from ..agent import AgentRun, Outcome
    from ..agent.events import Event
    from ..recipes import Recipe

LINE = 300  # characters of one line of progress
AGREED = 2000  # characters of one thing that is agreed to


@click.command()
@click.argument("recipe", type=click.Path())
@parameter_option
@click.option("--model", help="In place of the recipe's own, such as openai:gpt-5.")
@click.option("--timeout", type=SECONDS, help="Seconds the run may take.")
@trust_option
@json_option
def run(
    recipe: str,
    parameters: Sequence[str],
    model: str | None,
    timeout: float | None,
    trust: bool,
    as_json: bool,
) -> int:
    """Run RECIPE, a file or a notebook, to its end.

    Nobody is asked: calls that need an approval are made only if the recipe lists their tools
    under approved. The answer goes to standard output, progress to standard error.
    """
    # what a library has to say of itself is no word of ours
    os.environ.setdefault("PYDANTIC_AI_NO_BANNER", "1")
    read = read_recipe(recipe)
    given = values(read, parameters)
    # what code of the recipe prints is no part of the answer
    with aside():
        done = asyncio.run(_run(read, given, model, timeout, trust=trust))
    if as_json:
        put_json(_document(read, done))
    elif done.output:
        put(done.output)
    return _ended(done)


async def _run(
    recipe: Recipe,
    given: Mapping[str, Any],
    model: str | None,
    timeout: float | None,
    *,
    trust: bool,
) -> AgentRun:
    from ..sessions import Workbench

    agreed = _Agreed(recipe, model, trust=trust)

    def tell(event: Event) -> None:
        agreed.tell()
        _tell(event)

    try:
        async with asyncio.timeout(timeout), Workbench() as workbench:
            return await recipe.run(workbench, trust, tell, model, **given)
    except TimeoutError:
        raise LimitReached(
            f"the run took longer than {timeout:g} s", hint="raise --timeout", reason="time"
        ) from None
    finally:
        agreed.tell()


class _Agreed:
    """Says once what `--trust` has newly agreed to."""

    def __init__(self, recipe: Recipe, model: str | None, *, trust: bool) -> None:
        from ..sources.trust import TrustStore

        self._consent, self._store = recipe.consent(model), TrustStore()
        new = trust and self._consent.needed and not self._store.covers(self._consent.digest)
        self._waiting = new

    def tell(self) -> None:
        if self._waiting and self._store.covers(self._consent.digest):
            self._waiting = False
            told = "; ".join(whole_line(line, AGREED) for line in self._consent.what)
            say(f"agreed to, and remembered: {told}")


def _tell(event: Event) -> None:
    """Say what happens, one line for each thing."""
    from ..agent.events import CallFinished, CallStarted, RoundStarted
    from ..agent.view import call_text

    match event:
        case RoundStarted(number):
            say(f"round {number}")
        case CallStarted(_, tool, name, arguments):
            called = name if tool is None else tool.full_name
            say(one_line(f"→ {call_text(called, arguments)}", LINE))
        case CallFinished(_, outcome):
            say(one_line(f"← {_came(outcome)}", LINE))
        case _:
            pass


def _came(outcome: Outcome) -> str:
    from ..agent.view import duration

    if outcome.error is not None:
        hint = f" – {hint_in_our_words(outcome.error.hint)}" if outcome.error.hint else ""
        return f"[{outcome.error.code}] {outcome.error.what}{hint}"
    told = str(outcome.value)
    if outcome.result is not None:
        told = outcome.result.redact(told)
    return f"{one_line(told)} · {duration(outcome.elapsed)}"


def _ended(done: AgentRun) -> int:
    from ..agent.view import run_text

    for warning in done.warnings:
        say(f"warning: {warning}")
    say(run_text(done))
    if done.error is not None:
        say_error(done.error)
        return exit_of(done.error)
    if done.stop_reason == "done":
        return DONE
    return LIMIT if done.stop_reason == "limit" else FAILED


def _document(recipe: Recipe, done: AgentRun) -> dict[str, Any]:
    usage = done.usage
    return {
        "ok": done.stop_reason == "done" and done.error is None,
        "recipe": {"name": recipe.name, "version": recipe.version, "digest": recipe.digest},
        "output": done.output,
        "stop_reason": done.stop_reason,
        "model": done.model,
        "scripted": done.scripted,
        "usage": {
            "rounds": usage.rounds,
            "calls": usage.calls,
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
        },
        "trace": done.trace,
        "warnings": done.warnings,
        "elapsed": round(done.elapsed, 3),
        "error": error_json(done.error),
    }
