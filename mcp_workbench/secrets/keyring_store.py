"""Secrets in the keyring of the operating system."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ..errors import SecretNotFound

SERVICE = "mcp-workbench"
PATIENCE = 3.0  # seconds; a locked keyring may wait for a person whom nobody has asked
# others keep nothing, keep it in plain text, or ask for a passphrase on a terminal
TRUSTED = frozenset(
    f"keyring.backends.{name}"
    for name in ("SecretService", "libsecret", "kwallet", "macOS", "Windows")
)
CHAIN = "keyring.backends.chainer"
T = TypeVar("T")


class KeyringStore:
    """The keyring, where there is one that can be trusted; asked in a thread and not for ever.

    Secrets are under the service `mcp-workbench`, so that the system's own programs show them too.
    """

    label = "the system's keyring"

    def __init__(self) -> None:
        self._late: threading.Thread | None = None  # while it waits nobody else does

    def keep(self, name: str, value: str) -> Mapping[str, str] | None:
        """See `Store`; a keyring that is locked, or takes no value of this length, keeps none."""
        answer = self._asked(
            lambda ring: ring.set_password(SERVICE, name, value),
            undo=lambda ring: ring.delete_password(SERVICE, name),
        )
        return {} if answer is not None else None

    def give(self, name: str, remembered: Mapping[str, str]) -> str | None:
        """See `Store`; `remembered` is empty where the register knows nothing of it."""
        answer = self._asked(lambda ring: ring.get_password(SERVICE, name))
        if answer is None and remembered:
            raise SecretNotFound(
                f"the secret {name!r} is in {self.label}, which does not answer",
                hint="unlock it, as at the sign-in to the desktop, or set the secret again",
                reason="locked",
            )
        return None if answer is None else answer[0]

    def drop(self, name: str) -> bool:
        """See `Store`."""

        def drop_from(ring: Any) -> None:
            if ring.get_password(SERVICE, name) is not None:
                ring.delete_password(SERVICE, name)

        return self._asked(drop_from) is not None

    def _asked(
        self, ask: Callable[[Any], T], undo: Callable[[Any], object] | None = None
    ) -> tuple[T] | None:
        """What the keyring answers; `None` where there is none, it refuses, or is too slow.

        What is done too late is undone, since the value was kept elsewhere by then.
        """
        if self._late is not None and self._late.is_alive():
            return None
        answers: list[tuple[T]] = []
        decided, given_up = threading.Lock(), threading.Event()

        def in_thread() -> None:
            with contextlib.suppress(Exception):  # back ends raise whatever their libraries do
                ring = _trusted_keyring()
                if ring is None:
                    return
                answer = ask(ring)
                with decided:
                    answers.append((answer,))
                if given_up.is_set() and undo is not None:
                    undo(ring)

        thread = threading.Thread(target=in_thread, name="mcp-workbench-keyring", daemon=True)
        thread.start()
        thread.join(PATIENCE)
        with decided:
            if answers:
                return answers[0]
            given_up.set()
        self._late = thread
        return None


def _trusted_keyring() -> Any:
    """The keyring of this system; `None` where none is trusted."""
    import keyring

    ring: Any = keyring.get_keyring()
    rings = ring.backends if type(ring).__module__ == CHAIN else (ring,)
    return next((one for one in rings if type(one).__module__ in TRUSTED), None)
