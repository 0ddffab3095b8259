"""Lists that a server gives in pages, read whole."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from ..offers import Kind

if TYPE_CHECKING:
    from .tap import Answer

PAGES = 64  # the same bound as the SDK for TypeScript has
ENTRIES = 50_000
DOUBLES = 20  # of a list that are named
DAY = 24 * 60 * 60 * 1000  # milliseconds; no list is kept for longer

Page = Callable[[Kind, "str | None"], Awaitable["Answer"]]


@dataclass(frozen=True)
class Pages:
    """All pages of a list.

    Args:
        entries: in the server's order, the second of two with one identity too.
        ttl: seconds for which the list may be kept, where the server says so; else None.
    """

    entries: list[dict[str, Any]]
    ttl: float | None


async def entries_of_all_pages(
    page: Page, kind: Kind, warn: Callable[[str], None], *, empty_is_last: bool
) -> Pages:
    """All entries of a list, up to 64 pages and 50,000 entries.

    What was read stays when the cursors go in circles.

    Args:
        page: reads one page, which begins at the cursor.
        kind: which list.
        warn: told what was repaired, and whether something is left out.
        empty_is_last: whether an empty cursor ends the list, as servers of older revisions mean
            it; since 2026-07-28 every text is a cursor.

    Raises:
        WorkbenchError: a page cannot be read.
    """
    entries: list[dict[str, Any]] = []
    ttls: list[float] = []
    cursor, seen, trouble = None, set[str](), "the pages do not end"
    for _ in range(PAGES):
        answer = await page(kind, cursor)
        for warning in answer.warnings:
            warn(warning)
        entries += answer.wire.get(kind.key, ())
        ttls += _ttl(answer.wire.get("ttlMs"))
        cursor = answer.wire.get("nextCursor")
        if cursor == "" and empty_is_last:
            cursor = None
        if len(entries) > ENTRIES:
            trouble = f"it has more than {ENTRIES:,} entries"
            break
        if cursor is None:
            break
        if cursor in seen:
            trouble = "the pages repeat"
            break
        seen.add(cursor)
    if cursor is not None or len(entries) > ENTRIES:
        warn(f"{kind.method}: {trouble}; the rest is left out")
    _warn_of_doubles(kind, entries, warn)
    return Pages(entries[:ENTRIES], min(ttls, default=None))


def _ttl(given: Any) -> list[float]:
    """Seconds that a server gives in milliseconds; nothing where it gives no sensible number."""
    if isinstance(given, bool) or not isinstance(given, int | float):
        return []
    return [min(given, DAY) / 1000] if 0 <= given < math.inf else []


def _warn_of_doubles(
    kind: Kind, entries: list[dict[str, Any]], warn: Callable[[str], None]
) -> None:
    times = Counter(cast("str", entry[kind.identity]) for entry in entries)
    doubles = [identity for identity, count in times.items() if count > 1]
    for identity in doubles[:DOUBLES]:
        warn(f"{kind.method}: {identity!r} is listed more than once; the first counts")
    if len(doubles) > DOUBLES:
        warn(f"{kind.method}: {len(doubles) - DOUBLES:,} more are listed more than once")
