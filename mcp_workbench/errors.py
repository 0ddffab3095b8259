"""Every error of the package: one tree, stable codes, words that say what, which, what to do.

WorkbenchError                     workbench_error
├── ServerNotFound                 mcp_server_not_found
├── ToolNotFound                   mcp_tool_not_found
├── ArgumentsInvalid               mcp_arguments_invalid
├── ToolFailed                     mcp_tool_error
├── ConnectionFailed               mcp_connection_failed
│   └── LauncherNotFound           launcher_not_found
├── AuthorizationRequired          authorization_required
├── CallTimeout                    mcp_call_timeout
├── CallCancelled                  mcp_cancelled
├── ProtocolError                  mcp_protocol_error
├── WorkbenchClosed                workbench_closed
├── UsageInvalid                   usage_invalid
├── ConfigInvalid                  config_invalid
└── VariableUnset                  variable_unset
KeyboardInterrupt
└── Interrupted                    a stopped cell that waited
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import ClassVar

from .visible import visible


class WorkbenchError(Exception):
    """An error of the workbench, told in words that help; catch it to catch them all.

    Args:
        what: what went wrong and which thing it was about, without a trailing full stop.
        hint: what to do about it; shown last.
        reason: a finer cause below the class's `code`, such as `not_found` or `http_500`.

    >>> from mcp_workbench import WorkbenchError
    >>> try:
    ...     raise WorkbenchError("nothing is connected", hint="%mcp connect demo")
    ... except WorkbenchError as error:
    ...     print(error)
    nothing is connected
    hint: %mcp connect demo
    """

    code: ClassVar[str] = "workbench_error"

    def __init__(self, what: str, *, hint: str = "", reason: str = "") -> None:
        super().__init__(what)
        self.what, self.hint, self.reason = what, hint, reason

    def __str__(self) -> str:
        # servers choose some of these words, so nothing in them may act on a terminal
        return visible(f"{self.what}\nhint: {self.hint}" if self.hint else self.what)

    def _render_traceback_(self) -> list[str]:
        # IPython asks the error itself; a traceback through our frames helps nobody
        return [f"{type(self).__name__} [{self.code}]: {self}"]


class ServerNotFound(WorkbenchError):
    """No server has this name; the hint names near ones."""

    code = "mcp_server_not_found"


class ToolNotFound(WorkbenchError):
    """The server has no such tool; the hint names near ones."""

    code = "mcp_tool_not_found"


class ArgumentsInvalid(WorkbenchError):
    """The arguments do not fit the tool's input schema; nothing was sent."""

    code = "mcp_arguments_invalid"


class ToolFailed(WorkbenchError):
    """The tool ran and answered with an error; the result's `content` keeps what it said."""

    code = "mcp_tool_error"


class ConnectionFailed(WorkbenchError):
    """The server cannot be reached, or went away; its last words are in the hint."""

    code = "mcp_connection_failed"


class LauncherNotFound(ConnectionFailed):
    """The command of a server is not on this machine; the hint says how to get it."""

    code = "launcher_not_found"


class AuthorizationRequired(WorkbenchError):
    """The server wants a sign-in or other credentials (HTTP 401 or 403)."""

    code = "authorization_required"


class CallTimeout(WorkbenchError):
    """No answer came within the limit; the server was told to stop."""

    code = "mcp_call_timeout"


class CallCancelled(WorkbenchError):
    """Somebody cancelled the call; the server was told to stop."""

    code = "mcp_cancelled"


class ProtocolError(WorkbenchError):
    """The server answered with a JSON-RPC error, or with something that is not the protocol."""

    code = "mcp_protocol_error"


class WorkbenchClosed(WorkbenchError):
    """The workbench was closed, or belongs to the process that this one was forked from."""

    code = "workbench_closed"


class UsageInvalid(WorkbenchError):
    """A magic line or cell body that cannot be read, or a method that cannot work where it is."""

    code = "usage_invalid"


class ConfigInvalid(WorkbenchError):
    """A configuration file, or the definition of a server, is wrong."""

    code = "config_invalid"


class VariableUnset(WorkbenchError):
    """A definition names an environment variable that is not set."""

    code = "variable_unset"


class Interrupted(KeyboardInterrupt):
    """The person stopped a cell that waited for a server; a `KeyboardInterrupt` in one line."""

    def _render_traceback_(self) -> list[str]:
        return [f"KeyboardInterrupt: {self}"]


def near(name: str, known: Iterable[str], *, empty: str = "nothing is registered yet") -> str:
    """A hint that names what is close to `name`, or what there is.

    >>> near("ecko", ["echo", "add"])
    "did you mean 'echo'?"
    """
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join(map(repr, close)) + "?"
    if not names:
        return empty
    more = f" and {len(names) - 10} more" if len(names) > 10 else ""
    return "there is " + ", ".join(names[:10]) + more
