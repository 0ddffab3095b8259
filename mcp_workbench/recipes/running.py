"""From a recipe to a run: everything is checked before anything starts."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import ApprovalDenied, ConfigInvalid, ParameterMissing, RecipeInvalid, UsageInvalid
from ..sources import fill
from ..tools.fingerprint import fingerprint
from ..tools.selection import is_pattern
from ..visible import one_line
from .code import Code
from .consent import SCRIPTED, consent_of, is_agreed, require
from .parameters import values_of
from .sections import Document, ServerEntry
from .servers import same, spec_of
from .template import filled

if TYPE_CHECKING:
    from ..agent import Agent, AgentRun
    from ..agent.events import OnEvent
    from ..asking import Decision, Question
    from ..sessions import Server, Workbench
    from .recipe import Recipe

SHOWN = 80  # characters of a tool's name
APPROVES = "if it should be, run the recipe once more with --trust, in Python trust=True"


class Prepared(NamedTuple):
    """A recipe that is ready: its agent, what the agent is asked, and what a person should know."""

    agent: Agent
    prompt: str
    warnings: list[str]


async def run(
    recipe: Recipe,
    workbench: Workbench | None,
    parameters: Mapping[str, Any],
    *,
    trust: bool,
    model: str | None,
    on_event: OnEvent | None,
) -> AgentRun:
    """See `Recipe.run`."""
    if not recipe.document.prompt.strip():
        raise ParameterMissing(
            f"recipe {recipe.name} has no prompt, so there is nothing to ask the model",
            hint="write prompt: into it, or tag a cell of the notebook with prompt",
            reason="prompt",
        )
    if workbench is None:
        from ..sessions import get_workbench

        workbench = get_workbench()
    async with prepared(recipe, workbench, parameters, trust=trust, model=model) as ready:
        done = await ready.agent.run(ready.prompt, on_event=on_event)
    done.warnings[:0] = ready.warnings
    return done


@asynccontextmanager
async def prepared(
    recipe: Recipe,
    workbench: Workbench,
    parameters: Mapping[str, Any],
    *,
    trust: bool = False,
    model: str | None = None,
) -> AsyncGenerator[Prepared]:
    """Check everything, start the servers, run the code, and make the agent; in this order.

    Args:
        recipe: what is to run.
        workbench: where its servers are registered; one that is there already is used.
        parameters: by key; they go before the recipe's own `given`.
        trust: whether the user agrees to what it starts and runs; it is remembered. Of a recipe
            that the user had agreed to before, tools that changed are approved by it.
        model: in place of the recipe's own.

    Raises:
        ConfigUntrusted: the user has not agreed.
        WorkbenchError: a parameter, a variable, a package or a tool is missing, a server cannot be
            connected, the code raised, or the model cannot be used. Nothing that was registered
            for it stays.
    """
    document = recipe.document
    values = values_of(document.parameters, {**recipe.given, **parameters})
    named = _model_of(document, model)
    _refuse_missing_packages(document)
    consent = consent_of(document, Path.cwd(), model)
    whole = consent_of(document, Path.cwd())
    anew = trust and is_agreed(consent, whole)
    note = require(consent, document.name, file=recipe.file, trust=trust, within=whole)
    await asyncio.to_thread(_refuse_what_is_not_set, document, workbench)
    added = _registered(document, workbench)
    code = Code(document.name, values)
    try:
        warnings = [*([note] if note else []), *await _connected(document, workbench, anew)]
        functions = await _functions(document, code)
        agent = _agent(document, named, functions, values, workbench)
    except BaseException:  # also where somebody waits no longer
        for server in added:
            await server.remove()
        code.close()
        raise
    try:
        yield Prepared(agent, filled(document.prompt, values), warnings)
    finally:
        code.close()


def _model_of(document: Document, model: str | None) -> str:
    named = model or document.model
    if named is None:
        raise UsageInvalid(
            f"recipe {document.name} names no model",
            hint="--model PROVIDER:NAME, in Python model=…",
            reason="no-model",
        )
    if not named.startswith(f"{SCRIPTED}:"):  # a file is read after the consent
        from ..agent.models import chosen

        chosen(named)  # raises
    return named


def _refuse_missing_packages(document: Document) -> None:
    from packaging.requirements import Requirement

    for text in document.requires:
        wanted = Requirement(text)
        if wanted.marker is not None and not wanted.marker.evaluate():
            continue
        found = _installed(wanted.name)
        if not found or not wanted.specifier.contains(found, prereleases=True):
            state = f"version {found} is installed" if found else "it is not installed"
            raise RecipeInvalid(
                f"recipe {document.name} needs {one_line(text)}, and {state}",
                hint=f"pip install '{one_line(text)}'",
                reason="requires",
            )


def _refuse_what_is_not_set(document: Document, workbench: Workbench) -> None:
    """Only once the user agreed: a store of secrets may put up a question of its own."""
    for name, entry in document.servers.items():
        fill(spec_of(entry), os.environ, name, secret=workbench.secrets.get)


def _installed(package: str) -> str:
    """The version of a package; empty where it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _registered(document: Document, workbench: Workbench) -> list[Server]:
    """Register the servers of the recipe, all or none; the ones that were not there yet."""
    wanted = {name: spec_of(entry) for name, entry in document.servers.items()}
    there = workbench.servers
    for name, spec in wanted.items():
        if name in there and not same(there[name].spec, spec):
            raise ConfigInvalid(
                f"server {name!r} is registered here with another definition than the recipe's",
                hint="remove it, or run with a workbench of its own: async with Workbench() as wb",
                reason="name-taken",
            )
    new = [name for name in wanted if name not in there]
    for name in new:
        workbench.add(wanted[name], name)
        workbench.server(name).tool_approval.expect(_marks(document, name))
    return [workbench.server(name) for name in new]


