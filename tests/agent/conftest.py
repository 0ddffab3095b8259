"""Connected servers for the tests of agents, and programs that run apart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mcp_workbench import Workbench
from tests.conftest import DEMO


@pytest.fixture(scope="session")
def bench() -> Iterator[Workbench]:
    """One workbench for all, with the demo server, and a second of the same tools."""
    workbench = Workbench()
    workbench.connect_sync(DEMO, "demo")
    workbench.connect_sync(DEMO, "twin")
    yield workbench
    workbench.close_sync()
