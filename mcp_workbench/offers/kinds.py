"""The lists that a server may have."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """One list of the protocol.

    Args:
        name: the word for its entries.
        method: the request that lists them.
        key: where they stand in its answer.
        identity: the field that tells one entry from the others.
        capability: what a server declares that has this list.

    Source: MCP 2026-07-28, server/tools, server/resources and server/prompts.

    >>> TEMPLATES.method, TEMPLATES.key, TEMPLATES.capability
    ('resources/templates/list', 'resourceTemplates', 'resources')
    """

    name: str
    method: str
    key: str
    identity: str
    capability: str


TOOLS = Kind("tools", "tools/list", "tools", "name", "tools")
RESOURCES = Kind("resources", "resources/list", "resources", "uri", "resources")
TEMPLATES = Kind(
    "resource templates",
    "resources/templates/list",
    "resourceTemplates",
    "uriTemplate",
    "resources",
)
PROMPTS = Kind("prompts", "prompts/list", "prompts", "name", "prompts")
KINDS = (TOOLS, RESOURCES, TEMPLATES, PROMPTS)
