"""A server that dies, waits and reports, and the journal that it keeps."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from mcp_workbench import StdioServer
from tests.conftest import ROOT
from tests.sessions.programs import until

SERVER = str(ROOT / "tests" / "servers" / "lively.py")


class Lively:
    """What the server is, and what reached it.

    Args:
        directory: where its journal is.
    """

    def __init__(self, directory: Path) -> None:
        self.journal = directory / "journal"

    def spec(self, **options: Any) -> StdioServer:
        """Its definition; the era is given, so that it is not probed each time."""
        return StdioServer(sys.executable, (SERVER, str(self.journal)), era="legacy", **options)

    @property
    def lines(self) -> list[str]:
        """What it wrote down so far, in order."""
        return self.journal.read_text().splitlines() if self.journal.exists() else []

    async def noted(self, line: str, times: int = 1) -> None:
        """Wait until it has written `line` so often."""
        await until(lambda: self.lines.count(line) >= times)
