"""What a part of a run is to whoever shows it."""

from __future__ import annotations

from typing import Any, Protocol

Bundle = dict[str, Any]
LONGEST = 20_000  # characters of one text


class Piece(Protocol):
    """One part of a run, which has a display of its own and may change until it is over."""

    @property
    def over(self) -> bool:
        """Whether it will change no more."""
        ...

    def stop(self) -> None:
        """The run was stopped while this went on."""
        ...

    def bundle(self) -> Bundle:
        """What is shown of it now: its message for the renderer, and text beside it."""
        ...
