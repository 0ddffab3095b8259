"""Stores of secrets for a test alone: the keyring of whoever runs the tests is left in peace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def stores_of_its_own(home: Path) -> Iterator[None]:
    """A directory for what is kept, no key in the environment, and a keyring that keeps nothing."""
    import keyring
    import keyring.backends.null

    before = keyring.get_keyring()
    keyring.set_keyring(keyring.backends.null.Keyring())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MCP_WORKBENCH_HOME", str(home))
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
        patch.delenv("MCP_WORKBENCH_SECRET_KEY", raising=False)
        yield
    keyring.set_keyring(before)
