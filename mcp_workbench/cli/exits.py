"""The exit code of every error, in one table."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import WorkbenchError

DONE = 0
FAILED = 1  # the work: a tool said so, a model could not, code raised
USAGE = 2
CONFIG = 3  # a file, a recipe, a variable, or a consent that is missing
SIGN_IN = 4
NO_CONNECTION = 5
LIMIT = 6  # of time, size or number
INTERRUPTED = 130  # as shells have it for Ctrl-C

EXITS: Mapping[str, int] = {
    "workbench_error": FAILED,
    "mcp_server_not_found": CONFIG,
    "mcp_tool_not_found": CONFIG,
    "mcp_arguments_invalid": USAGE,
    "mcp_tool_error": FAILED,
    "mcp_connection_failed": NO_CONNECTION,
    "launcher_not_found": NO_CONNECTION,
    "authorization_required": SIGN_IN,
    "mcp_call_timeout": LIMIT,
    "mcp_cancelled": FAILED,
    "mcp_may_have_run": FAILED,
    "mcp_protocol_error": FAILED,
    "mcp_resource_not_found": CONFIG,
    "mcp_prompt_not_found": CONFIG,
    "workbench_closed": FAILED,
    "usage_invalid": USAGE,
    "config_invalid": CONFIG,
    "config_untrusted": CONFIG,
    "variable_unset": CONFIG,
    "secret_not_found": CONFIG,
    "approval_denied": FAILED,
    "model_failed": FAILED,
    "limit_reached": LIMIT,
    "recipe_invalid": CONFIG,
    "parameter_missing": USAGE,
    "code_failed": FAILED,
    "serve_refused": CONFIG,
}


def exit_of(error: WorkbenchError | None) -> int:
    """The exit code for an error; 0 for none.

    >>> from mcp_workbench.errors import RecipeInvalid
    >>> exit_of(RecipeInvalid("it is empty")), exit_of(None)
    (3, 0)
    """
    return DONE if error is None else EXITS.get(error.code, FAILED)