def _marks(document: Document, server: str) -> dict[str, str]:
    """The fingerprints of the tools of a server, as they were at the export."""
    parts = ((full.partition("."), mark) for full, mark in document.fingerprints.items())
    return {tool: mark for (name, _, tool), mark in parts if name == server}


async def _connected(document: Document, workbench: Workbench, anew: bool) -> list[str]:
    """Connect the servers; what of their tools is not as the recipe has it, in words.

    Args:
        document: of the recipe.
        workbench: where its servers are.
        anew: whether the user agrees once more, and so to tools that changed.

    Raises:
        ToolNotFound: the recipe names a tool that its server does not have.
        WorkbenchError: a server cannot be connected.
    """
    await asyncio.gather(*(workbench.server(name).warm() for name in document.servers))
    warnings: list[str] = []
    for name, entry in document.servers.items():
        warnings += _choice(entry, workbench.server(name))
    for full in document.approved:
        name, dot, tool = full.partition(".")
        if dot:
            _ = workbench.server(name).tools[tool]
    if anew:
        for server in map(workbench.server, document.servers):
            if any(map(server.tool_approval.is_changed, server.tools)):
                await server.approve_tools()
    return [*warnings, *_changes(document, workbench)]


def _choice(entry: ServerEntry, server: Server) -> list[str]:
    """What is written of its tools but fits none of them; a plain name must be that of a tool."""
    left_out = server.spec.exclude_tools  # and so in no list
    unwanted = [name for name in entry.exclude_tools if name not in left_out]
    for name in (*(entry.include_tools or ()), *unwanted):
        if not is_pattern(name):
            _ = server.tools[name]  # raises
    told = entry.selection.warnings([*(tool.name for tool in server.tools), *left_out])
    return [one_line(f"server {server.name}: {one}", SHOWN) for one in told]


def _changes(document: Document, workbench: Workbench) -> Iterator[str]:
    for full, mark in document.fingerprints.items():
        name, _, tool = full.partition(".")
        server = workbench.server(name)
        now = server.tools.get(tool)
        if now is None:
            yield f"{one_line(full, SHOWN)} is gone since the recipe was exported"
        elif fingerprint(now) != mark:
            told = f"{one_line(full, SHOWN)} has changed since the recipe was exported"
            is_left_out = server.tool_approval.is_changed(now)
            yield f"{told}, so it is not called; {APPROVES}" if is_left_out else told


async def _functions(document: Document, code: Code) -> list[Callable[..., Any]]:
    from ..agent.threads import in_own_thread

    def ran() -> list[Callable[..., Any]]:
        code.run("setup", document.setup)
        code.run("code", document.code)
        return [code.function(name) for name in document.python_tools]

    # so that a limit of time and Ctrl-C reach whoever waits for it
    return await in_own_thread(ran) if document.setup or document.code else []


def _agent(
    document: Document,
    model: str,
    functions: list[Callable[..., Any]],
    values: Mapping[str, Any],
    workbench: Workbench,
) -> Agent:
    from ..agent import Agent

    tools, servers = _tools(document, workbench)
    return Agent(
        model,
        tools=[*functions, *tools],
        servers=servers,
        instructions=filled(document.instructions, values),
        name=document.name,
        description=document.description or document.title,
        approve=document.approve,
        approver=_deny,
        approved=document.approved,
        max_rounds=document.limits.max_rounds,
        model_settings=document.model_settings or None,
        names=document.names,
        workbench=workbench,
    )


def _tools(document: Document, workbench: Workbench) -> tuple[list[Any], list[str]]:
    """The tools of servers that give some of theirs, and the names of those that give all."""
    tools: list[Any] = []
    whole: list[str] = []
    for name, entry in document.servers.items():
        if not entry.chooses:
            whole.append(name)
            continue
        server = workbench.server(name)
        kept = [tool.name for tool in server.tools if entry.selection.keeps(tool.name)]
        written = [name for name in entry.include_tools or () if name in kept]
        tools += [server.tool(tool) for tool in dict.fromkeys([*written, *kept])]
    return tools, whole


async def _deny(question: Question) -> Decision:
    """The answer where nobody is asked."""
    raise ApprovalDenied(
        f"{one_line(question.tool)} was not called: {question.reason}, and a recipe asks nobody",
        hint=f"list {one_line(question.tool)} under approved: in the recipe",
        reason="headless",
    )
