"""Names of servers can be typed, and no two differ by their case alone."""

import json
from pathlib import Path

import pytest

from mcp_workbench import HttpServer, Server, StdioServer, Workbench
from mcp_workbench.errors import ConfigInvalid, ServerNotFound

pytestmark = pytest.mark.requirement("CFG-09")


@pytest.mark.parametrize("name", ["time", "T", "a-b_c-1", "x" * 64])
async def test_letters_digits_and_two_signs_are_a_name(name: str) -> None:
    async with Workbench() as wb:
        server = wb.add(StdioServer("x"), name)
        assert isinstance(server, Server)
        assert server.name == name


@pytest.mark.parametrize("name", ["a b", "x" * 65, "é", "a.b", "a/b", "a\n"])
async def test_anything_else_is_refused_with_what_may_stand_there(name: str) -> None:
    async with Workbench() as wb:
        with pytest.raises(ConfigInvalid, match="letters, digits, - and _, at most 64") as caught:
            wb.add(StdioServer("x"), name)
        assert caught.value.reason == "bad-name"
        assert not wb.servers


async def test_a_typed_name_that_differs_by_its_case_alone_is_refused() -> None:
    async with Workbench() as wb:
        wb.add(StdioServer("x"), "time")
        with pytest.raises(ConfigInvalid, match="there is a server 'time' already") as caught:
            wb.add(HttpServer("https://h.example/mcp"), "Time")
        assert caught.value.reason == "name-taken"
        # the very same name takes the place of the server that had it
        wb.add(StdioServer("y"), "time")
        assert [(name, one.spec) for name, one in wb.servers.items()] == [
            ("time", StdioServer("y"))
        ]


async def test_the_entry_of_a_file_gets_another_name_and_the_same_one_each_time(
    tmp_path: Path,
) -> None:
    file = tmp_path / "servers.json"
    entries = {"Time": {"command": "x"}, "my server": {"command": "x"}}
    file.write_text(json.dumps({"mcpServers": entries}))
    async with Workbench() as wb:
        wb.add(StdioServer("x"), "time")
        for _ in range(2):
            wb.add(file)
            assert sorted(wb.servers) == ["Time-2", "my-server", "time"]


async def test_another_name_is_seen_by_who_looks_at_the_servers_already(
    workbench: Workbench,
) -> None:
    servers = workbench.servers
    for name in ("one", "two", "three"):
        workbench.add("uvx shop", name)
    with pytest.raises(ServerNotFound):
        workbench.rename("none", "first")
    workbench.rename("one", "first")
    assert list(servers) == ["first", "two", "three"]
    assert list(servers) == [server.name for server in workbench.servers.values()]
