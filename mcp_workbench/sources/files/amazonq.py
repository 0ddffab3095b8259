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
    used = _of_server(raw, "tools")
    if used and ALL not in used:
        fields["includeTools"] = used
    allowed = _of_server(raw, "allowedTools")
    if allowed:
        fields["autoApprove"] = allowed
    return fields


def _of_server(raw: Raw, part: str) -> list[str]:
    """The tools of a server in a list of all; `*` for the server as a whole."""
    tools = raw.once(part, _by_server)
    return list(dict.fromkeys([*tools.get(raw.name, ()), *tools.get(ALL, ())]))


def _by_server(listed: object) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in sequence(listed) or ():
        if one == ALL:
            found[ALL] = [ALL]
        elif isinstance(one, str) and one.startswith("@"):
            server, slash, tool = one[1:].partition("/")
            found.setdefault(server, []).append(tool if slash else ALL)
    return found


AMAZON_Q = Dialect("amazonq", "Amazon Q", notation=NONE, shape=_amazonq)
