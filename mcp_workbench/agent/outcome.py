"""What came of one call of a tool, whoever offers it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..errors import WorkbenchError
    from ..results import Picture, ToolResult


@dataclass(frozen=True)
class Outcome:
    """A value or an error.

    Args:
        value: what the function returned, or `ToolResult.value`; None on an error.
        error: why the call failed.
        result: the result as a server sent it; None for a function.
        elapsed: seconds that the call took, without waiting for a person.
        images: the pictures that it brought.

    >>> Outcome(3).error is None
    True
    """

    value: Any = None
    error: WorkbenchError | None = None
    result: ToolResult | None = field(default=None, repr=False)
    elapsed: float = 0.0
    images: list[Picture] = field(default_factory=list["Picture"])
