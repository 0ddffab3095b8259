"""Zed: `context_servers` in its settings, with the command as an object in older ones.

Source: Zed documentation, "Model Context Protocol".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .dialect import SECONDS, Dialect, Raw, below, not_a_server
from .entries import mapping
from .notation import NONE


def _zed(raw: Raw) -> Mapping[str, Any]:
    fields = raw.fields
    has_none = fields.get("command") is None and fields.get("url") is None
    if fields.get("source") == "extension" or (has_none and "settings" in fields):
        raise not_a_server(
            "comes with an extension of Zed, which starts it", "give its command here"
        )
    command = mapping(fields.get("command"))
    if command is None:
        return fields
    rest = {name: value for name, value in fields.items() if name != "command"}
    told = {"command": command.get("path"), "args": command.get("args"), "env": command.get("env")}
    return {**rest, **told}


ZED = Dialect(
    "zed",
    "Zed",
    places=below(("context_servers",)),
    unit=SECONDS,
    notation=NONE,
    has_comments=True,
    shape=_zed,
    silent=frozenset({"source", "settings", "remote"}),
)
