"""A question about a call, what may be answered, and who asks it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from ..visible import one_line
from .asked import Asked

# for this call alone, for all of this tool as long as agent and tool stay, or not at all
Decision = Literal["once", "session", "denied"]


@dataclass(frozen=True)
class Question(Asked[Decision]):
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

    @property
    def undone(self) -> str:
        """See `Asked`."""
        return f"{one_line(self.tool)} was not called: {self.reason}"

    @property
    def way_out(self) -> str:
        """See `Asked`."""
        allowed = f"allow it with approved=[{one_line(self.tool)!r}]"
        return f"{allowed}, or run it where a person can answer"


class Asker(Protocol):
    """Puts a question about a call to a person; an async function is one."""

    async def __call__(self, question: Question, /) -> Decision:
        """What the person answers; called on the event loop that awaits the call.

        Raises:
            ApprovalDenied: the person cannot be asked, for the reason that it tells.
        """
        ...
