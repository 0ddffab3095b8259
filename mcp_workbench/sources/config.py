"""Configuration files of MCP clients, read whole: what can be used and what is wrong."""

from __future__ import annotations

from pathlib import Path

from .files.mcp_json import read_mcp_json
from .report import ConfigReport


def load_config(path: str | Path) -> ConfigReport:
    """The servers of a `.mcp.json`, and everything that is wrong with the file.

    One broken entry never costs the others. Nothing is started, and no `${NAME}` is filled in.

    Args:
        path: the file; `~` stands for the home directory.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     file = Path(directory, ".mcp.json")
    ...     _ = file.write_text('{"mcpServers": {"now": {"command": "uvx"}, "lost": {}}}')
    ...     report = load_config(file)
    >>> [found.name for found in report.servers], [one.code for one in report.errors]
    (['now'], ['missing-command-or-url'])
    """
    return read_mcp_json(Path(path).expanduser().absolute())
