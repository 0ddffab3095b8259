"""Lists that a server gives in pages, read whole."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .tap import Answer

PAGES = 64  # the same bound as the SDK for TypeScript has

Page = Callable[[str, "str | None"], Awaitable["tuple[Answer, str | None]"]]


async def entries_of_all_pages(
    page: Page, kind: str, warn: Callable[[str], None]
) -> list[dict[str, Any]]:
    """All entries of a list, up to a bound; what was read stays when the cursors go in circles.

    Args:
        page: reads one page: given kind and cursor, the answer as on the wire, and the cursor of
            the next page, `None` at the end.
        kind: of the entries, such as `tools`; also their key in the answer.
        warn: told what was repaired, and whether something is left out.

    Raises:
        WorkbenchError: a page cannot be read.
    """
    entries: list[dict[str, Any]] = []
    cursor, seen = None, set[str]()
    for _ in range(PAGES):
        answer, cursor = await page(kind, cursor)
        for warning in answer.warnings:
            warn(warning)
        entries += answer.wire.get(kind, ())
        if cursor is None or cursor in seen:
            break
        seen.add(cursor)
    if cursor is not None:
        warn(f"{kind}/list: the pages repeat or do not end; the rest is left out")
    return entries
