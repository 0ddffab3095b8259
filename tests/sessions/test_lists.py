"""Lists are read whole, kept as long as they may be, and read anew when they change."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from mcp_workbench import Server, Workbench
from mcp_workbench.errors import ProtocolError, ToolNotFound
from mcp_workbench.sessions.paging import PAGES
from tests.sessions.offers import CHANGING, HANGING_UP, LISTER, changing_web
from tests.sessions.programs import until


async def connected(workbench: Workbench, way: str, **options: Any) -> Server:
    server = await workbench.connect(f"{LISTER} {way}", way, **options)
    assert isinstance(server, Server)
    return server


async def names_of_all(server: Server) -> list[list[str]]:
    """The names in each of the four lists."""
    resources = await server.resources.fetch()
    templates = await server.resources.fetch_templates()
    prompts = await server.prompts.fetch()
    return [[one.name for one in each] for each in (server.tools, resources, templates, prompts)]


@pytest.mark.requirement("CON-19")
async def test_all_pages_of_every_list_are_read(workbench: Workbench) -> None:
    server = await connected(workbench, "pages")
    assert await names_of_all(server) == [
        [f"{key}{page}" for page in range(3)]
        for key in ("tools", "resources", "resourceTemplates", "prompts")
    ]
    assert server.warnings == []


async def test_an_empty_cursor_is_a_cursor_in_the_revision_that_says_so(
    workbench: Workbench,
) -> None:
    server = await connected(workbench, "empty-cursor")
    assert server.protocol_version == "2026-07-28"
    assert await names_of_all(server) == [["first", "last"]] * 4


@pytest.mark.requirement("CON-19")
async def test_pages_without_end_are_cut_and_told_and_what_was_read_is_usable(
    workbench: Workbench,
) -> None:
    server = await connected(workbench, "endless")
    assert [len(names) for names in await names_of_all(server)] == [PAGES] * 4
    methods = ("tools/list", "resources/list", "resources/templates/list", "prompts/list")
    assert server.warnings == [
        f"{method}: the pages do not end; the rest is left out" for method in methods
    ]
    assert (await workbench.call("endless.tools63")).text


@pytest.mark.requirement("CON-32")
async def test_odd_entries_are_set_aside_and_told_and_the_rest_is_usable(
    workbench: Workbench,
) -> None:
    server = await connected(workbench, "odd")
    assert await names_of_all(server) == [
        ["good", "bent"],
        ["good", "bent", "good"],
        ["good", "bent", "good"],
        ["good", "bent", "good"],
    ]
    for method, identity in (
        ("tools/list", "name"),
        ("resources/list", "uri"),
        ("resources/templates/list", "uriTemplate"),
        ("prompts/list", "name"),
    ):
        told = [one for one in server.warnings if one.startswith(method)]
        assert f"{method}: entry 3 is set aside, it has no {identity}" in told
        assert any("is listed more than once; the first counts" in one for one in told)
        assert f"{method}: nextCursor is no text, so the list ends here" in told
    assert "prompt 'bent': its title is of a wrong type, and left out" in server.warnings
    assert [one.name for one in server.prompts[1].arguments] == ["a"]
    assert server.resources.templates[1].variables == []
    assert (await workbench.call("odd.good")).text


@pytest.mark.requirement("CON-32")
async def test_a_list_that_is_none_leaves_the_server_usable(workbench: Workbench) -> None:
    server = await connected(workbench, "no-lists")
    assert await names_of_all(server) == [[], [], [], []]
    assert len(server.warnings) == 4
    assert server.status == "connected"


async def test_a_list_that_the_server_does_not_declare_is_not_asked_for(
    workbench: Workbench,
) -> None:
    server = await connected(workbench, "bare")
    assert await names_of_all(server) == [[], [], [], ["prompts1", "stays"]]
    await until(lambda: "prompts/list" in server.log)
    assert not {"tools/list", "resources/list", "resources/templates/list"} & set(server.log)
    assert server.warnings == []


@pytest.mark.requirement("CON-26")
@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_what_changes_is_there_in_the_next_cell(workbench: Workbench, era: str) -> None:
    server = await workbench.connect(CHANGING, "changing", era=era)
    assert isinstance(server, Server)
    await server.resources.fetch()
    await server.prompts.fetch()
    heard = asyncio.Event()
    loop = asyncio.get_running_loop()
    workbench.listen(lambda: loop.call_soon_threadsafe(heard.set))
    with pytest.raises(ToolNotFound):
        await workbench.call("changing.newcomer")
    heard.clear()
    await workbench.call("changing.grow", {"name": "newcomer"})
    assert (await workbench.call("changing.newcomer")).value == "newcomer works"
    async with asyncio.timeout(20):
        await heard.wait()
    await until(lambda: "newcomer" in {one.name for one in server.prompts})
    assert [one.uri for one in server.resources] == ["kept://count", "kept://newcomer"]
    await workbench.call("changing.shrink", {"name": "newcomer"})
    with pytest.raises(ToolNotFound) as caught:
        await workbench.call("changing.newcomer")
    assert "'changing' has no tool 'newcomer'" in caught.value.what
    asked = await workbench.call("changing.how_often", {"method": "tools/list"})
    assert asked.value <= 4


@pytest.mark.requirement("CON-26")
async def test_changes_are_heard_over_http_too_and_closing_waits_for_none(
    workbench: Workbench,
) -> None:
    with changing_web() as url:
        server = await workbench.connect(url, "web")
        assert isinstance(server, Server)
        assert server.protocol_version == "2026-07-28"
        await server.prompts.fetch()
        heard: list[str] = []
        await server.subscribe("kept://count", heard.append)
        await workbench.call("web.grow", {"name": "newcomer"})
        await until(lambda: "newcomer" in {one.name for one in server.prompts})
        assert (await workbench.call("web.newcomer")).value == "newcomer works"
        await workbench.call("web.touch", {"uri": "kept://count", "times": 1})
        await until(lambda: heard == ["kept://count"])
        began = time.monotonic()
        await server.close()
        assert time.monotonic() - began < 3


@pytest.mark.requirement("CON-26")
async def test_a_storm_of_changes_is_one_change(workbench: Workbench) -> None:
    server = await connected(workbench, "stormy")
    assert (await workbench.call("stormy.stays")).text == "stays after 1 lists"
    said = (await workbench.call("stormy.stays")).text
    assert int(said.split()[2]) <= 4
    await until(lambda: server.tools.names[0] != "tools1")


async def test_a_list_that_fails_when_it_changed_leaves_the_old_one(workbench: Workbench) -> None:
    server = await connected(workbench, "failing-list")
    assert [one.name for one in await server.prompts.fetch()] == ["prompts1", "stays"]
    await workbench.call("failing-list.stays")
    assert (await workbench.call("failing-list.stays")).text
    with pytest.raises(ProtocolError):
        await server.prompts.fetch()
    assert [one.name for one in server.prompts] == ["prompts1", "stays"]
    assert any("could not be listed anew" in one for one in server.warnings)


@pytest.mark.requirement("CON-26")
async def test_a_list_is_kept_for_as_long_as_the_server_says(workbench: Workbench) -> None:
    server = await connected(workbench, "short-lived")
    first = await names_of_all(server)
    assert await names_of_all(server) == first == [["now1", "wait"]] * 4
    await workbench.call("short-lived.wait")  # longer than that
    assert await names_of_all(server) == [["now1", "wait"], *[["now2", "wait"]] * 3]
    assert [one.name for one in await workbench.tools("short-lived")] == ["now2", "wait"]


@pytest.mark.requirement("CON-26")
async def test_a_list_that_may_not_be_kept_is_read_for_each_look_but_not_for_each_call(
    workbench: Workbench,
) -> None:
    server = await connected(workbench, "at-once-old")
    assert (await server.prompts.fetch())[0].name == "now1"
    assert (await server.prompts.fetch())[0].name == "now2"
    assert (await workbench.call("at-once-old.wait")).text == "wait after 1 lists"
    assert (await workbench.call("at-once-old.now2")).text == "now2 after 2 lists"


async def test_a_server_that_ends_its_streams_at_once_is_asked_less_and_less_and_told_of_once(
    workbench: Workbench,
) -> None:
    started = time.monotonic()
    server = await workbench.connect(HANGING_UP, "short")
    assert isinstance(server, Server)
    await until(lambda: server.log.count("subscriptions/listen") == 4)
    assert time.monotonic() - started >= 3.5, "after 0.5, 1 and 2 seconds"
    (warning,) = server.warnings
    assert "it ends its streams of changes as soon as they are open" in warning
    assert server.status == "connected"
