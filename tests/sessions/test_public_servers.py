"""The servers of the field's own examples: connected, listed, and used."""

from __future__ import annotations

import asyncio
import shlex
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import pytest_asyncio

from mcp_workbench import Workbench
from tests.conftest import EVERYTHING, NODE, SERVERS, TIME

NPM = SERVERS / "npm" / "node_modules" / "@modelcontextprotocol"
PYTHON = str(SERVERS / "python" / "bin" / "python")


class Page(BaseHTTPRequestHandler):
    """A page, which robots may read, and one that they may not."""

    def do_GET(self) -> None:
        robots = self.path == "/robots.txt"
        text = "User-agent: *\nDisallow: /private\n" if robots else "<h1>Tea</h1><p>3.50 today</p>"
        self.send_response(200)
        self.send_header("content-type", "text/plain" if robots else "text/html")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  the base names it so
        """Nothing is logged."""


@pytest.fixture(scope="module")
def page() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join(5)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a file that is not committed."""
    directory = tmp_path_factory.mktemp("place")
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", str(directory)], check=True)
    (directory / "note.txt").write_text("ink\n")
    return directory


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bench(place: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """All of them, connected at once."""
    kept = tmp_path_factory.mktemp("kept")
    commands = {
        "sqlite": (str(SERVERS / "sqlite" / "bin" / "mcp-server-sqlite"), "--db", kept / "a.db"),
        "fetch": (PYTHON, "-m", "mcp_server_fetch", "--allow-private-ips"),
        "git": (PYTHON, "-m", "mcp_server_git", "--repository", place),
        "filesystem": (NODE, NPM / "server-filesystem" / "dist" / "index.js", place),
        "memory": (NODE, NPM / "server-memory" / "dist" / "index.js"),
        "time": shlex.split(TIME),
        "everything": shlex.split(EVERYTHING),
    }
    env = {"memory": {"MEMORY_FILE_PATH": str(kept / "memory.jsonl")}}
    async with Workbench() as workbench:
        workbench.roots = [place]  # the file server takes these for the directories that it serves
        await asyncio.gather(
            *(
                workbench.connect(shlex.join(map(str, words)), name, env=env.get(name, {}))
                for name, words in commands.items()
            )
        )
        yield workbench


@pytest.mark.requirement("CON-37")
@pytest.mark.parametrize(
    ("server", "revision", "tools"),
    [
        ("sqlite", "2025-11-25", {"read_query", "write_query", "create_table", "list_tables"}),
        ("fetch", "2026-07-28", {"fetch"}),
        ("git", "2026-07-28", {"git_status", "git_log", "git_commit"}),
        ("time", "2026-07-28", {"get_current_time", "convert_time"}),
        ("filesystem", "2025-11-25", {"read_text_file", "list_directory"}),
        ("memory", "2025-11-25", {"create_entities", "search_nodes"}),
        ("everything", "2025-11-25", {"echo", "get-sum"}),
    ],
)
@pytest.mark.asyncio(loop_scope="module")
async def test_each_lists_its_tools_and_nothing_is_wrong_with_it(
    bench: Workbench, server: str, revision: str, tools: set[str]
) -> None:
    connected = bench.server(server)
    assert connected.protocol_version == revision
    assert tools <= set(connected.tools.names)
    assert connected.warnings == []


@pytest.mark.requirement("CON-37")
@pytest.mark.asyncio(loop_scope="module")
async def test_a_database_is_written_and_read(bench: Workbench) -> None:
    await bench.call("sqlite.create_table", {"query": "CREATE TABLE tea (name TEXT, price REAL)"})
    await bench.call("sqlite.write_query", {"query": "INSERT INTO tea VALUES ('green', 3.5)"})
    result = await bench.call("sqlite.read_query", {"query": "SELECT * FROM tea"})
    assert result.text == "[{'name': 'green', 'price': 3.5}]"


@pytest.mark.requirement("CON-37")
@pytest.mark.asyncio(loop_scope="module")
async def test_a_page_is_fetched_and_what_robots_may_not_read_is_not(
    bench: Workbench, page: str
) -> None:
    result = await bench.call("fetch.fetch", {"url": f"{page}/tea"})
    assert "3.50 today" in result.text
    refused = await bench.call("fetch.fetch", {"url": f"{page}/private"}, raise_on_error=False)
    assert refused.error is not None
    assert refused.error.code == "mcp_tool_error"
    assert "robots.txt" in refused.error.what


@pytest.mark.requirement("CON-37")
@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("git.git_status", {"repo_path": "PLACE"}, "note.txt"),
        ("filesystem.read_text_file", {"path": "PLACE/note.txt"}, "ink"),
        ("everything.get-sum", {"a": 2, "b": 3}, "The sum of 2 and 3 is 5."),
    ],
)
@pytest.mark.asyncio(loop_scope="module")
async def test_a_call_brings_what_it_should(
    bench: Workbench, place: Path, tool: str, arguments: dict[str, Any], words: str
) -> None:
    here = {
        name: value.replace("PLACE", str(place)) if isinstance(value, str) else value
        for name, value in arguments.items()
    }
    assert words in (await bench.call(tool, here)).text


@pytest.mark.requirement("CON-37")
@pytest.mark.asyncio(loop_scope="module")
async def test_structured_answers_are_values(bench: Workbench) -> None:
    asked = {"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"}
    converted = await bench.call("time.convert_time", asked)
    assert converted.value["time_difference"] == "+9.0h"
    ada = {"name": "Ada", "entityType": "person", "observations": ["counts"]}
    await bench.call("memory.create_entities", {"entities": [ada]})
    found = await bench.call("memory.search_nodes", {"query": "Ada"})
    assert found.value["entities"] == [ada]
