"""The interface that a tool brings for hosts that show such: the extension MCP Apps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self, cast

from ..visible import one_line

OLD_KEY = "ui/resourceUri"
BOTH = ("model", "app")


@dataclass(frozen=True)
class Interface:
    """Where a tool's interface is, and who is to see the tool. It is kept, and not shown.

    A tool that is not for models is given to none with the tools of its server.

    Args:
        resource_uri: the resource with its HTML; empty where the tool only says who sees it.
        visibility: `model`, `app`, or both.

    Source: MCP extension `io.modelcontextprotocol/ui` (SEP-1865), tool metadata.

    >>> Interface.from_meta({"ui": {"resourceUri": "ui://shop/cart", "visibility": ["app"]}})
    Interface(resource_uri='ui://shop/cart', visibility=('app',))
    """

    resource_uri: str
    visibility: tuple[str, ...] = BOTH

    @classmethod
    def from_meta(cls, meta: Mapping[str, Any]) -> Self | None:
        """What `_meta` of a tool says; None where it says nothing that can be read."""
        said = meta.get("ui")
        ui = cast("Mapping[str, Any]", said if isinstance(said, Mapping) else {})
        uri, seen = ui.get("resourceUri", meta.get(OLD_KEY)), ui.get("visibility")
        if not isinstance(uri, str) and not isinstance(seen, list):
            return None
        listed = cast("list[Any]", seen) if isinstance(seen, list) else BOTH
        by = tuple(one for one in BOTH if one in listed)
        return cls(uri if isinstance(uri, str) else "", by)

    def __str__(self) -> str:
        where = f" {one_line(self.resource_uri)}" if self.resource_uri else ""
        return f"It brings an interface{where} for {' and '.join(self.visibility) or 'nobody'}."
