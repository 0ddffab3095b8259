"""What one evaluation gave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..errors import WorkbenchError
    from ..results import Picture


@dataclass(frozen=True)
class CallMade:
    """One call of a tool: its name in the sandbox, seconds, and the code of its error, if any."""

    tool: str
    elapsed: float
    error: str = ""


@dataclass(frozen=True)
class Evaluation:
    """The value of the last expression with everything beside it.

    Args:
        value: a plain Python value, with `Picture`s; `None` for a statement and on an error.
        printed: what the code printed, shortened to what is shown.
        variables: names that are bound afterwards, in the order in which they came.
        images: pictures that the value holds.
        calls: calls of tools, in the order in which they ended.
        hidden: names of tools that the code bound anew; the next call finds the tools there again.
        error: why it failed; variables are then as they were before it.

    >>> Evaluation(2).error is None
    True
    """

    value: Any = None
    printed: str = ""
    variables: tuple[str, ...] = ()
    images: Sequence[Picture] = ()
    calls: Sequence[CallMade] = ()
    hidden: tuple[str, ...] = ()
    error: WorkbenchError | None = None
