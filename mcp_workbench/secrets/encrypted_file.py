"""Secrets encrypted in the register itself, under a key that only this user can read."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import ConfigInvalid, SecretNotFound
from ..home import ANY, is_of_others
from ..visible import one_line

KEYS = "MCP_WORKBENCH_SECRET_KEY"
FILE = "secrets.key"
LONGEST_KEY = 200  # bytes of the file


class EncryptedFile:
    """Encrypts with Fernet; the key is in a file of its own, or in `MCP_WORKBENCH_SECRET_KEY`.

    That variable may hold several keys with commas between: the first encrypts, all decrypt.
    This keeps secrets out of backups and repositories, not from programs of the same user.
    Source: Fernet specification, 2013, as the `cryptography` package has it.

    Args:
        directory: where the key file is, or is made.
    """

    label = "an encrypted file"

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE

    def keep(self, name: str, value: str) -> Mapping[str, str]:
        """See `Store`."""
        # with its name, so that nobody can put one in the place of another
        text = json.dumps([name, value])
        return {"data": self._cipher(create=True).encrypt(text.encode()).decode()}

    def give(self, name: str, remembered: Mapping[str, str]) -> str | None:
        """See `Store`."""
        from cryptography.fernet import InvalidToken

        data = remembered.get("data")
        if data is None:
            return None
        try:
            inside, value = json.loads(self._cipher(create=False).decrypt(data.encode()))
            if inside == name and isinstance(value, str):
                return value
        except (InvalidToken, ValueError, TypeError):
            pass
        raise _unreadable(name, "it was encrypted under another key, or changed")

    def drop(self, name: str) -> bool:  # noqa: ARG002  the same for all stores
        """See `Store`; the register forgets it."""
        return True

    def _cipher(self, *, create: bool) -> Any:
        from cryptography.fernet import Fernet, MultiFernet

        given = os.environ.get(KEYS, "").strip()
        keys = [key.strip() for key in given.split(",")] if given else [self._key(create=create)]
        try:
            return MultiFernet([Fernet(key) for key in keys])
        except ValueError:
            raise ConfigInvalid(
                f"{KEYS if given else one_line(str(self._path))} holds no key",
                hint="one is 32 bytes in URL-safe base64, as Fernet.generate_key() makes it",
                reason="bad-key",
            ) from None

    def _key(self, *, create: bool) -> str:
        try:
            handle = os.open(self._path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        except FileNotFoundError:
            if create:
                return self._new_key()
            raise self._bad_key("is not there any more") from None
        except OSError as fault:
            raise self._bad_key(f"cannot be read: {fault.strerror}") from None
        with os.fdopen(handle, "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise self._bad_key("is no file")
            if is_of_others(found, ANY):
                raise self._bad_key("can be read by others; chmod 600 makes it yours")
            return file.read(LONGEST_KEY).decode("ascii", "replace").strip()

    def _new_key(self) -> str:
        from cryptography.fernet import Fernet

        key = Fernet.generate_key()
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
        with os.fdopen(os.open(self._path, flags, 0o600), "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        return key.decode()

    def _bad_key(self, what: str) -> ConfigInvalid:
        return ConfigInvalid(
            f"the key of the secrets, {one_line(str(self._path))}, {what}",
            hint="put it in order, or remove both files and set the secrets again",
            reason="bad-key",
        )


def _unreadable(name: str, why: str) -> SecretNotFound:
    return SecretNotFound(
        f"the secret {name!r} cannot be read: {why}",
        hint=f"set it again: %mcp secret set {name}",
        reason="unreadable",
    )
