"""Jupyter AI and Jupyter's MCP manager: `mcp_servers` as a list, pairs as lists of name and value.

Source: jupyter-ai-persona-manager 0.3.0, `mcp_settings.json`; jupyter-mcp-manager 0.2.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .dialect import Dialect, Raw, below
from .entries import mapping, sequence
from .notation import NONE


def with_pairs(raw: Raw) -> Mapping[str, Any]:
    """The fields, with `env` and `headers` as objects.

    >>> with_pairs(Raw("a", {"env": [{"name": "A", "value": "1"}]}, {}, []))
    {'env': {'A': '1'}}
    """
    fields = dict(raw.fields)
    for field in ("env", "headers"):
        pairs = [mapping(one) for one in sequence(fields.get(field)) or ()]
        named = [one for one in pairs if one and isinstance(one.get("name"), str)]
        # anything else is left to be refused
        if sequence(fields.get(field)) is not None and len(named) == len(pairs):
            fields[field] = {one["name"]: one.get("value") for one in named}
    return fields


JUPYTER_AI = Dialect(
    "jupyter-ai",
    "Jupyter AI",
    places=below(("mcp_servers",)),
    notation=NONE,
    shape=with_pairs,
    may_list=True,
)
JUPYTER_MCP_MANAGER = replace(
    JUPYTER_AI,
    name="jupyter-mcp-manager",
    title="the MCP manager of Jupyter",
    places=below(("mcp_servers",), ("mcpSettings", "mcp_servers")),
    has_comments=True,
)
