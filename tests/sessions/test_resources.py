"""Resources are listed, read and watched, at real servers of both eras."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

import pytest

from mcp_workbench import Workbench
from mcp_workbench.errors import (
    ArgumentsInvalid,
    ResourceNotFound,
    ServerNotFound,
    UsageInvalid,
    WorkbenchError,
)
from mcp_workbench.results import ReadResult
from tests.conftest import TIME
from tests.sessions.offers import offering
from tests.sessions.programs import until

LIMIT = 20  # seconds after which something has gone wrong
TEXTS, BLOBS = (
    "demo://resource/dynamic/text/{resourceId}",
    "demo://resource/dynamic/blob/{resourceId}",
)
where: ContextVar[str] = ContextVar("where", default="nowhere")


@pytest.fixture(scope="module")
def offers() -> Iterator[Workbench]:
    with offering() as workbench:
        yield workbench


@pytest.mark.requirement("CON-20")
async def test_resources_and_templates_are_listed(offers: Workbench) -> None:
    server = offers.server("everything")
    found = await offers.resources.fetch("everything")
    assert found[0].uri == "demo://resource/static/document/architecture.md"
    assert (found[0].server, found[0].mime) == ("everything", "text/markdown")
    templates = await offers.resources.fetch_templates("everything")
    assert [(one.uri_template, one.variables) for one in templates] == [
        (TEXTS, ["resourceId"]),
        (BLOBS, ["resourceId"]),
    ]
    assert list(server.resources) == found
    assert server.resources[0] in await offers.resources.fetch()
    assert set(templates) <= set(await offers.resources.fetch_templates())


@pytest.mark.requirement("CON-20")
async def test_a_resource_is_read_by_its_uri_by_its_name_and_by_a_template(
    offers: Workbench,
) -> None:
    server = offers.server("everything")
    by_uri = await server.read("demo://resource/static/document/features.md")
    by_name = await server.read("features.md")
    assert by_uri.text.startswith("# ")
    assert by_name.text == by_uri.text
    assert by_name.uri == by_uri.uri
    by_template = await server.read(TEXTS, resourceId=3)
    assert by_template.uri == "demo://resource/dynamic/text/3"
    assert by_template.value.startswith("Resource 3:")
    named = await offers.resources.read("everything", "Dynamic Blob Resource", resourceId=4)
    assert named.value.startswith(b"Resource 4:")


@pytest.mark.parametrize("name", ["changing", "before"])
async def test_a_template_takes_values_of_every_kind(offers: Workbench, name: str) -> None:
    read = await offers.server(name).read("day://{month}/{day}", month="first of all", day=7)
    assert read.value == "7 of first of all"


@pytest.mark.requirement("CON-32")
async def test_a_content_that_is_none_is_set_aside_and_the_rest_is_kept(offers: Workbench) -> None:
    read = await offers.server("odd").read("odd://anything")
    assert [item for item in read.items if isinstance(item, str)][::3] == ['{"n": 1}', "kept"]
    assert len(read.contents) == 4
    assert "a content without text and blob is shown as it came" in read.warnings
    nothing = await offers.server("odd").read("odd://nothing")
    assert (nothing.value, nothing.warnings) == (None, ["the answer has no list of contents"])


async def test_a_picture_is_a_picture(offers: Workbench) -> None:
    read = await offers.server("odd").read("odd://picture")
    assert read.images[0].size == (2, 2)
    assert read.value == read.images[0].data
    assert "image/png" in read._repr_mimebundle_()


@pytest.mark.parametrize(
    ("what", "values", "kind", "words"),
    [
        ("demo://nothing", {}, ResourceNotFound, "no resource 'demo://nothing'"),
        ("featres.md", {}, ResourceNotFound, "did you mean 'features.md'"),
        (TEXTS, {}, ArgumentsInvalid, "needs resourceId"),
        (TEXTS, {"resourceId": 1, "more": 2}, ArgumentsInvalid, "no variable 'more'"),
        (TEXTS, {"resourceId": object()}, ArgumentsInvalid, "is of type object"),
        ("demo://{", {}, ArgumentsInvalid, "no URI template"),
        ("demo://x", {"a": 1}, ArgumentsInvalid, "takes no values"),
        ("features.md", {"a": 1}, ArgumentsInvalid, "takes no values"),
    ],
)
async def test_what_cannot_be_read_is_told_with_what_to_do(
    offers: Workbench, what: str, values: dict[str, Any], kind: type[WorkbenchError], words: str
) -> None:
    await offers.resources.fetch("everything")
    with pytest.raises(kind) as caught:
        await offers.server("everything").read(what, **values)
    assert words in str(caught.value)
    assert caught.value.hint


async def test_a_server_that_is_not_there_is_told(offers: Workbench) -> None:
    with pytest.raises(ServerNotFound):
        await offers.resources.read("nope", "a:b")


async def test_a_server_without_resources_says_so(workbench: Workbench) -> None:
    server = await workbench.connect(TIME, "time")
    assert not isinstance(server, list)
    assert await server.resources.fetch() == []
    assert await server.resources.fetch_templates() == []
    with pytest.raises(ResourceNotFound):
        await server.read("a:b")
    with pytest.raises(UsageInvalid, match="does not tell"):
        await server.subscribe("a:b", print)
    assert (await workbench.call("time.get_current_time", {"timezone": "UTC"})).value


@pytest.mark.requirement("CON-20")
@pytest.mark.parametrize("name", ["changing", "before"])
async def test_who_subscribes_hears_of_a_change_until_he_stops(
    offers: Workbench, name: str
) -> None:
    server = offers.server(name)
    heard: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()

    async def note(uri: str) -> None:
        await asyncio.sleep(0)
        heard.put((uri, where.get()))

    where.set("the cell that subscribed")
    subscription = await server.subscribe("kept://count", note)
    other = await server.subscribe("kept://other", lambda uri: heard.put((uri, "other")))
    where.set("another cell")
    touch = {"uri": "kept://count/part", "times": 1}
    assert (await server.read("kept://count")).value == "0"
    await offers.call(f"{name}.touch", {"uri": "kept://count", "times": 100})
    assert await asyncio.to_thread(heard.get, True, LIMIT) == (
        "kept://count",
        "the cell that subscribed",
    )
    assert (await server.read("kept://count")).value == "100"
    await offers.call(f"{name}.touch", touch)
    await subscription.stop()
    await subscription.stop()
    await other.stop()
    assert (await offers.call(f"{name}.touch", touch)).value == []
    assert heard.qsize() <= 3


@pytest.mark.requirement("CON-20")
@pytest.mark.parametrize("name", ["changing", "before"])
async def test_a_new_connection_takes_up_the_subscription(offers: Workbench, name: str) -> None:
    server = offers.server(name)
    heard: queue.SimpleQueue[str] = queue.SimpleQueue()
    subscription = await server.subscribe("kept://again", heard.put)
    await server.close()
    await offers.call(f"{name}.touch", {"uri": "kept://again", "times": 1})
    assert await asyncio.to_thread(heard.get, True, LIMIT) == "kept://again"
    await subscription.stop()


async def test_a_slow_listener_hears_once_of_all_that_came_meanwhile_and_holds_up_nobody(
    offers: Workbench,
) -> None:
    server = offers.server("changing")
    may_go_on, slow, quick = threading.Event(), list[str](), list[str]()

    async def listen(uri: str) -> None:
        slow.append(uri)
        await asyncio.to_thread(may_go_on.wait, 10)

    first = await server.subscribe("kept://x", listen)
    second = await server.subscribe("kept://x", quick.append)
    for times in range(1, 4):
        await offers.call("changing.touch", {"uri": "kept://x", "times": 1})
        await until(lambda times=times: len(quick) == times)
    assert slow == ["kept://x"]
    may_go_on.set()
    await until(lambda: slow == ["kept://x"] * 2)
    await first.stop()
    await second.stop()


async def test_a_callback_that_fails_leaves_the_others(
    offers: Workbench, caplog: pytest.LogCaptureFixture
) -> None:
    server = offers.server("changing")
    heard: list[str] = []

    def fail(uri: str) -> None:
        raise ValueError(uri)

    first = await server.subscribe("kept://x", fail)
    second = await server.subscribe("kept://x", heard.append)
    await offers.call("changing.touch", {"uri": "kept://x", "times": 1})
    await until(lambda: heard == ["kept://x"])
    assert "the callback of a subscription failed" in caplog.text
    first.stop_sync()
    second.stop_sync()


async def test_a_server_that_declares_no_news_of_resources_is_not_asked_for_them(
    offers: Workbench,
) -> None:
    with pytest.raises(UsageInvalid, match="does not tell when"):
        await offers.server("odd").subscribe("odd://good", print)


def test_all_of_it_blocks_where_that_is_wanted(offers: Workbench) -> None:
    server = offers.server("changing")
    assert "kept://count" in {one.uri for one in server.resources.fetch_sync()}
    assert [one.name for one in server.resources.fetch_templates_sync()] == ["day"]
    read = server.read_sync("day", month="may", day=1)
    assert isinstance(read, ReadResult)
    assert offers.resources.read_sync("changing", "day://may/1").value == read.value
    server.subscribe_sync("kept://x", print).stop_sync()
    assert "1 templates of 'changing'" in repr(server.resources)
