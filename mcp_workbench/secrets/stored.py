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
        value = self._stores[entry.get("store", "keyring")].give(name, entry)
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
            SecretNotFound: there is none of this name.
        """
        told = self._known(name)
        with self._register.changing() as entries:
            entry = entries.pop(name, {})
        self._stores[entry.get("store", "keyring")].drop(name)
        return told

    @property
    def _directory(self) -> Path:
        return self._given or home()

    @property
    def _register(self) -> Register:
        return Register(self._directory)

    @property
    def _stores(self) -> Mapping[str, Store]:
        return _Stores({"keyring": self._keyring, "file": EncryptedFile(self._directory)})

    def _kept(self, name: str, value: str, before: Mapping[str, str] | None) -> dict[str, str]:
        """Keep it in the first place that takes it, and nowhere else."""
        stores = self._stores
        for kind, store in stores.items():
            remembered = store.keep(name, value)
            if remembered is not None:
                if before is not None and (old := before.get("store", kind)) != kind:
                    stores[old].drop(name)
                now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
                return {"store": kind, "when": now, **remembered}
        raise AssertionError("the last store takes everything")

    def _known(self, name: str) -> Stored:
        entries = self._register.entries()
        if name not in entries:
            raise _missing(name, entries)
        return self._told(name, entries[name])

    def _told(self, name: str, entry: Mapping[str, str]) -> Stored:
        store = self._stores[entry.get("store", "keyring")]
        return Stored(name, store.label, entry.get("when", ""))

    def __repr__(self) -> str:
        try:
            names = ", ".join(self.names()) or "none"
        except ConfigInvalid as error:
            names = error.what
        return one_line(f"<Secrets: {names}>", 400)


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
