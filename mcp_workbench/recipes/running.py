"""From a recipe to a run: everything is checked before anything starts."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping
from importlib import metadata
from typing import TYPE_CHECKING, Any

from ..errors import (
    ApprovalDenied,
    ConfigInvalid,
    ParameterMissing,
    RecipeInvalid,
    ServerNotFound,
    ToolNotFound,
    UsageInvalid,
    near,
)
from ..sources import fill
from ..tools.fingerprint import fingerprint
from ..visible import one_line
from .code import Code
from .parameters import values_of
from .sections import Document
from .servers import same, spec_of
from .template import filled

if TYPE_CHECKING:
    from ..agent import Agent, AgentRun
    from ..agent.events import OnEvent
    from ..asking import Decision, Question
    from ..sessions import Workbench
    from .recipe import Recipe

SHOWN = 80  # characters of a tool's name


async def run(
    recipe: Recipe,
    workbench: Workbench | None,
    parameters: Mapping[str, Any],
    *,
    trust: bool,
    on_event: OnEvent | None,
) -> AgentRun:
    """See `Recipe.run`."""
    document = recipe.document
    values = values_of(document.parameters, parameters)
    _refuse_unrunnable(document)
    note = recipe.require_consent(trust=trust)
    if workbench is None:
        from ..sessions import get_workbench

        workbench = get_workbench()
    register(document, workbench)
    warnings = await check(document, workbench)
    agent = agent_of(recipe, workbench, parameters)
    done = await agent.run(filled(document.prompt, values), on_event=on_event)
    done.warnings[:0] = [*([note] if note else []), *warnings]
    return done


def _refuse_unrunnable(document: Document) -> None:
    if not document.prompt.strip():
        raise ParameterMissing(
            f"recipe {document.name} has no prompt, so there is nothing to ask the model",
            hint="write prompt: into it, or tag a cell of the notebook with prompt",
            reason="prompt",
        )
    _refuse_no_model(document)
    _refuse_unknown_servers(document)
    _refuse_missing_packages(document)
    for name, entry in document.servers.items():
        fill(spec_of(entry), os.environ, name)


def _refuse_no_model(document: Document) -> None:
    if document.model is None:
        raise UsageInvalid(
            f"recipe {document.name} names no model",
            hint="--model PROVIDER:NAME, in Python recipe.with_model(…)",
            reason="no-model",
        )


def _refuse_unknown_servers(document: Document) -> None:
    """A server that is named somewhere must be one of the recipe's."""
    for section, full in _named(document):
        server, dot, _ = full.partition(".")
        if dot and server not in document.servers:
            raise ServerNotFound(
                f"recipe {document.name}: {section} names {one_line(full, SHOWN)!r}, and there is"
                f" no server {one_line(server, SHOWN)!r}",
                hint=near(server, document.servers, empty="it has no servers"),
                reason="not_found",
            )
        if not dot and full not in document.python_tools:
            raise ToolNotFound(
                f"recipe {document.name}: {section} names {one_line(full, SHOWN)!r}, which is none"
                " of its functions",
                hint=near(full, document.python_tools, empty="write server.tool"),
                reason="not_found",
            )


def _named(document: Document) -> Iterator[tuple[str, str]]:
    for section in ("approved", "names", "fingerprints"):
        yield from ((section, full) for full in getattr(document, section))


def _refuse_missing_packages(document: Document) -> None:
    from packaging.requirements import InvalidRequirement, Requirement

    for text in document.requires:
        try:
            wanted = Requirement(text)
        except InvalidRequirement as error:
            raise RecipeInvalid(
                f"recipe {document.name}: requires has {one_line(text)!r}: {one_line(str(error))}",
                hint="as pip takes it: numpy>=2",
                reason="requires",
            ) from None
        found = _installed(wanted.name)
        if not found or not wanted.specifier.contains(found, prereleases=True):
            state = f"version {found} is installed" if found else "it is not installed"
            raise RecipeInvalid(
                f"recipe {document.name} needs {one_line(text)}, and {state}",
                hint=f"pip install '{one_line(text)}'",
                reason="requires",
            )


def _installed(package: str) -> str:
    """The version of a package; empty where it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def register(document: Document, workbench: Workbench) -> None:
    """Register the servers of the recipe; those that are there already are used.

    Raises:
        ConfigInvalid: another server of that name is there.
        VariableUnset: a variable that one of them needs is not set.
    """
    for name, entry in document.servers.items():
        spec = spec_of(entry)
        fill(spec, os.environ, name)
        there = workbench.servers.get(name)
        if there is None:
            workbench.add(spec, name)
        elif not same(there.spec, spec):
            raise ConfigInvalid(
                f"server {name!r} is registered here with another definition than the recipe's",
                hint="remove it, or run with a workbench of its own: async with Workbench() as wb",
                reason="name-taken",
            )


async def check(document: Document, workbench: Workbench) -> list[str]:
    """See `Recipe.check`."""
    _refuse_unknown_servers(document)
    register(document, workbench)
    servers = [workbench.server(name) for name in document.servers]
    await asyncio.gather(*(server.warm() for server in servers))
    for server in servers:
        entry = document.servers[server.name]
        for tool in (*(entry.include_tools or ()), *entry.exclude_tools):
            _ = server.tools[tool]  # raises
    for full in document.approved:
        name, dot, tool = full.partition(".")
        if dot:
            _ = workbench.server(name).tools[tool]
    return list(_changes(document, workbench))


def _changes(document: Document, workbench: Workbench) -> Iterator[str]:
    for full, mark in document.fingerprints.items():
        name, _, tool = full.partition(".")
        now = workbench.server(name).tools.get(tool)
        if now is None:
            yield f"{one_line(full, SHOWN)} is gone since the recipe was exported"
        elif fingerprint(now) != mark:
            yield f"{one_line(full, SHOWN)} has changed since the recipe was exported"


def agent_of(recipe: Recipe, workbench: Workbench, parameters: Mapping[str, Any]) -> Agent:
    """See `Recipe.agent`."""
    from ..agent import Agent

    document = recipe.document
    values = values_of(document.parameters, parameters)
    _refuse_no_model(document)
    _refuse_unknown_servers(document)
    _refuse_missing_packages(document)
    register(document, workbench)
    tools, servers = _tools(document, workbench)
    return Agent(
        document.model or "",
        tools=[*_functions(document, values), *tools],
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


def _functions(document: Document, values: Mapping[str, Any]) -> list[Callable[..., Any]]:
    code = Code(document.name, values)
    code.run("setup", document.setup)
    code.run("code", document.code)
    return [code.function(name) for name in document.python_tools]


def _tools(document: Document, workbench: Workbench) -> tuple[list[Any], list[str]]:
    """The tools of servers that give some of theirs, and the names of those that give all."""
    tools: list[Any] = []
    whole: list[str] = []
    for name, entry in document.servers.items():
        if entry.include_tools is None and not entry.exclude_tools:
            whole.append(name)
            continue
        server = workbench.server(name)
        wanted = entry.include_tools
        if wanted is None:
            wanted = [tool.name for tool in server.tools or workbench.tools_sync(name)]
        tools += [server.tool(tool) for tool in wanted if tool not in entry.exclude_tools]
    return tools, whole


async def _deny(question: Question) -> Decision:
    """The answer where nobody is asked."""
    raise ApprovalDenied(
        f"{one_line(question.tool)} was not called: {question.reason}, and a recipe asks nobody",
        hint=f"list {one_line(question.tool)} under approved: in the recipe",
        reason="headless",
    )
