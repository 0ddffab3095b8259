"""A request that only reads, so that it may be made again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .connection import Connection, Send
    from .tap import Answer


@dataclass(frozen=True)
class Reading:
    """As `resending.asked` takes it.

    Args:
        what: the words for what is read, in errors.
        send: makes the request, see `Connection.request`.
        limit: seconds until it is given up.
    """

    what: str
    send: Send
    limit: float

    async def ask(self, connection: Connection, answer: Answer) -> None:
        """See `resending.Request`."""
        await connection.request(self.what, self.send, self.limit, answer=answer)

    def may_repeat(self) -> bool:
        """Always."""
        return True
