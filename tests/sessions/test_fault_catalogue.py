"""One fault, one typed error or the repaired answer, in time; nothing is left, and others go on."""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
import pytest_asyncio

from mcp_workbench import HttpServer, StdioServer, Workbench
from mcp_workbench.settings import Settings
from tests.conftest import FAULTY, ROOT
from tests.servers.web import Web
from tests.sessions.catalogue import ALL, GROUPS, Fault
from tests.sessions.programs import until

FILE = str(ROOT / "tests" / "servers" / "faulty.py")
LONGEST = 15  # seconds that are more than any of them takes, the limit of connecting apart
PAGE = ROOT / "docs" / "faults.md"


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    with Web() as other, Web(elsewhere=other.url) as server:
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bench() -> AsyncIterator[Workbench]:
    """A workbench with one server that is well."""
    async with Workbench(Settings(probe_timeout=0.5, largest_message=1 << 20)) as workbench:
        await workbench.connect(f"{FAULTY} none", "well")
        yield workbench


async def well(bench: Workbench) -> None:
    started = time.monotonic()
    assert (await bench.call("well.ok")).value == "done"
    assert time.monotonic() - started < LONGEST / 3


def running(mark: str) -> list[int]:
    """The processes that carry `mark`, whoever started them."""
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                environment = (entry / "environ").read_bytes()
            except OSError:
                continue  # it ended, or is somebody else's
            if mark.encode() in environment:
                found.append(int(entry.name))
    return found


def spec_of(fault: Fault, web: Web, mark: str) -> StdioServer | HttpServer:
    if fault.name.startswith("/"):
        return HttpServer(web.url + fault.name, startup_timeout=fault.limit)
    words = (FILE, fault.name)
    return StdioServer(sys.executable, words, env={"MARK": mark}, startup_timeout=fault.limit)


@pytest.mark.requirement("CON-18")
@pytest.mark.requirement("CON-32")
@pytest.mark.parametrize("fault", ALL, ids=[fault.name for fault in ALL])
@pytest.mark.asyncio(loop_scope="module")
async def test_a_fault_ends_as_the_page_says(bench: Workbench, web: Web, fault: Fault) -> None:
    name, mark, started = re.sub(r"\W", "-", fault.name).strip("-"), uuid4().hex, time.monotonic()
    server = bench.add(spec_of(fault, web, mark), name)
    assert not isinstance(server, list)
    waits = 1 if "timeout" in fault.error else 60
    call = asyncio.ensure_future(bench.call(f"{name}.ok", timeout=waits, raise_on_error=False))
    await well(bench)
    result = await call
    assert time.monotonic() - started < fault.limit + LONGEST

    error = result.error
    assert ("" if error is None else f"{error.code} {error.reason}") == fault.error
    told = [str(error), *result.warnings, *server.warnings, *server.log]
    assert fault.words in "\n".join(told)
    if error is None:
        assert re.fullmatch(fault.answer, result.text), result.text
    else:
        assert repr(name) in error.what or f"{name}." in error.what
        assert error.hint

    ending = time.monotonic()
    await server.remove()
    assert time.monotonic() - ending < LONGEST
    await until(lambda: not running(mark))
    await well(bench)


def test_the_page_tells_all_of_them() -> None:
    told = re.split(r"^## (.*)$", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    tables = {
        title: [line for line in text.splitlines() if line.startswith("| ")][1:]
        for title, text in zip(told[1::2], told[2::2], strict=True)
    }
    assert tables == {title: [fault.row for fault in group] for title, group in GROUPS.items()}
