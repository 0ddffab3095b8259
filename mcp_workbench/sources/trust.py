"""To what this user has consented: kept in the user's own directory, by digest."""

from __future__ import annotations

import contextlib
import datetime
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from ..errors import ConfigInvalid
from ..home import HOME, alone, home, read_own, write_whole
from ..visible import one_line, whole_line

FILE = "trust.json"
LARGEST = 4 << 20  # bytes; thousands of consents
FORGOTTEN = 10  # one part in as many, the oldest, where the file would be too large
KEPT = 50  # lines of what was consented to that are kept for a person to read
LINE = 300  # characters of one of them


@dataclass(frozen=True)
class Consent:
    """What would be started and run, to be agreed to as a whole.

    Args:
        digest: of exactly that; another one is another question.
        what: a line for each thing, for people; empty where nothing needs a consent.

    >>> Consent("sha256:0", ("starts uvx mcp-server-time",)).needed
    True
    """

    digest: str
    what: tuple[str, ...] = ()

    @property
    def needed(self) -> bool:
        """Whether there is anything to agree to."""
        return bool(self.what)


class TrustStore:
    """Remembers consents in a file that only this user can read and write.

    A file that cannot be read, or that others may write, grants nothing; `trouble` says why.

    Args:
        path: the file; `trust.json` in `home()` where it is `None`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     store = TrustStore(Path(directory, "trust.json"))
    ...     before = store.covers("sha256:0")
    ...     store.remember("sha256:0", ["starts uvx mcp-server-time"])
    ...     before, store.covers("sha256:0")
    (False, True)
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = Path(path) if path is not None else home() / FILE
        self.trouble = ""

    def covers(self, digest: str) -> bool:
        """Whether this user has consented to exactly what `digest` stands for."""
        return digest in self._read()

    def remember(self, digest: str, what: Sequence[str]) -> None:
        """Keep the consent to `digest`; `what` says in words what it covers.

        Raises:
            ConfigInvalid: the file cannot be written.
        """
        lines = [whole_line(line, LINE) for line in what[:KEPT]]
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with alone(self.path):
                consents = self._read()
                if self.trouble:
                    self._set_aside()
                now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
                self._write({**consents, digest: {"when": now, "what": lines}})
        except OSError as error:
            raise ConfigInvalid(
                f"the consent cannot be kept in {one_line(str(self.path))}: "
                f"{(error.strerror or str(error)).lower()}",
                hint=f"let {HOME} name a directory that you may write to",
                reason="unwritable",
            ) from None

    def _read(self) -> dict[str, Any]:
        self.trouble = ""
        try:
            return self._consents(read_own(self.path, LARGEST))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            why = one_line(getattr(error, "strerror", None) or str(error))
            self.trouble = f"{one_line(str(self.path))} is not used, so nothing is trusted: {why}"
            return {}

    def _consents(self, data: bytes) -> dict[str, Any]:
        document: Any = json.loads(data)
        consents = cast("Any", document).get("consents") if isinstance(document, dict) else None
        if not isinstance(consents, dict):
            raise ValueError("it holds no consents")
        return cast("dict[str, Any]", consents)

    def _set_aside(self) -> None:
        """Keep a file that cannot be used; a person may want to look at it."""
        with contextlib.suppress(FileNotFoundError):
            self.path.replace(self.path.with_name(f"{self.path.name}.unusable"))

    def _write(self, consents: dict[str, Any]) -> None:
        while len((text := _text_of(consents)).encode()) > LARGEST:
            # else it could not be read, and nothing would be trusted
            ordered = sorted(consents, key=lambda digest: _when(consents[digest]))
            for digest in ordered[: len(ordered) // FORGOTTEN + 1]:
                del consents[digest]
        write_whole(self.path, text, 0o600)


def _text_of(consents: dict[str, Any]) -> str:
    return json.dumps({"version": 1, "consents": consents}, indent=1, sort_keys=True)


def _when(consent: Any) -> str:
    return str(cast("Any", consent).get("when", "")) if isinstance(consent, dict) else ""
