"""Pages of a list: what a server says of them is bounded."""

import time
from typing import Any

import pytest

from mcp_workbench.offers import TOOLS
from mcp_workbench.sessions.paging import Pages, entries_of_all_pages
from mcp_workbench.sessions.remarks import MOST, SHOWN, remark
from mcp_workbench.sessions.tap import Answer


async def pages_of(wire: dict[str, Any], remarks: list[str]) -> Pages:
    async def page(*_: object) -> Answer:
        return Answer(wire)

    def warn(text: str) -> None:
        remark(remarks, text)

    return await entries_of_all_pages(page, TOOLS, warn, empty_is_last=True)


@pytest.mark.parametrize("ttl", [10**400, 1e300])
async def test_a_list_that_may_be_kept_for_ever_is_kept_for_a_day(ttl: float) -> None:
    assert (await pages_of({"ttlMs": ttl}, [])).ttl == 24 * 60 * 60


async def test_a_list_of_doubles_costs_little_and_is_told_in_bounds() -> None:
    remarks: list[str] = []
    entries = [{"name": f"{number // 2} {'x' * 5000}"} for number in range(50_000)]
    started = time.monotonic()
    await pages_of({"tools": entries}, remarks)
    assert time.monotonic() - started < 3
    assert remarks[0].startswith("tools/list: '0 xxx")
    assert remarks[-1] == "tools/list: 24,980 more are listed more than once"
    assert max(map(len, remarks)) <= SHOWN


def test_what_is_odd_without_end_is_kept_in_bounds() -> None:
    remarks: list[str] = []
    started = time.monotonic()
    for number in range(100_000):
        remark(remarks, f"{number} is odd")
    assert time.monotonic() - started < 2
    assert len(remarks) == MOST + 1
    assert remarks[-1].startswith("more is odd")
