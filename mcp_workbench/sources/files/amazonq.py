"""Amazon Q: agents with `mcpServers`, and beside them lists of tools such as `@server/tool`.

Source: Amazon Q Developer CLI, "Agent format".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .dialect import Dialect, Raw
from .entries import sequence
from .notation import NONE

ALL = "*"


def _amazonq(raw: Raw) -> Mapping[str, Any]:
    fields = dict(raw.fields)
    used = _of_server(raw.root.get("tools"), raw.name)
    if used and ALL not in used:
        fields["includeTools"] = used
    allowed = _of_server(raw.root.get("allowedTools"), raw.name)
    if allowed:
        fields["autoApprove"] = allowed
    return fields


def _of_server(listed: object, server: str) -> list[str]:
    """The tools of `server` in a list of all; `*` for the server as a whole."""
    whole = f"@{server}"
    found: list[str] = []
    for one in sequence(listed) or ():
        if one in (whole, ALL):
            found.append(ALL)
        elif isinstance(one, str) and one.startswith(f"{whole}/"):
            found.append(one.removeprefix(f"{whole}/"))
    return found


AMAZON_Q = Dialect("amazonq", "Amazon Q", notation=NONE, shape=_amazonq)
