"""What the tools of a server said of themselves when this user approved them."""

from __future__ import annotations

import datetime
import hashlib
import json
import os
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from ..errors import ConfigInvalid
from ..home import HOME, alone, home, read_own, write_whole
from ..specs import HttpServer, ServerSpec, StdioServer
from ..specs.masking import literal_masked_value
from ..visible import one_line

DIRECTORY = "approved-tools"
LARGEST = 64 << 20  # bytes of a file
KEPT_WHOLE = 64 << 10  # characters of a definition; of a longer one the mark alone is kept


@dataclass(frozen=True)
class Kept:
    """Tools as they were approved.

    Args:
        when: the last time, ISO 8601.
        marks: the fingerprint of each, by name.
        definitions: what each said, where that is not too large.
    """

    when: str = ""
    marks: Mapping[str, str] = field(default_factory=dict[str, str])
    definitions: Mapping[str, Any] = field(default_factory=dict[str, Any])


def key_of(spec: ServerSpec, directory: Path) -> str:
    """The mark of a server's definition, as it is written; empty for an object of this process.

    What may be a secret is not in it, so that a new token does not make a new server of it.

    >>> one, other = (StdioServer("uvx", ("shop",), {"API_KEY": key}) for key in ("a1", "b2"))
    >>> key_of(one, Path("/a")) == key_of(other, Path("/a"))
    True
    """
    if isinstance(spec, StdioServer):
        place = os.path.abspath(directory / os.path.expanduser(spec.cwd or "."))
        told: list[Any] = ["stdio", spec.command, *spec.args, place, _plain(spec.env)]
    elif isinstance(spec, HttpServer):
        told = ["http", literal_masked_value("", spec.url), _plain(spec.headers)]
    else:
        return ""
    return hashlib.sha256(json.dumps(told).encode("utf-8", "surrogatepass")).hexdigest()


def _plain(values: Mapping[str, str]) -> list[list[str]]:
    return sorted([name, literal_masked_value(name, value)] for name, value in values.items())


class ApprovedTools:
    """Remembers the approved tools of one server in a file that only this user can change.

    A file that cannot be used approves nothing; `trouble` says why.

    Args:
        key: of the server, see `key_of`.
        directory: where the files are; `approved-tools` in `home()` where it is `None`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     store = ApprovedTools("ab12", Path(directory))
    ...     before = store.read()
    ...     _ = store.add(Kept(marks={"now": "sha256:0"}))
    ...     before, store.read().marks
    (None, {'now': 'sha256:0'})
    """

    def __init__(self, key: str, directory: Path | None = None) -> None:
        self.path = (directory or home() / DIRECTORY) / f"{key}.json"
        self.trouble = ""

    def read(self) -> Kept | None:
        """What was approved; None where that never happened."""
        self.trouble = ""
        try:
            return _kept(read_own(self.path, LARGEST))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError, RecursionError) as error:
            why = one_line(getattr(error, "strerror", None) or str(error))
            self.trouble = f"{one_line(str(self.path))} is not used, so no tool is approved: {why}"
            return Kept()

    def add(self, said: Kept) -> Kept:
        """Remember new tools as approved; what another process remembers of them stays.

        Raises:
            ConfigInvalid: the file cannot be read or written.
        """

        def with_new(there: Kept | None) -> Kept:
            if self.trouble:
                raise ConfigInvalid(self.trouble, hint="approve them anew", reason="unreadable")
            return said if there is None else _united(said, there)

        return self._changed(with_new)

    def keep(self, said: Kept, before: Kept | None) -> Kept:
        """Remember all tools as a person approved them.

        Args:
            said: what they say.
            before: what was approved as far as this process knew: only what is different from that
                is the person's word, of anything else another process may know better.

        Raises:
            ConfigInvalid: the file cannot be written.
        """

        def with_the_persons(there: Kept | None) -> Kept:
            if there is None or before is None or self.trouble:
                return said
            known = before.marks
            others = [name for name, mark in said.marks.items() if known.get(name) == mark]
            left = set(known) - set(said.marks)
            return _united(_without(there, left), _without(said, others))

        return self._changed(with_the_persons)

    def _changed(self, change: Callable[[Kept | None], Kept]) -> Kept:
        """What `change` makes of what the file holds, written before anybody else reads it."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with alone(self.path):
                found = change(self.read())
                small = {name: one for name, one in found.definitions.items() if _is_small(one)}
                now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
                kept = Kept(now, found.marks, small)
                text = json.dumps({"version": 1, **vars(kept)}, sort_keys=True, default=dict)
                write_whole(self.path, text, 0o600)
        except OSError as error:
            raise ConfigInvalid(
                f"what was approved cannot be kept in {one_line(str(self.path))}: "
                f"{(error.strerror or str(error)).lower()}",
                hint=f"let {HOME} name a directory that you may write to",
                reason="unwritable",
            ) from None
        return kept


def _united(first: Kept, second: Kept) -> Kept:
    """Both; of a tool in both what `second` says."""
    mine = _without(first, second.marks)
    definitions = {**mine.definitions, **second.definitions}
    return Kept(second.when, {**mine.marks, **second.marks}, definitions)


def _without(kept: Kept, names: Container[str]) -> Kept:
    marks = {name: one for name, one in kept.marks.items() if name not in names}
    definitions = {name: one for name, one in kept.definitions.items() if name not in names}
    return Kept(kept.when, marks, definitions)


def _is_small(definition: Any) -> bool:
    return len(json.dumps(definition, default=dict)) <= KEPT_WHOLE


def _kept(data: bytes) -> Kept:
    document: Any = json.loads(data)
    fields = cast("dict[str, Any]", document) if isinstance(document, dict) else {}
    marks, definitions = fields.get("marks"), fields.get("definitions")
    if not isinstance(marks, dict) or not isinstance(definitions, dict):
        raise ValueError("it holds no approved tools")
    told = cast("dict[str, Any]", marks)
    if not all(isinstance(mark, str) for mark in told.values()):
        raise ValueError("it holds no approved tools")
    return Kept(str(fields.get("when", "")), told, cast("dict[str, Any]", definitions))
