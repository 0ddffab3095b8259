"""Secrets in the encrypted file: kept, given, rotated, deleted, and safe against other hands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from mcp_workbench.errors import ConfigInvalid, SecretNotFound, UsageInvalid
from mcp_workbench.secrets import Secrets
from tests.secrets.stores import stores_of_its_own

VALUE = "grün \n ✓ value"


@pytest.fixture(autouse=True)
def no_keyring(tmp_path: Path) -> Iterator[None]:
    with stores_of_its_own(tmp_path / "home"):
        yield


@pytest.fixture
def secrets(tmp_path: Path) -> Secrets:
    return Secrets(tmp_path / "home")


@pytest.mark.requirement("SEC-01")
def test_a_secret_is_kept_encrypted_under_a_key_of_its_own(
    secrets: Secrets, tmp_path: Path
) -> None:
    stored = secrets.set("TOKEN", VALUE)
    assert stored.where == "an encrypted file"
    files = {file.name: file for file in (tmp_path / "home").iterdir()}
    assert VALUE not in "".join(file.read_text("utf-8") for file in files.values())
    assert {name: oct(files[name].stat().st_mode & 0o777) for name in files} == {
        "secrets.json": "0o600",
        "secrets.json.lock": "0o600",
        "secrets.key": "0o600",
    }
    assert Secrets(tmp_path / "home").get("TOKEN") == VALUE


@pytest.mark.requirement("SEC-01")
def test_secrets_are_listed_rotated_and_deleted_by_name(secrets: Secrets) -> None:
    secrets.set("B", "the second")
    secrets.set("A", "the first")
    assert secrets.names() == ["A", "B"]
    assert "the first" not in repr((secrets, secrets.listed()))
    secrets.rotate("A", "another")
    assert (secrets.get("A"), secrets.get("B")) == ("another", "the second")
    secrets.delete("A")
    assert secrets.names() == ["B"]
    with pytest.raises(SecretNotFound) as caught:
        secrets.get("A")
    assert "%mcp secret set A" in caught.value.hint
    for change in (lambda: secrets.rotate("A", "x"), lambda: secrets.delete("A")):
        with pytest.raises(SecretNotFound):
            change()


def test_values_that_pass_are_told_to_who_leaves_them_out(tmp_path: Path) -> None:
    told: list[str] = []
    Secrets(tmp_path, learn=told.extend).set("A", "one value")
    Secrets(tmp_path, learn=told.extend).get("A")
    assert told == ["one value", "one value"]


@pytest.mark.parametrize("name", ["", "1A", "a b", "../x", "a" * 101, "é", "A\n"])
def test_what_is_no_name_is_refused(secrets: Secrets, name: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        secrets.set(name, "value")
    assert caught.value.reason == "bad-name"


@pytest.mark.parametrize("value", ["", "a\0b", "x" * (64 << 10) + "x"])
def test_what_can_be_no_secret_is_refused_and_not_shown(secrets: Secrets, value: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        secrets.set("A", value)
    assert caught.value.reason == "bad-value"
    assert "a\0b" not in str(caught.value)
    assert secrets.names() == []


def test_a_key_of_the_environment_leaves_none_on_the_disk(
    secrets: Secrets, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = (Fernet.generate_key().decode() for _ in range(2))
    monkeypatch.setenv("MCP_WORKBENCH_SECRET_KEY", old)
    secrets.set("A", VALUE)
    assert not (tmp_path / "home" / "secrets.key").exists()
    # the first of several encrypts, all decrypt
    monkeypatch.setenv("MCP_WORKBENCH_SECRET_KEY", f"{new}, {old}")
    assert secrets.get("A") == VALUE
    secrets.set("B", VALUE)
    monkeypatch.setenv("MCP_WORKBENCH_SECRET_KEY", new)
    assert secrets.get("B") == VALUE
    with pytest.raises(SecretNotFound) as caught:
        secrets.get("A")
    assert caught.value.reason == "unreadable"
    monkeypatch.setenv("MCP_WORKBENCH_SECRET_KEY", "no key at all")
    with pytest.raises(ConfigInvalid) as refused:
        secrets.get("B")
    assert refused.value.reason == "bad-key"
    assert "no key at all" not in str(refused.value)


def break_key(home: Path) -> None:
    (home / "secrets.key").chmod(0o644)


def lose_key(home: Path) -> None:
    (home / "secrets.key").unlink()


def link_key(home: Path) -> None:
    (home / "secrets.key").rename(home / "elsewhere")
    (home / "secrets.key").symlink_to(home / "elsewhere")


def pipe_key(home: Path) -> None:
    (home / "secrets.key").unlink()
    os.mkfifo(home / "secrets.key", 0o600)


def cut_file(home: Path) -> None:
    file = home / "secrets.json"
    file.write_text(file.read_text()[:40])


def open_file(home: Path) -> None:
    (home / "secrets.json").chmod(0o666)


@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        (break_key, "bad-key"),
        (lose_key, "bad-key"),
        (link_key, "bad-key"),
        (cut_file, "unreadable"),
        (open_file, "unreadable"),
    ],
)
def test_what_other_hands_could_have_changed_is_an_error_that_says_what_to_do(
    secrets: Secrets, tmp_path: Path, harm: object, reason: str
) -> None:
    secrets.set("A", VALUE)
    assert callable(harm)
    harm(tmp_path / "home")
    with pytest.raises(ConfigInvalid) as caught:
        secrets.get("A")
    assert caught.value.reason == reason
    assert caught.value.hint
    repr(secrets)  # never raises


def test_nobody_can_put_one_secret_in_the_place_of_another(
    secrets: Secrets, tmp_path: Path
) -> None:
    secrets.set("A", "for everybody")
    secrets.set("B", "for few")
    file = tmp_path / "home" / "secrets.json"
    document = json.loads(file.read_text())
    document["secrets"]["A"]["data"] = document["secrets"]["B"]["data"]
    file.write_text(json.dumps(document))
    with pytest.raises(SecretNotFound) as caught:
        secrets.get("A")
    assert caught.value.reason == "unreadable"


def test_a_directory_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigInvalid) as caught:
        Secrets(tmp_path / "file" / "home").set("A", "value")
    assert (caught.value.reason, "MCP_WORKBENCH_HOME" in caught.value.hint) == ("unwritable", True)


def test_several_processes_lose_nothing_of_each_other(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from mcp_workbench.secrets import Secrets\n"
        "for at in range(8): Secrets(Path(sys.argv[1])).set(f'{sys.argv[2]}{at}', 'value')"
    )
    words = [sys.executable, "-c", code, str(tmp_path)]
    both = [subprocess.Popen([*words, name]) for name in "AB"]
    assert [one.wait(30) for one in both] == [0, 0]
    assert len(Secrets(tmp_path).names()) == 16
    assert Secrets(tmp_path).get("B7") == "value"
