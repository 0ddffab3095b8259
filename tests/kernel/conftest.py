"""Kernels and ears, on the one event loop that the tests of a module share."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.kernel.drive import Ears, Kernel


def pytest_itemcollected(item: pytest.Item) -> None:
    """What speaks with a kernel of the module must run on the loop of the module."""
    if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
        # before the mark without a scope that every asynchronous test is given
        item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


@pytest_asyncio.fixture(loop_scope="module")
async def kernel(tmp_path: Path) -> AsyncIterator[Kernel]:
    """A kernel of its own for each test."""
    async with Kernel(tmp_path) as one:
        yield one


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def module_kernel(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Kernel]:
    async with Kernel(tmp_path_factory.mktemp("kernel")) as one:
        yield one


@pytest_asyncio.fixture(loop_scope="module")
async def used_kernel(module_kernel: Kernel) -> AsyncIterator[Kernel]:
    """The one kernel of a module, for tests that leave it usable: no start-up, no imports.

    Each test finds it without the extension, without servers, and without names.
    """
    yield module_kernel
    cleared = await module_kernel.run("%unload_ext mcp_workbench\n%reset -f")
    assert cleared.status == "ok", cleared


@pytest_asyncio.fixture(loop_scope="module")
async def ears() -> AsyncIterator[Ears]:
    async with Ears() as one:
        yield one
