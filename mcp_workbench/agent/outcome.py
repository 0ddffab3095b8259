"""What came of one call of a tool, whoever offers it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .values import read

if TYPE_CHECKING:
    from ..errors import WorkbenchError
    from ..results import Picture, ToolResult


@dataclass(frozen=True)
class Outcome:
    """A value or an error; a value is read when this is made, which may take a while.

    Args:
        value: what the function returned, or `ToolResult.value`; None on an error.
        error: why the call failed.
        result: the result as a server sent it; None for a function.
        elapsed: seconds that the call took, without waiting for a person.
        images: the pictures that it brought.
        text: the value as a model reads it, whole; empty beside a `result`, which has its own.

    >>> Outcome([3]).error is None, Outcome([3]).text
    (True, '[3]')
    """

    value: Any = None
    error: WorkbenchError | None = None
    result: ToolResult | None = field(default=None, repr=False)
    elapsed: float = 0.0
    images: list[Picture] = field(default_factory=list["Picture"])
    text: str = field(default="", init=False, repr=False)

    def __post_init__(self) -> None:
        if self.error is None and self.result is None:
            text, pictures = read(self.value)
            object.__setattr__(self, "text", text)
            object.__setattr__(self, "images", self.images or pictures)
