"""Files of no certain client: every shape there is, teams of agents and FastMCP's among them.

Source: FastMCP documentation, "MCP JSON configuration", for the bare map, `transport` and `auth`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .copilot import without_all
from .dialect import ROOT, Dialect, Raw, Where, below, spelt
from .entries import Keys, mapping
from .jupyter import with_pairs

SSE_PATH = re.compile(r"/sse(/|\?|&|$)")
KNOWN = below((ROOT,), ("servers",), ("mcp", "servers"), ("mcp_servers",), ("context_servers",))
TELLING = ("command", "url", "serverUrl", "httpUrl")


def _places(root: Mapping[str, Any], where: Where) -> list[Keys]:
    found = list(KNOWN(root, where))
    agents = [
        ("agents", name, "mcp_servers")
        for name, agent in (mapping(root.get("agents")) or {}).items()
        if "mcp_servers" in (mapping(agent) or {}) and where.agent in (None, name)
    ]
    if found or agents:
        return [*found, *agents]
    return [()] if _is_bare(root) else []


def _is_bare(root: Mapping[str, Any]) -> bool:
    """Whether each name of the document itself is a server's."""
    entries = [mapping(one) for one in root.values()]
    return None not in entries and any(name in one for one in entries if one for name in TELLING)


def _generic(raw: Raw) -> Mapping[str, Any]:
    fields = dict(without_all(raw))
    if not isinstance(fields.get("tools"), list):
        fields.pop("tools", None)
    fields = dict(with_pairs(replace(raw, fields=fields)))
    auth = fields.get("auth")
    if auth == "oauth":
        fields["oauth"] = {}
    elif isinstance(auth, str):
        fields["headers"] = {
            "Authorization": f"Bearer {auth}",
            **(mapping(fields.get("headers")) or {}),
        }
    return fields


def _by_path(url: str) -> str:
    return "sse" if SSE_PATH.search(url) else "http"


GENERIC = Dialect(
    "generic",
    "the file",
    places=_places,
    spellings=spelt(include_tools="tools", url=("serverUrl", "httpUrl")),
    has_comments=True,
    may_list=True,
    shape=_generic,
    untyped=_by_path,
    silent=frozenset(
        {"auth", "keep_alive", "sse_read_timeout", "icon", "authentication", "alwaysLoad", "source"}
    ),
)
