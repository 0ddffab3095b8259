"""The names of all secrets with where each is kept: one file, changed by one process at a time."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any, cast

from ..errors import ConfigInvalid
from ..home import HOME, alone, read_own, write_whole
from ..visible import one_line

FILE = "secrets.json"
LARGEST = 16 << 20  # bytes
Entries = dict[str, dict[str, str]]


class Register:
    """What is known of each secret, never its value in plain text.

    Args:
        directory: where the file is, or is made.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     register = Register(Path(directory))
    ...     with register.changing() as entries:
    ...         entries["TOKEN"] = {"store": "keyring"}
    ...     register.entries()
    {'TOKEN': {'store': 'keyring'}}
    """

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE

    def entries(self) -> Entries:
        """All of it, by name.

        Raises:
            ConfigInvalid: the file cannot be used (reason `unreadable`).
        """
        try:
            return _entries_in(read_own(self._path, LARGEST))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (OSError, ValueError, RecursionError) as fault:
            why = one_line(getattr(fault, "strerror", None) or str(fault))
            raise ConfigInvalid(
                f"{one_line(str(self._path))}, which holds the secrets, cannot be used: {why}",
                hint="put it in order, or remove it and set the secrets again",
                reason="unreadable",
            ) from None

    @contextlib.contextmanager
    def changing(self) -> Generator[Entries]:
        """The entries, to be changed; they are written when the context ends well.

        Raises:
            ConfigInvalid: the file cannot be read, or not be written (reason `unwritable`).
        """
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with alone(self._path):
                entries = self.entries()
                yield entries
                document = {"version": 1, "secrets": entries}
                write_whole(self._path, json.dumps(document, indent=1, sort_keys=True), 0o600)
        except OSError as fault:
            raise ConfigInvalid(
                f"secrets cannot be kept in {one_line(str(self._path))}: "
                f"{(fault.strerror or str(fault)).lower()}",
                hint=f"let {HOME} name a directory that you may write to",
                reason="unwritable",
            ) from None


def _entries_in(data: bytes) -> Entries:
    document: Any = json.loads(data)
    found = cast("Any", document).get("secrets") if isinstance(document, dict) else None
    if not isinstance(found, Mapping):
        raise ValueError("it holds no secrets")
    entries: Entries = {}
    for name, entry in cast("Mapping[str, Any]", found).items():
        if not isinstance(entry, Mapping):
            raise ValueError("an entry of it is none")
        fields = cast("Mapping[str, Any]", entry)
        entries[name] = {key: text for key, text in fields.items() if isinstance(text, str)}
    return entries
