"""Secrets in the keyring of the system, over its real protocol, and where none is trusted."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.chainer import ChainerBackend
from keyring.backends.SecretService import Keyring as SecretServiceKeyring

from mcp_workbench.errors import SecretNotFound
from mcp_workbench.secrets import Secrets
from tests.servers.secret_service import SecretService


class Plaintext(KeyringBackend):
    """As some packages bring along, and `keyring` prefers once they are there."""

    priority = 9

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password


@pytest.fixture
def bus(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes the keyring of a desktop; the program uses it as `keyring` finds it there."""
    started: list[SecretService] = []

    def start(**how: bool) -> SecretService:
        service = SecretService(tmp_path_factory.mktemp("bus"), **how)
        started.append(service)
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", service.address)
        keyring.set_keyring(SecretServiceKeyring())
        return service

    before = keyring.get_keyring()
    yield start
    keyring.set_keyring(before)
    for service in started:
        service.__exit__()


@pytest.fixture
def restored() -> Iterator[None]:
    before = keyring.get_keyring()
    yield
    keyring.set_keyring(before)


@pytest.mark.requirement("SEC-01")
def test_a_secret_is_kept_in_the_keyring_and_nothing_of_it_in_a_file(
    bus: Any, tmp_path: Path
) -> None:
    service, secrets = bus(), Secrets(tmp_path)
    stored = secrets.set("TOKEN", "in the ring ✓")
    assert stored.where == "the system's keyring"
    assert [value for _, value in service.items.values()] == ["in the ring ✓".encode()]
    assert {names["service"] for names, _ in service.items.values()} == {"mcp-workbench"}
    assert not (tmp_path / "secrets.key").exists()
    assert "in the ring" not in (tmp_path / "secrets.json").read_text()
    assert Secrets(tmp_path).get("TOKEN") == "in the ring ✓"
    secrets.rotate("TOKEN", "another one")
    assert [value for _, value in service.items.values()] == [b"another one"]
    secrets.delete("TOKEN")
    assert (service.items, secrets.names()) == ({}, [])


@pytest.mark.requirement("SEC-01")
def test_one_that_a_program_of_the_system_put_there_is_found(bus: Any, tmp_path: Path) -> None:
    bus()
    keyring.set_password("mcp-workbench", "BY_HAND", "typed elsewhere")
    assert Secrets(tmp_path).get("BY_HAND") == "typed elsewhere"


def test_one_that_left_the_keyring_is_missing(bus: Any, tmp_path: Path) -> None:
    service, secrets = bus(), Secrets(tmp_path)
    secrets.set("TOKEN", "in the ring")
    service.items.clear()
    with pytest.raises(SecretNotFound) as caught:
        secrets.get("TOKEN")
    assert caught.value.reason == "not_found"


@pytest.mark.requirement("SEC-01")
# the package of the keyring leaves its socket to the collector then
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_keyring_that_is_locked_takes_nothing_and_is_named_where_it_has_something(
    bus: Any, tmp_path: Path
) -> None:
    service, secrets = bus(), Secrets(tmp_path)
    secrets.set("OLD", "in the ring")
    service.locked = True
    assert secrets.set("NEW", "in the file").where == "an encrypted file"
    assert secrets.get("NEW") == "in the file"
    with pytest.raises(SecretNotFound) as caught:
        secrets.get("OLD")
    assert (caught.value.reason, "unlock" in caught.value.hint) == ("locked", True)
    gc.collect()


def test_a_keyring_that_never_answers_is_waited_for_once(bus: Any, tmp_path: Path) -> None:
    bus(silent=True)
    secrets, started = Secrets(tmp_path), time.monotonic()
    assert secrets.set("A", "first").where == "an encrypted file"
    assert secrets.set("B", "second").where == "an encrypted file"
    assert time.monotonic() - started < 6


def test_a_keyring_that_answers_again_is_asked_again_and_keeps_nothing_it_took_too_late(
    bus: Any, tmp_path: Path
) -> None:
    service, secrets = bus(silent=True), Secrets(tmp_path)
    assert secrets.set("A", "first").where == "an encrypted file"
    *_, late = (one for one in threading.enumerate() if one.name == "mcp-workbench-keyring")
    service.flowing.set()
    late.join(10)
    assert service.items == {}
    assert secrets.set("B", "second").where == "the system's keyring"
    secrets.delete("A")
    with pytest.raises(SecretNotFound):
        secrets.get("A")


@pytest.mark.requirement("SEC-01")
def test_what_a_silent_keyring_has_is_not_said_to_be_deleted(bus: Any, tmp_path: Path) -> None:
    service, secrets = bus(), Secrets(tmp_path)
    for name in ("A", "B"):
        secrets.set(name, "in the ring")
    service.flowing.clear()
    with pytest.raises(SecretNotFound) as caught:
        secrets.delete("A")
    assert (caught.value.reason, secrets.names()) == ("locked", ["A", "B"])
    assert secrets.set("B", "in the file").where == "an encrypted file"
    with pytest.raises(SecretNotFound):  # an older value is not forgotten over a new one
        secrets.delete("B")
    assert secrets.get("B") == "in the file"
    *_, late = (one for one in threading.enumerate() if one.name == "mcp-workbench-keyring")
    service.flowing.set()
    late.join(10)
    secrets.delete("A")
    secrets.delete("B")
    assert (service.items, secrets.names()) == ({}, [])


@pytest.mark.requirement("SEC-01")
@pytest.mark.usefixtures("restored")
def test_a_keyring_that_keeps_plain_text_is_not_used(tmp_path: Path) -> None:
    plain = Plaintext()
    keyring.set_keyring(plain)
    assert Secrets(tmp_path).set("A", "a value").where == "an encrypted file"
    assert plain.kept == {}


def test_the_trusted_one_of_a_chain_is_used(bus: Any, tmp_path: Path) -> None:
    service = bus()
    plain = Plaintext()

    class Chain(ChainerBackend):
        backends = (plain, SecretServiceKeyring())

    Chain.__module__ = ChainerBackend.__module__
    keyring.set_keyring(Chain())
    assert Secrets(tmp_path).set("A", "a value").where == "the system's keyring"
    assert (plain.kept, len(service.items)) == ({}, 1)
