"""The process that runs the code, and the state to which it is set back."""

from __future__ import annotations

import os
import signal
from contextlib import suppress

from pydantic_monty import Monty, MontyError, MontySession

from ..errors import ServeRefused
from ..visible import one_line
from .limits import Limits

GRACE = 1.0  # seconds past the limit of computing before the process is killed
BACKSTOP = 30.0  # seconds past the limit of the whole evaluation, should all else fail
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
UNLIMITED = 10**9  # calls out of the sandbox; they are counted here, for each evaluation


class Worker:
    """A sandboxed interpreter, opened on first use; all but `kill` is called from one thread."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._pool: Monty | None = None
        self._session: MontySession | None = None
        self._pid: int | None = None
        self.state: bytes | None = None

    def session(self) -> MontySession:
        """The open session; a new one is set to `state`.

        Raises:
            ServeRefused: the process cannot be started.
        """
        if self._session is None:
            self._session = session = self._checked_out()
            self._pid = session.worker_pid
            if self.state is not None:
                session.load_session(self.state)
        return self._session

    def _checked_out(self) -> MontySession:
        limits = self._limits
        return (
            self._started()
            .checkout(
                script_name="repl",
                limits={
                    "max_feed_duration_secs": limits.cpu,
                    "max_memory": limits.memory,
                    "max_recursion_depth": limits.recursion,
                    "max_suspensions": UNLIMITED,
                    "max_total_sleep_secs": None,
                },
                # so that the wait can be ended
                os_policy={"sleep": "call_host"},
            )
            .__enter__()
        )

    def _started(self) -> Monty:
        if self._pool is None:
            pool = Monty(
                max_processes=1,
                checkout_timeout=BACKSTOP,
                request_timeout=self._limits.wall + BACKSTOP,
                feed_duration_limit_grace=GRACE,
            )
            try:
                self._pool = pool.__enter__()
            except RuntimeError as fault:
                raise ServeRefused(
                    f"the process of the sandbox cannot be started: {one_line(str(fault), 500)}",
                    hint='pip install --force-reinstall "mcp-workbench[serve]"',
                    reason="no-process",
                ) from fault
        return self._pool

    def discard(self) -> None:
        """Give up the session; the next one starts from `state`."""
        session, self._session, self._pid = self._session, None, None
        if session is not None:
            # one that crashed says so again
            with suppress(MontyError, RuntimeError):
                session.__exit__(None, None, None)

    def kill(self) -> None:
        """End the process now, whatever it computes; safe from any thread."""
        # once: another process may have its number afterwards
        pid, self._pid = self._pid, None
        if pid is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, KILL)

    def close(self) -> None:
        """End the process; a closed worker opens again when it is used."""
        self.discard()
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.__exit__(None, None, None)
