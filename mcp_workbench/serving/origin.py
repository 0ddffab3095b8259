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
        WorkbenchError: it cannot begin, as `Recipe.run` says.
    """
    from ..recipes.running import prepared
    from ..sessions import Workbench

    async with (
        Workbench() as workbench,
        prepared(recipe, workbench, {}, trust=trust, model=UNUSED) as ready,
    ):
        about = recipe.description or recipe.title
        offer = Offer(name, about, await ready.agent.toolbox(), ready.agent.approval)
        offer.warnings = [*ready.warnings, *offer.warnings]
        yield offer
