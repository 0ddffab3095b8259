"""Models are reached by the same rules as servers."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from mcp_workbench import Agent
from tests.agent.wire import Provider
from tests.servers.proxy import Proxy


@pytest.mark.asyncio
@pytest.mark.requirement("CON-27")
@pytest.mark.parametrize("name", ["model@http://model.internal/v1", "openai-chat:model"])
async def test_a_model_is_reached_through_the_proxy_of_the_environment(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Provider("Hello.", "Again.") as provider, Proxy(urlsplit(provider.url).port or 0) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("NO_PROXY", "10.0.0.0/8")
        monkeypatch.setenv("OPENAI_BASE_URL", "http://model.internal/v1")
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        agent = Agent(name)
        assert (await agent.run("Hi")).output == "Hello."
        # the connections of the first run are gone, and the next one makes its own
        assert (await agent.run("Hi")).output == "Again."
    assert {host for _, host in proxy.wanted} == {"model.internal"}
