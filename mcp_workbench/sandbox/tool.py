"""What the sandbox asks of a tool: names, order of parameters, and a call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from .values import plain

if TYPE_CHECKING:
    from ..errors import WorkbenchError
    from ..results import Picture


@dataclass(frozen=True)
class Answer:
    """What a call of a tool gave: a value, pictures, or an error.

    Args:
        value: of any kind.
        error: why there is none.
        images: pictures beside the value.
        plain: what an object in the value is in plain values, or as a `Picture`; the object itself
            if nothing.

    >>> Answer({"stock": 3}).error is None
    True
    """

    value: Any = None
    error: WorkbenchError | None = None
    images: Sequence[Picture] = ()
    plain: Callable[[Any], Any] = plain


class SandboxTool(Protocol):
    """A tool as the sandbox needs it."""

    @property
    def namespace(self) -> str:
        """The name that it stands below, that of its server; empty for a function."""
        ...

    @property
    def name(self) -> str:
        """Its own name."""
        ...

    @property
    def parameters(self) -> Sequence[str]:
        """The names of its arguments, in the order in which positional ones are taken."""
        ...

    async def call(self, arguments: Mapping[str, Any]) -> Answer:
        """Call it; a failure is an `Answer` with an error."""
        ...
