"""A question about a call, what may be answered, and who asks it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

# for this call alone, for all of this tool as long as the agent lives, or not at all
Decision = Literal["once", "session", "denied"]


@dataclass(frozen=True)
class Question:
    """Whether a call may be made.

    Args:
        tool: the full name, `server.tool`; the plain name for a function of the notebook.
        server: the name of its server, empty for a function.
        name: the tool's name as the model knows it.
        description: what the tool says about itself; words of its server, so not to be trusted.
        arguments: what would be sent.
        reason: why it is asked.

    >>> Question("files.delete", server="files").reason
    ''
    """

    tool: str
    server: str = ""
    name: str = ""
    description: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])
    reason: str = ""


class Asker(Protocol):
    """Puts a question to a person; an async function is one."""

    async def __call__(self, question: Question, /) -> Decision:
        """What the person answers; called on whichever event loop the call is made.

        Raises:
            ApprovalDenied: the person cannot be asked, for the reason that it tells.
        """
        ...
