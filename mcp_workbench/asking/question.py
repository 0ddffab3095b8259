"""A question about a call, what may be answered, and who asks it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

# for this call alone, for all of this tool as long as agent and tool stay, or not at all
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
        definition: a mark of what stands behind the name. What was answered for the session holds
            as long as it is the same.

    >>> Question("files.delete", server="files").reason
    ''
    """

    tool: str
    server: str = ""
    name: str = ""
    description: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])
    reason: str = ""
    definition: str = ""


class Asker(Protocol):
    """Puts a question to a person; an async function is one."""

    async def __call__(self, question: Question, /) -> Decision:
        """What the person answers; called on the event loop that awaits the call.

        Raises:
            ApprovalDenied: the person cannot be asked, for the reason that it tells.
        """
        ...
