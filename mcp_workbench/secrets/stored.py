"""Secrets by name: set, given, listed, rotated and deleted, wherever each is kept."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..errors import ConfigInvalid, SecretNotFound, UsageInvalid, near
from ..home import home
from ..visible import one_line
from .encrypted_file import EncryptedFile
from .keyring_store import KeyringStore
from .register import Register
from .store import Store

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,99}")
LARGEST = 64 << 10  # characters of a value
SHOWN = 60  # characters of a name in an error
KEYRING, LEFT = "keyring", "left"  # the first store; where an older value may be
Learn = Callable[[Iterable[str]], None]


@dataclass(frozen=True)
class Stored:
    """What is known of a secret beside its value.

    Args:
        name: as in `${secret:NAME}`.
        where: what people call the place.
        when: the time at which it was set, UTC, in ISO 8601.
    """

    name: str
    where: str
    when: str


def _nobody(_: Iterable[str]) -> None:
    """Nobody has to know."""


class Secrets:
    """The secrets of this user, in the system's keyring, else in an encrypted file.

    Definitions refer to them as `${secret:NAME}`.

    Args:
        directory: where the register is; `home()` where it is `None`.
        learn: told each value that passes, so that it can be left out of what is shown.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     secrets = Secrets(Path(directory))
    ...     _ = secrets.set("SHOP_TOKEN", "not for you")
    ...     secrets.names(), secrets.get("SHOP_TOKEN"), secrets
    ...     _ = secrets.delete("SHOP_TOKEN")
    (['SHOP_TOKEN'], 'not for you', <Secrets: SHOP_TOKEN>)
    """

    def __init__(self, directory: Path | None = None, *, learn: Learn = _nobody) -> None:
        self._given, self._learn = directory, learn
        self._keyring = KeyringStore()

    def names(self) -> list[str]:
        """All names, sorted."""
        return [one.name for one in self.listed()]

    def listed(self) -> list[Stored]:
        """What is known of each, sorted by name; no value.

        Raises:
            ConfigInvalid: the file that names them cannot be used.
        """
        return [self._told(name, entry) for name, entry in sorted(self._register.entries().items())]

    def get(self, name: str) -> str:
        """The value.

        Raises:
            SecretNotFound: there is no such secret, or it cannot be read; the hint says what to do.
            ConfigInvalid: the file that holds them, or its key, cannot be used.
        """
        entries = self._register.entries()
        entry = entries.get(name, {})
        value = self._stores[entry.get("store", KEYRING)].give(name, entry)
        if value is None:
            raise _missing(name, entries)
        self._learn([value])
        return value

    def set(self, name: str, value: str) -> Stored:
        """Keep `value` as `name`, also in the place of an older one.

        Raises:
            UsageInvalid: it is no name, or nothing that can be a secret.
            ConfigInvalid: it cannot be kept.
        """
        check_secret_name(name)
        _check_value(name, value)
        self._learn([value])
        with self._register.changing() as entries:
            entry = self._kept(name, value, entries.get(name))
            entries[name] = entry
        return self._told(name, entry)

    def rotate(self, name: str, value: str) -> Stored:
        """Put `value` in the place of the old one.

        Raises:
            SecretNotFound: there is none of this name.
            UsageInvalid, ConfigInvalid: as `set`.
        """
        self._known(name)
        return self.set(name, value)

    def delete(self, name: str) -> Stored:
        """Forget it.

        Raises:
            SecretNotFound: there is none of this name, or its store does not answer, so that it is
                still there (reason `locked`).
        """
        told = self._known(name)
        with self._register.changing() as entries:
            self._drop(name, entries.pop(name, {}))
        return told

    @property
    def _directory(self) -> Path:
        return self._given or home()

    @property
    def _register(self) -> Register:
        return Register(self._directory)

    @property
    def _stores(self) -> Mapping[str, Store]:
        return _Stores({KEYRING: self._keyring, "file": EncryptedFile(self._directory)})

    def _kept(self, name: str, value: str, before: Mapping[str, str] | None) -> dict[str, str]:
        """Keep it in the first place that takes it, and nowhere else."""
        stores, held = self._stores, _places(before)
        for kind, store in stores.items():
            remembered = store.keep(name, value)
            if remembered is not None:
                left = [old for old in held if old != kind and not stores[old].drop(name)]
                now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
                entry = {"store": kind, "when": now, **remembered}
                return {**entry, LEFT: left[0]} if left else entry
        raise AssertionError("the last store takes everything")

    def _drop(self, name: str, entry: Mapping[str, str]) -> None:
        """Take it out of every store: one may have taken it after nobody waited any more."""
        for kind, store in self._stores.items():
            if not store.drop(name) and kind in _places(entry):
                raise SecretNotFound(
                    f"the secret {name!r} is not deleted: {store.label}, which has it, does not"
                    " answer",
                    hint="unlock it, as at the sign-in to the desktop, and delete it again",
                    reason="locked",
                )

    def _known(self, name: str) -> Stored:
        entries = self._register.entries()
        if name not in entries:
            raise _missing(name, entries)
        return self._told(name, entries[name])

    def _told(self, name: str, entry: Mapping[str, str]) -> Stored:
        store = self._stores[entry.get("store", KEYRING)]
        return Stored(name, store.label, entry.get("when", ""))

    def __repr__(self) -> str:
        try:
            names = ", ".join(self.names()) or "none"
        except ConfigInvalid as error:
            names = error.what
        return one_line(f"<Secrets: {names}>", 400)


def _places(entry: Mapping[str, str] | None) -> list[str]:
    """The stores that have a secret: that of its value, and one that did not give up an older."""
    if entry is None:
        return []
    return [entry.get("store", KEYRING), *([entry[LEFT]] if LEFT in entry else [])]


class _Stores(dict[str, Store]):
    """Stores by the word for them in the register, which may be of a later version."""

    def __missing__(self, kind: str) -> Store:
        raise ConfigInvalid(
            f"a secret is kept in a way that is not known here: {one_line(kind, SHOWN)}",
            hint="a newer mcp-workbench may have set it; set it again",
            reason="unreadable",
        )


def check_secret_name(name: str) -> str:
    """`name` itself.

    Raises:
        UsageInvalid: it is no name of a secret.

    >>> check_secret_name("SHOP_TOKEN")
    'SHOP_TOKEN'
    """
    if not NAME.fullmatch(name):
        raise UsageInvalid(
            f"{one_line(name, SHOWN)!r} is no name of a secret",
            hint="letters, digits, _, . and -, beginning with a letter or _, as in SHOP_TOKEN",
            reason="bad-name",
        )
    return name


def _check_value(name: str, value: str) -> None:
    wrong = ""
    if not value:
        wrong = "is empty"
    elif len(value) > LARGEST:
        wrong = f"has more than {LARGEST >> 10} Ki characters"
    elif "\0" in value:
        wrong = "holds a NUL"
    if wrong:
        raise UsageInvalid(
            f"the value of {name!r} {wrong}", hint="nothing was stored", reason="bad-value"
        )


def _missing(name: str, known: Iterable[str]) -> SecretNotFound:
    shown = one_line(name, SHOWN)
    others = near(name, [*known], empty="")
    return SecretNotFound(
        f"there is no secret {shown!r}",
        hint=f"%mcp secret set {shown} asks for it" + (f"; {others}" if others else ""),
        reason="not_found",
    )
