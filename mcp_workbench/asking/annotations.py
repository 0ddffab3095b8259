"""Which tools are asked about, by what their servers say of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def needs_approval(annotations: Mapping[str, Any]) -> bool:
    """Whether a tool may destroy something: annotated so, or not annotated as harmless.

    The words of a server are hints, and a server may lie: trust those that you chose.

    Args:
        annotations: as on the wire, such as `{"readOnlyHint": True}`.

    Source: MCP 2025-11-25, schema, `ToolAnnotations`: `destructiveHint` is true where it is
    absent, and means nothing where `readOnlyHint` is true.

    >>> needs_approval({}), needs_approval({"readOnlyHint": True})
    (True, False)
    >>> needs_approval({"destructiveHint": False}), needs_approval({"destructiveHint": True})
    (False, True)
    """
    return annotations.get("readOnlyHint") is not True and (
        annotations.get("destructiveHint") is not False
    )


def reason_to_ask(annotations: Mapping[str, Any]) -> str:
    """Why such a tool is asked about, as a person reads it.

    >>> reason_to_ask({"destructiveHint": True})
    'its server says that it can destroy something'
    """
    if annotations.get("readOnlyHint") is True:
        return "the policy asks before every call"
    if annotations.get("destructiveHint") is True:
        return "its server says that it can destroy something"
    if annotations.get("destructiveHint") is False:
        return "its server says that it changes something"
    return "its server does not say that it is harmless"
