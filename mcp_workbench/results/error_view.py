"""An error as the front end reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..visible import visible

if TYPE_CHECKING:
    from ..errors import WorkbenchError
    from ..messages import ErrorMessage


def error_message(error: WorkbenchError) -> ErrorMessage:
    """Code, reason, words and hint of `error`, with nothing hidden in them.

    >>> from mcp_workbench.errors import ServerNotFound
    >>> error_message(ServerNotFound("there is no server 'tiem'"))["code"]
    'mcp_server_not_found'
    """
    return {
        "code": error.code,
        "reason": error.reason,
        "text": visible(error.what),
        "hint": visible(error.hint),
    }
