"""Gemini CLI: `httpUrl` for streamable HTTP, `url` for SSE, `$NAME`.

Source: Gemini CLI documentation, "MCP servers with the Gemini CLI".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .dialect import Dialect, Raw, always_sse, spelt
from .entries import mapping, sequence
from .notation import GEMINI

Names = frozenset[str]


def _gemini(raw: Raw) -> Mapping[str, Any]:
    fields = dict(raw.fields)
    if fields.get("httpUrl") is not None:
        # it counts before url
        fields.pop("url", None)
        fields["type"] = "http"
    elif fields.get("tcp") is not None and fields.get("url") is None:
        fields |= {"url": fields.pop("tcp"), "type": "ws"}
    if fields.pop("trust", None) is True:
        fields["autoApprove"] = ["*"]
    allowed, excluded = raw.once("mcp", _limits)
    if (allowed is not None and raw.name not in allowed) or raw.name in excluded:
        fields["disabled"] = True
    return fields


def _limits(value: object) -> tuple[Names | None, Names]:
    """The only servers that are allowed, and those that are left out."""
    limits = mapping(value) or {}
    return _names(limits.get("allowed")), _names(limits.get("excluded")) or frozenset()


def _names(value: object) -> Names | None:
    listed = sequence(value)
    return None if listed is None else frozenset(one for one in listed if isinstance(one, str))


GEMINI_CLI = Dialect(
    "gemini",
    "Gemini CLI",
    spellings=spelt(url="httpUrl"),
    notation=GEMINI,
    has_comments=True,
    shape=_gemini,
    untyped=always_sse,
    silent=frozenset({"trust", "authProviderType", "extension"}),
)
