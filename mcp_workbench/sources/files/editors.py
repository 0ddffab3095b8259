"""Cursor, LM Studio, Windsurf, VS Code: the notations of editors, with `${env:NAME}`.

Source: the clients' documentation on MCP servers; VS Code, "MCP configuration reference".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .dialect import Dialect, Raw, below, spelt
from .entries import mapping
from .notation import EDITOR


def _cursor(raw: Raw) -> Mapping[str, Any]:
    """Cursor calls the part about the sign-in `auth`, and writes its names as constants."""
    auth = mapping(raw.fields.get("auth"))
    if auth is None:
        return raw.fields
    rest = {name: value for name, value in raw.fields.items() if name != "auth"}
    return {"oauth": {name.lower(): value for name, value in auth.items()}, **rest}


# these mean something there that is lost here, so they are not silent
# `dev`, `sandbox`, `sandboxEnabled`
CURSOR = Dialect("cursor", "Cursor", notation=EDITOR, shape=_cursor)
LM_STUDIO = Dialect("lmstudio", "LM Studio", notation=EDITOR, shape=_cursor)
WINDSURF = Dialect("windsurf", "Windsurf", notation=EDITOR, spellings=spelt(url="serverUrl"))
VSCODE = Dialect(
    "vscode",
    "VS Code",
    places=below(("servers",)),
    notation=EDITOR,
    has_comments=True,
    silent=frozenset({"gallery", "version"}),
)
VSCODE_SETTINGS = replace(VSCODE, name="vscode-settings", places=below(("mcp", "servers")))
