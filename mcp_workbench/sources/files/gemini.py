"""Gemini CLI: `httpUrl` for streamable HTTP, `url` for SSE, `$NAME`.

Source: Gemini CLI documentation, "MCP servers with the Gemini CLI".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .dialect import Dialect, Raw, spelt
from .entries import mapping, sequence
from .notation import GEMINI


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
    limits = mapping(raw.root.get("mcp")) or {}
    allowed, excluded = sequence(limits.get("allowed")), sequence(limits.get("excluded"))
    if (allowed is not None and raw.name not in allowed) or raw.name in (excluded or ()):
        fields["disabled"] = True
    return fields


def _always_sse(_: str) -> str:
    return "sse"


GEMINI_CLI = Dialect(
    "gemini",
    "Gemini CLI",
    spellings=spelt(url="httpUrl"),
    notation=GEMINI,
    has_comments=True,
    shape=_gemini,
    untyped=_always_sse,
    silent=frozenset({"trust", "authProviderType", "extension"}),
)
