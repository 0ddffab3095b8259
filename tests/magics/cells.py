"""A real shell in this process, in which an exception of a cell is one of the test."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from mcp_workbench import Workbench

MIRROR = shlex.join([sys.executable, str(Path(__file__).with_name("mirror.py"))])


class Cells:
    """Runs cells; what a front end would show beside the values is in `displays`."""

    def __init__(self, workbench: Workbench) -> None:
        config = Config()
        config.HistoryManager.enabled = False
        self.workbench = workbench
        self.shell: Any = InteractiveShell(config=config)
        self.shell.display_pub = CapturingDisplayPublisher()
        self("%load_ext mcp_workbench")

    def __call__(self, code: str) -> Any:
        result = self.shell.run_cell(code)
        result.raise_error()
        return result.result

    @property
    def displays(self) -> list[dict[str, Any]]:
        return self.shell.display_pub.outputs
