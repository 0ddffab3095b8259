"""A server that is as slow, or as silent, as a test wants."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from mcp_workbench import StdioServer
from tests.conftest import ROOT

SERVER = str(ROOT / "tests" / "servers" / "halting.py")


class Halting:
    """What the server is, and its mood.

    Args:
        directory: where its mood is written.
    """

    def __init__(self, directory: Path) -> None:
        self._file = directory / "mood"
        self.be()

    def be(self, **mood: Any) -> None:
        """How it is from now on, see the server; a method's `/` is written `_`."""
        self._file.write_text(json.dumps({name.replace("_", "/"): it for name, it in mood.items()}))

    def spec(self, **options: Any) -> StdioServer:
        """Its definition; the era is given, so that it is not probed each time."""
        return StdioServer(sys.executable, (SERVER, str(self._file)), era="legacy", **options)
