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
├── MayHaveRun                     mcp_may_have_run
├── ProtocolError                  mcp_protocol_error
├── ResourceNotFound               mcp_resource_not_found
├── PromptNotFound                 mcp_prompt_not_found
├── WorkbenchClosed                workbench_closed
├── UsageInvalid                   usage_invalid
├── ConfigInvalid                  config_invalid
├── ConfigUntrusted                config_untrusted
├── VariableUnset                  variable_unset
├── SecretNotFound                 secret_not_found
├── ApprovalDenied                 approval_denied
├── ModelFailed                    model_failed
├── LimitReached                   limit_reached
├── RecipeInvalid                  recipe_invalid
├── ParameterMissing               parameter_missing
├── CodeFailed                     code_failed
└── ServeRefused                   serve_refused
KeyboardInterrupt
└── Interrupted                    a stopped cell that waited
"""

from __future__ import annotations

import difflib
import heapq
from collections.abc import Iterable
from typing import ClassVar

from .visible import hinted, one_line

LONGEST_NAME = 64  # characters of a name that are compared and shown in a hint
SHORTEST_PART = 3  # letters that a name must share with one that holds it; "on" is in everything
COMPARED = 100  # names compared letter by letter, in some milliseconds; a server may have 10,000
ALIKE = 0.6  # of their letters; below, "lst" would be near "close"


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
        return hinted(self.what, self.hint)

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
    """The arguments do not fit the tool's input schema; nothing was sent.

    `field` names the argument that is wrong; it is empty where that is not a single one.
    """

    code = "mcp_arguments_invalid"

    def __init__(self, what: str, *, hint: str = "", reason: str = "", field: str = "") -> None:
        super().__init__(what, hint=hint, reason=reason)
        self.field = field


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


class MayHaveRun(WorkbenchError):
    """The connection broke after a call was sent, and the call may have run; look before again."""

    code = "mcp_may_have_run"


class ResourceNotFound(WorkbenchError):
    """The server has no resource of this URI."""

    code = "mcp_resource_not_found"


class PromptNotFound(WorkbenchError):
    """The server has no prompt of this name; the hint names near ones."""

    code = "mcp_prompt_not_found"


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


class ConfigUntrusted(WorkbenchError):
    """A file would start commands or run code to which this user has not consented."""

    code = "config_untrusted"


class VariableUnset(WorkbenchError):
    """A definition names an environment variable that is not set."""

    code = "variable_unset"


class SecretNotFound(WorkbenchError):
    """A definition names a secret that no store has, or a store that cannot be used."""

    code = "secret_not_found"


class ApprovalDenied(WorkbenchError):
    """A person, or the policy that stands in for one, did not allow this call; nothing was sent."""

    code = "approval_denied"


class ModelFailed(WorkbenchError):
    """The model cannot be used, or its provider answered with an error."""

    code = "model_failed"


class LimitReached(WorkbenchError):
    """A limit on time, memory, size or number was reached; `reason` says which."""

    code = "limit_reached"


class RecipeInvalid(WorkbenchError):
    """A recipe, or the notebook it is made from, is wrong; the text names file and place."""

    code = "recipe_invalid"


class ParameterMissing(WorkbenchError):
    """A recipe was run without a parameter that it requires."""

    code = "parameter_missing"


class CodeFailed(WorkbenchError):
    """Code in the sandbox, or of a recipe, raised; `reason` is the name of the exception."""

    code = "code_failed"


class ServeRefused(WorkbenchError):
    """An agent cannot be served as it is; the text says why."""

    code = "serve_refused"


class Interrupted(KeyboardInterrupt):
    """The person stopped a cell that waited for a server; a `KeyboardInterrupt` in one line."""

    def _render_traceback_(self) -> list[str]:
        return [f"KeyboardInterrupt: {self}"]


def near(name: str, known: Iterable[str], *, empty: str = "nothing is registered yet") -> str:
    """A hint that names what is close to `name`, or what there is.

    >>> near("ecko", ["echo", "add"])
    "did you mean 'echo'?"
    >>> near("mcp-server-tme", ["mcp", "mcp-server-time"])
    "did you mean 'mcp-server-time'?"
    """
    names = sorted(known)
    close = _close(name, names)
    if close:
        told = (repr(one_line(other, LONGEST_NAME)) for other in close)
        return "did you mean " + " or ".join(told) + "?"
    if not names:
        return empty
    more = f" and {len(names) - 10} more" if len(names) > 10 else ""
    return "there is " + ", ".join(one_line(other, LONGEST_NAME) for other in names[:10]) + more


def _is_part(part: str, text: str) -> bool:
    return len(part) >= SHORTEST_PART and part in text


def _close(name: str, names: Iterable[str]) -> list[str]:
    """The three nearest: what holds the name or most of it, what is spelt alike, what it holds."""
    wanted = _folded(name)
    folded = [(_folded(other), other) for other in names]
    parts = [one for one in folded if _is_part(wanted, one[0]) or _is_part(one[0], wanted)]
    most = [one for one in parts if 2 * len(one[0]) > len(wanted)]
    return _nearest(wanted, most) or _alike(wanted, folded) or _nearest(wanted, parts)


def _nearest(wanted: str, parts: Iterable[tuple[str, str]]) -> list[str]:
    ranked = [(abs(len(text) - len(wanted)), other) for text, other in parts]
    return [other for _, other in heapq.nsmallest(3, ranked)]


def _alike(wanted: str, folded: Iterable[tuple[str, str]]) -> list[str]:
    letters = set(wanted)
    # comparing letter by letter is slow, so only the most promising come that far
    promising = heapq.nlargest(
        COMPARED,
        folded,
        key=lambda one: len(letters.intersection(one[0])) / (1 + abs(len(one[0]) - len(wanted))),
    )
    matcher = difflib.SequenceMatcher(b=wanted)
    alike: list[tuple[float, str]] = []
    for text, other in promising:
        matcher.set_seq1(text)
        if matcher.quick_ratio() >= ALIKE and (ratio := matcher.ratio()) >= ALIKE:
            alike.append((ratio, other))
    return [other for _, other in heapq.nlargest(3, alike)]


def _folded(name: str) -> str:
    return name[:LONGEST_NAME].casefold()
