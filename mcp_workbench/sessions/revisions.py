"""Revisions of the protocol: what the handshake asks for, and whether the answer will do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from mcp_types import UNSUPPORTED_PROTOCOL_VERSION

from ..specs import ERAS
from ..visible import one_line

if TYPE_CHECKING:
    from .repairs import Json

REVISIONS = ERAS[2:]
MODERN = REVISIONS[-1]  # the one without a handshake
LEGACY = REVISIONS[:-1]
SHOWN = 60  # characters of a version that a server names


class Agreement:
    """The revision that one connection may come to.

    Args:
        pinned: the only one that will do; empty where any that is known will.

    Source: MCP 2025-11-25, basic/lifecycle, version negotiation.

    >>> Agreement("2025-03-26").asked({"protocolVersion": "2025-11-25"})
    {'protocolVersion': '2025-03-26'}
    >>> Agreement("").refusal({"protocolVersion": "1.0"}).partition(",")[0]
    'it speaks MCP 1.0'
    """

    def __init__(self, pinned: str = "") -> None:
        self.pinned = pinned

    @property
    def has_handshake(self) -> bool:
        """Whether `initialize` may be sent at all."""
        return self.pinned != MODERN

    def asked(self, params: Json) -> Json:
        """The parameters of `initialize`, with the revision that is wanted."""
        return {**params, "protocolVersion": self.pinned} if self.pinned else params

    def refusal(self, result: Json) -> str:
        """Why the answer to `initialize` will not do, in words; empty where it will."""
        spoken = result.get("protocolVersion")
        if not isinstance(spoken, str):
            return ""  # the SDK tells what is missing
        if spoken not in LEGACY:
            return unknown([spoken])
        if self.pinned and spoken != self.pinned:
            return f"it speaks MCP {spoken}, but {self.pinned} was asked for"
        return ""

    def no_handshake(self) -> str:
        """What is told in place of a handshake that must not be."""
        return f"it does not answer `server/discover`, so it does not speak MCP {self.pinned}"


def unknown(spoken: list[str]) -> str:
    """What is told of a server that speaks nothing that is known here."""
    told = ", ".join(one_line(one, SHOWN) for one in spoken[:8]) or "no revision at all"
    return f"it speaks MCP {told}, and supported here are {', '.join(REVISIONS)}"


def only_unknown(error: Any) -> list[str] | None:
    """The revisions that a server names in its refusal, where none of them is known here."""
    if error.code != UNSUPPORTED_PROTOCOL_VERSION:
        return None
    data: Any = error.data
    named = cast("Json", data).get("supported") if isinstance(data, dict) else None
    if not isinstance(named, list):
        return None
    texts = [one for one in cast("list[Any]", named) if isinstance(one, str)]
    return None if set(texts) & set(REVISIONS) else texts
