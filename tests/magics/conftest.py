"""Cells to run magics in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mcp_workbench import Workbench
from mcp_workbench.sessions import set_workbench
from tests.magics.cells import MIRROR, Cells


def cells() -> Iterator[Cells]:
    workbench = Workbench()
    before = set_workbench(workbench)
    try:
        yield Cells(workbench)
    finally:
        workbench.close_sync()
        set_workbench(before)


@pytest.fixture
def cell() -> Iterator[Cells]:
    """Cells of a shell without servers."""
    yield from cells()


@pytest.fixture(scope="module")
def connected() -> Iterator[Cells]:
    """Cells of one shell for a module, with the servers `demo` and `mirror`."""
    for one in cells():
        one("%mcp connect demo")
        one(f"%mcp connect mirror -- {MIRROR}")
        yield one
