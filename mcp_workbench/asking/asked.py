"""What every question to a person has in common, and what is answered to those of servers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

A = TypeVar("A", covariant=True)

# a yes, an explicit no, or neither: dismissed, called off, or nobody was there
Action = Literal["accept", "decline", "cancel"]


class Asked(Generic[A]):
    """Anything that a person may be asked; `A` is the type of the answer.

    A subclass is a frozen dataclass, and says what is not done where nobody can be asked.
    """

    @property
    def undone(self) -> str:
        """What does not happen without an answer, and why it was asked for, as a clause."""
        raise NotImplementedError

    @property
    def way_out(self) -> str:
        """What to do where nobody can be asked, as a hint."""
        return "run it where a person can answer"


@dataclass(frozen=True)
class Answer:
    """What a person answers to a server that asks for something.

    Args:
        action: whether it gets what it asks for.
        content: what was filled in, by name; JSON values. Empty unless accepted.

    Source: MCP 2025-11-25, client features, "Elicitation", response actions.

    >>> Answer("decline").content
    {}
    """

    action: Action
    content: Mapping[str, Any] = field(default_factory=dict[str, Any])
