"""Ctrl-C ends the program soon and quietly, whatever it is at: an import, a server, a farewell."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from typing import NoReturn

CODE = 130  # as shells have it
PATIENCE = 0.7  # seconds to unwind; launchers end the servers that are left then
WORDS = b"interrupted\n"
ERROR = '{"code": "workbench_error", "reason": "interrupted", "text": "interrupted", "hint": ""}'
JSON = f'{{"ok": false, "error": {ERROR}}}\n'.encode()


class Interrupts:
    """The Ctrl-Cs of this process."""

    def __init__(self) -> None:
        # plain locks: one that a signal finds taken is left alone
        self._waiting, self._told = threading.Lock(), threading.Lock()
        self._ended = False
        self.came = False
        # the number of the file for answers: code of a recipe has another standard output
        self.answers = 1

    def watch(self) -> None:
        """From now on the first one unwinds, for a short time, and the second ends at once."""
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            return  # whoever started this wants none of them
        self._waiting.acquire()
        # now, since a thread cannot be started safely where a signal is handled
        threading.Thread(target=self._lose_patience, name="mcp-workbench-end", daemon=True).start()
        signal.signal(signal.SIGINT, self._handle)

    def ended(self) -> None:
        """The work is done; one that comes now has nothing to unwind."""
        self._ended = True
        if self.came:
            self.leave()

    def claim(self) -> bool:
        """Be the one that tells of it, of whom there is one alone."""
        return self._told.acquire(blocking=False)

    def leave(self) -> NoReturn:
        """End the process now; that it was interrupted is told, unless it has been."""
        if self.claim():
            with suppress(OSError):
                os.write(2, WORDS)
            with suppress(OSError):
                os.write(self.answers, JSON if "--json" in sys.argv else b"")
        os._exit(CODE)

    def _handle(self, _number: int, _frame: object) -> None:
        if self.came or self._ended:
            self.leave()
        self.came = True
        # what cannot be raised where it came is no news
        sys.unraisablehook = lambda _: None
        self._waiting.release()
        raise KeyboardInterrupt

    def _lose_patience(self) -> None:
        with self._waiting:
            time.sleep(PATIENCE)
        self.leave()


interrupts = Interrupts()
