"""All dialects, and which one a file is in where nobody says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...errors import ConfigInvalid, near
from ...visible import one_line
from .amazonq import AMAZON_Q
from .claude import CLAUDE_CODE, CLAUDE_CODE_USER, CLAUDE_DESKTOP
from .cline import CLINE, ROO
from .codex import CODEX
from .continue_blocks import CONTINUE_DEV
from .copilot import COPILOT, KIRO
from .dialect import ROOT, Dialect
from .editors import CURSOR, LM_STUDIO, VSCODE, VSCODE_SETTINGS, WINDSURF
from .entries import value_at
from .gemini import GEMINI_CLI
from .generic import GENERIC
from .goose import GOOSE
from .jupyter import JUPYTER_AI, JUPYTER_MCP_MANAGER
from .opencode import OPENCODE
from .zed import ZED

SHOWN = 60  # characters of a name in an error
DIALECTS: Mapping[str, Dialect] = {
    one.name: one
    for one in (
        CLAUDE_CODE,
        CLAUDE_CODE_USER,
        CLAUDE_DESKTOP,
        CURSOR,
        VSCODE,
        VSCODE_SETTINGS,
        WINDSURF,
        ZED,
        CLINE,
        ROO,
        COPILOT,
        GEMINI_CLI,
        CODEX,
        GOOSE,
        LM_STUDIO,
        CONTINUE_DEV,
        OPENCODE,
        AMAZON_Q,
        KIRO,
        JUPYTER_AI,
        JUPYTER_MCP_MANAGER,
        GENERIC,
    )
}
# the end of a path, and whose it is; the first that fits counts
PATHS = (
    (".claude.json", CLAUDE_CODE_USER),
    (".mcp.json", CLAUDE_CODE),
    ("claude_desktop_config.json", CLAUDE_DESKTOP),
    (".cursor/mcp.json", CURSOR),
    (".vscode/mcp.json", VSCODE),
    (".lmstudio/mcp.json", LM_STUDIO),
    (".roo/mcp.json", ROO),
    (".kilocode/mcp.json", ROO),
    (".kiro/settings/mcp.json", KIRO),
    (".gemini/settings.json", GEMINI_CLI),
    ("cline_mcp_settings.json", CLINE),
    (".jupyter/mcp_settings.json", JUPYTER_AI),
    ("settings/mcp_settings.json", ROO),
    ("mcp_config.json", WINDSURF),
    ("mcp-config.json", COPILOT),
    ("opencode.json", OPENCODE),
    ("opencode.jsonc", OPENCODE),
    ("mcp_servers.json", JUPYTER_MCP_MANAGER),
    ("manager.jupyterlab-settings", JUPYTER_MCP_MANAGER),
)
Sign = Callable[[Mapping[str, Any]], bool]


def _has(*keys: str) -> Sign:
    return lambda root: value_at(root, keys) is not None


def _is_agent_of_amazonq(root: Mapping[str, Any]) -> bool:
    return ROOT in root and any(name in root for name in ("allowedTools", "toolAliases"))


def _is_opencode(root: Mapping[str, Any]) -> bool:
    return "opencode" in str(root.get("$schema", ""))


def _is_continue(root: Mapping[str, Any]) -> bool:
    return isinstance(root.get(ROOT), list)


# what a document holds, and whose it is, where its path does not say it
SIGNS: tuple[tuple[Sign, Dialect], ...] = (
    (_is_opencode, OPENCODE),
    (_has("context_servers"), ZED),
    (_has("extensions"), GOOSE),
    (_is_continue, CONTINUE_DEV),
    (_is_agent_of_amazonq, AMAZON_Q),
    (_has("mcpSettings", "mcp_servers"), JUPYTER_MCP_MANAGER),
    (_has("mcp", "servers"), VSCODE_SETTINGS),
    (_has("servers"), VSCODE),
)


def dialect_called(client: str) -> Dialect:
    """The dialect of a client.

    Raises:
        ConfigInvalid: there is none of this name; the hint names near ones.

    >>> dialect_called("zed").title
    'Zed'
    """
    if client not in DIALECTS:
        raise ConfigInvalid(
            f"there is no client {one_line(client, SHOWN)!r}",
            hint=near(client, DIALECTS),
            reason="unknown-client",
        )
    return DIALECTS[client]


def dialect_of(path: Path, root: Mapping[str, Any]) -> Dialect:
    """The dialect that path and content speak for; `generic` where neither does.

    >>> dialect_of(Path("/p/.cursor/mcp.json"), {}).name
    'cursor'
    >>> dialect_of(Path("/p/settings.json"), {"context_servers": {}}).name
    'zed'
    """
    whole = "/" + path.as_posix().lower().lstrip("/")
    for end, dialect in PATHS:
        if whole.endswith(f"/{end}"):
            return dialect
    if path.suffix.lower() == ".toml":
        return CODEX
    return next((dialect for sign, dialect in SIGNS if sign(root)), GENERIC)


def workspace_of(path: Path, home: Path) -> Path | None:
    """The directory of the project a file is for; `None` for a file of the person.

    >>> workspace_of(Path("/p/.vscode/mcp.json"), Path("/home/ada"))
    PosixPath('/p')
    """
    hidden = [above for above in list(path.parents)[:3] if above.name.startswith(".")]
    directory = hidden[0].parent if hidden else path.parent
    return None if directory == home else directory
