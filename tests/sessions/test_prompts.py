"""Prompts are listed, filled and completed, at real servers of both eras."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mcp_workbench import Workbench
from mcp_workbench.errors import ArgumentsInvalid, PromptNotFound, UsageInvalid, WorkbenchError
from mcp_workbench.offers import PromptArgument
from mcp_workbench.results import Resource
from tests.conftest import TIME
from tests.sessions.offers import offering


@pytest.fixture(scope="module")
def offers() -> Iterator[Workbench]:
    with offering() as workbench:
        yield workbench


@pytest.mark.requirement("CON-21")
async def test_prompts_are_listed_with_their_arguments(offers: Workbench) -> None:
    found = await offers.prompts.fetch("everything")
    assert [one.full_name for one in found][:2] == [
        "everything.simple-prompt",
        "everything.args-prompt",
    ]
    assert found[1].arguments[0] == PromptArgument("city", "Name of the city", required=True)
    assert found[1].required == ["city"]
    assert list(offers.server("everything").prompts) == found
    assert set(found) <= set(await offers.prompts.fetch())


@pytest.mark.requirement("CON-21")
async def test_a_prompt_gives_messages(offers: Workbench) -> None:
    server = offers.server("everything")
    got = await server.prompt("args-prompt", city="Bern")
    assert [(one.role, one.content) for one in got.messages] == [
        ("user", "What's weather in Bern?"),
    ]
    assert got.text == "What's weather in Bern?"
    assert got.context.arguments == {"city": "Bern"}
    assert got._repr_mimebundle_()["text/plain"] == "user: What's weather in Bern?"
    with_resource = await offers.prompts.get(
        "everything.resource-prompt", resourceType="Text", resourceId=1
    )
    assert isinstance(with_resource.messages[1].content, Resource)
    assert len(with_resource) == 2


@pytest.mark.parametrize("name", ["changing", "before"])
async def test_arguments_that_are_no_texts_are_written_as_json(
    offers: Workbench, name: str
) -> None:
    got = await offers.server(name).prompt("plan", city="Bern", days=[1, 2])
    assert got.text == "[1, 2] days in Bern"


@pytest.mark.requirement("CON-32")
async def test_odd_messages_are_repaired_and_told(offers: Workbench) -> None:
    got = await offers.server("odd").prompt("good")
    assert [one.role for one in got] == ["user"] * 4
    assert [one.content for one in got][:2] == ["bare", "one"]
    assert "a message does not say its role, so it counts as the user's" in got.warnings
    assert got.description == ""


@pytest.mark.parametrize(
    ("name", "arguments", "kind", "words"),
    [
        ("arg-prompt", {}, PromptNotFound, "did you mean 'args-prompt'"),
        ("args-prompt", {}, ArgumentsInvalid, "needs city"),
        ("args-prompt", {"city": "B", "stat": "C"}, ArgumentsInvalid, "did you mean 'state'?"),
        ("args-prompt", {"city": object()}, ArgumentsInvalid, "city is of type object"),
        ("simple-prompt", {"a": "b"}, ArgumentsInvalid, "it takes none"),
    ],
)
async def test_what_cannot_be_filled_is_told_with_what_to_do(
    offers: Workbench, name: str, arguments: dict[str, Any], kind: type[WorkbenchError], words: str
) -> None:
    with pytest.raises(kind) as caught:
        await offers.server("everything").prompt(name, **arguments)
    assert words in str(caught.value)
    assert caught.value.hint


async def test_a_name_without_a_server_is_told(offers: Workbench) -> None:
    with pytest.raises(UsageInvalid, match="names no prompt"):
        await offers.prompts.get("simple-prompt")


@pytest.mark.requirement("CON-21")
@pytest.mark.parametrize("name", ["changing", "before"])
async def test_a_server_suggests_values_of_prompts_and_templates(
    offers: Workbench, name: str
) -> None:
    server = offers.server(name)
    cities = await server.complete("plan", "city", "Ber")
    assert cities == ["Berlin", "Bern"]
    assert (cities.total, cities.more) == (3, False)
    days = await server.complete("day://{month}/{day}", "day", given={"month": "february"})
    assert days == ["29"]


async def test_suggestions_are_bounded_and_texts(offers: Workbench) -> None:
    found = offers.server("odd").complete_sync("good", "a")
    assert (len(found), found.more) == (100, True)


async def test_a_server_without_prompts_says_so(workbench: Workbench) -> None:
    server = await workbench.connect(TIME, "time")
    assert not isinstance(server, list)
    assert await server.prompts.fetch() == []
    assert await server.complete("x", "y") == []
    with pytest.raises(PromptNotFound) as caught:
        await server.prompt("x")
    assert caught.value.hint == "it has no prompts at all"


def test_all_of_it_blocks_where_that_is_wanted(offers: Workbench) -> None:
    server = offers.server("changing")
    assert "plan" in {one.name for one in server.prompts.fetch_sync()}
    assert server.prompt_sync("plan", city="Bern").text == "1 days in Bern"
    assert offers.prompts.get_sync("changing.plan", city="Bern").text == "1 days in Bern"
    assert server.complete_sync("plan", "city", "New") == ["New York"]
    assert "prompts of 'changing'" in repr(server.prompts)
