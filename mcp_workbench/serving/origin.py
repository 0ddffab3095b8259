"""Where an offer comes from: an agent, or a recipe that makes one."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, cast

from ..asking import Approval
from .offer import Offer

if TYPE_CHECKING:
    from ..agent import Agent
    from ..asking import Policy
    from ..recipes import Recipe

# whoever calls `repl` brings the model, so the agent's own is never asked and any name does
UNUSED = "openai:none"


@asynccontextmanager
async def offer_of_agent(agent: Agent, name: str) -> AsyncGenerator[Offer]:
    """The tools of an agent; its servers are connected, and stay so."""
    own = agent.approval
    nobody_asked = Approval(cast("Policy", own.policy), None, own.approved)
    yield Offer(name, agent.description, await agent.toolbox(), nobody_asked)


@asynccontextmanager
async def offer_of_recipe(recipe: Recipe, name: str, trust: bool) -> AsyncGenerator[Offer]:
    """The tools of a recipe, in a workbench of their own, which ends with the offer.

    Raises:
        ConfigUntrusted: the user has not agreed to what the recipe starts and runs.
        WorkbenchError: it cannot begin, as `Recipe.agent` says.
    """
    from ..sessions import Workbench

    note = recipe.require_consent(trust=trust)
    served = recipe.with_model(UNUSED)
    async with Workbench() as workbench:
        warnings = [*([note] if note else []), *await served.check(workbench)]
        agent = served.agent(workbench)
        about = recipe.description or recipe.title
        offer = Offer(name, about, await agent.toolbox(), agent.approval)
        offer.warnings = [*warnings, *offer.warnings]
        yield offer
