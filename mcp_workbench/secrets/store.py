"""What a place for secrets is to the register of their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Store(Protocol):
    """Keeps values; the register keeps what each `keep` returns beside the name.

    `label` is what people call it.
    """

    label: str

    def keep(self, name: str, value: str) -> Mapping[str, str] | None:
        """Keep `value`, and what the register has to remember of it; `None` where that cannot be.

        Raises:
            ConfigInvalid: it should work, and does not.
        """
        ...

    def give(self, name: str, remembered: Mapping[str, str]) -> str | None:
        """The value; `None` where it is not here any more.

        Raises:
            SecretNotFound: it is here, and cannot be read.
        """
        ...

    def drop(self, name: str) -> bool:
        """Forget the value, if it is here; whether it is gone for certain."""
        ...
