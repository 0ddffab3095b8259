"""Kernels and ears for one test each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.kernel.drive import Ears, Kernel


@pytest_asyncio.fixture
async def kernel(tmp_path: Path) -> AsyncIterator[Kernel]:
    async with Kernel(tmp_path) as one:
        yield one


@pytest_asyncio.fixture
async def ears() -> AsyncIterator[Ears]:
    async with Ears() as one:
        yield one
