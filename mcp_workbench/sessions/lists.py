"""What a connected server lists: fetched when first needed, kept, and fetched anew on a change."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import anyio

from ..errors import CallTimeout, ProtocolError, WorkbenchError
from ..offers import (
    KINDS,
    PROMPTS,
    RESOURCES,
    TEMPLATES,
    TOOLS,
    Kind,
    Prompt,
    Resource,
    ResourceTemplate,
)
from ..tools import Catalogue, Selection, Tool
from .paging import Page, entries_of_all_pages
from .repairs import Json

MAKERS: Mapping[Kind, Callable[[str, Json], Any]] = {
    TOOLS: Tool.from_wire,
    RESOURCES: Resource.from_wire,
    TEMPLATES: ResourceTemplate.from_wire,
    PROMPTS: Prompt.from_wire,
}
# how the SDK's client lists them
LIST: Mapping[Kind, str] = {
    TOOLS: "list_tools",
    RESOURCES: "list_resources",
    TEMPLATES: "list_resource_templates",
    PROMPTS: "list_prompts",
}
CHANGES: Mapping[str, tuple[Kind, ...]] = {
    "notifications/tools/list_changed": (TOOLS,),
    "notifications/resources/list_changed": (RESOURCES, TEMPLATES),
    "notifications/prompts/list_changed": (PROMPTS,),
}
# seconds from the news of a change until the list is fetched, doubled with each round of a storm
PAUSE, LONGEST_PAUSE = 0.05, 5.0
_editions = count(1)  # of the tools of all servers, so that two connections differ, too
UNKNOWN = "rpc_-32601"  # the reason of an error that says: no such method


@dataclass
class _Kept:
    """One list as it was last fetched."""

    values: list[Any] = field(default_factory=list[Any])
    fetched: bool = False
    changed: bool = False
    ttl: float | None = None
    good_until: float = math.inf
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def fresh(self) -> bool:
        """Whether it may be used: until the server tells of a change, or its time is over."""
        return self.fetched and not self.changed and time.monotonic() < self.good_until

    def keep(self, values: list[Any], ttl: float | None) -> None:
        self.values, self.fetched, self.ttl = values, True, ttl
        # at 0 it is out of date at once, which is for `listing` to heed: a call needs one tool
        self.good_until = time.monotonic() + ttl if ttl else math.inf


class Lists:
    """The tools, resources, resource templates and prompts of one connection.

    Only on the background loop.

    Args:
        server: its name.
        page: fetches one page of a list.
        warn: told what is odd about a list.
        changed: told when a list changed by the server's own account.
        limit: seconds that a list may take.
        selection: which of the tools are used.

    Source: MCP 2026-07-28, `ttlMs` of the results of lists; the `list_changed` notifications.
    """

    def __init__(
        self,
        server: str,
        page: Page,
        warn: Callable[[str], None],
        changed: Callable[[], None],
        limit: float,
        selection: Selection,
    ) -> None:
        self._server, self._page, self._limit = server, page, limit
        self._warn, self._has_changed, self._selection = warn, changed, selection
        self.tools = Catalogue(server)
        self.edition = 0  # another number whenever they are other tools
        self._kept = {kind: _Kept() for kind in KINDS}
        self.capabilities: Any = None
        self._empty_is_last = True
        self._refreshing: asyncio.Task[None] | None = None

    def begin(self, capabilities: Any, *, modern: bool) -> None:
        """Take what the server declared: a list that it does not have is not asked for."""
        self.capabilities, self._empty_is_last = capabilities, not modern

    def has(self, kind: Kind) -> bool:
        """Whether the server declared that it has this list."""
        return getattr(self.capabilities, kind.capability, None) is not None

    def fetched(self, kind: Kind) -> bool:
        """Whether it was ever fetched."""
        return self._kept[kind].fetched

    def known(self, kind: Kind) -> list[Any]:
        """What was fetched last; nothing is waited for."""
        return list(self._kept[kind].values)

    async def current(self, kind: Kind) -> list[Any]:
        """The list, fetched where it was not yet, or has changed, or is too old.

        Raises:
            CallTimeout: the server does not answer.
            WorkbenchError: what else keeps it from being fetched.
        """
        kept = self._kept[kind]
        if not kept.fresh:
            async with kept.lock:
                if not kept.fresh:
                    await self._fetch(kind, kept)
        return list(kept.values)

    async def listing(self, kind: Kind) -> list[Any]:
        """The list for a person: as `current`, and anew where the server lets none be kept."""
        kept = self._kept[kind]
        if kept.ttl == 0:
            kept.changed = True
        return await self.current(kind)

    async def catalogue(self) -> Catalogue:
        """`listing` of the tools."""
        await self.listing(TOOLS)
        return self.tools

    async def tool(self, name: str) -> Tool:
        """The tool of this name, as far as can be known: the list is fetched where it is old.

        Raises:
            ToolNotFound: there is none.
        """
        kept = self._kept[TOOLS]
        if not kept.fresh or (kept.ttl == 0 and self.tools.get(name) is None):
            try:
                await self.listing(TOOLS)
            except WorkbenchError as error:
                # an old list is better than none, and not every call is to wait for a new one
                kept.changed, kept.good_until = False, time.monotonic() + self._limit
                self._warn(f"the tools could not be listed anew: {error.what}")
        return self.tools[name]

    async def _fetch(self, kind: Kind, kept: _Kept) -> None:
        kept.changed = False  # news that come from here on are of the next list
        try:
            if self.has(kind):
                await self._fetch_pages(kind)
            else:
                self._keep(kind, [], None)
        except BaseException:
            kept.changed = True
            raise

    async def _fetch_pages(self, kind: Kind) -> None:
        try:
            with anyio.move_on_after(self._limit) as scope:
                pages = await entries_of_all_pages(
                    self._page, kind, self._warn, empty_is_last=self._empty_is_last
                )
                make = MAKERS[kind]
                self._keep(kind, [make(self._server, one) for one in pages.entries], pages.ttl)
        except ProtocolError as error:
            if error.reason != UNKNOWN:
                raise
            if kind is not TEMPLATES:  # many servers with resources have no templates
                self._warn(f"it declares {kind.name} but does not know {kind.method}")
            self._keep(kind, [], None)
            return
        if scope.cancelled_caught:
            raise CallTimeout(
                f"server {self._server!r} did not list its {kind.name} within {self._limit:g} s",
                hint="look at the server's own log",
                reason="timeout",
            )

    def _keep(self, kind: Kind, values: list[Any], ttl: float | None) -> None:
        is_new = not self._kept[kind].fetched or self._kept[kind].values != values
        self._kept[kind].keep(values, ttl)
        if kind is TOOLS and is_new:
            self.edition = next(_editions)
            self.tools = Catalogue(self._server, values, self._selection)
            for warning in self.tools.warnings:
                self._warn(warning)

    def hear(self, method: str, _params: Json) -> None:
        """Take news of the server: `method` is that of a notification."""
        kinds = CHANGES.get(method, ())
        for kind in kinds:
            self._kept[kind].changed = True
        if any(self._kept[kind].fetched for kind in kinds):
            self._refresh()

    def suspect(self) -> None:
        """Take every list for changed: news may have been lost."""
        for method in CHANGES:
            self.hear(method, {})

    def _refresh(self) -> None:
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._fetch_changed(), name="mcp lists")

    async def _fetch_changed(self) -> None:
        """Fetch what changed, once for all news that come in the meantime, ever more slowly."""
        pause = PAUSE
        while True:
            await asyncio.sleep(pause)
            kinds = [kind for kind, kept in self._kept.items() if kept.fetched and kept.changed]
            if not kinds:
                break
            for kind in kinds:
                try:
                    await self.current(kind)
                except WorkbenchError as error:  # the next use tries again
                    self._warn(f"the {kind.name} could not be listed anew: {error.what}")
                    return
            pause = min(2 * pause, LONGEST_PAUSE)
            self._has_changed()

    def end(self) -> None:
        """Fetch nothing any more."""
        if self._refreshing is not None:
            self._refreshing.cancel()
