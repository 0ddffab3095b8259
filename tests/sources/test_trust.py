"""Consents are kept for this user alone, and lost rather than believed."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from mcp_workbench.errors import ConfigInvalid
from mcp_workbench.sources.trust import TrustStore, home


@pytest.fixture
def store(tmp_path: Path) -> TrustStore:
    return TrustStore(tmp_path / "own" / "trust.json")


def test_what_is_remembered_is_covered_by_every_store_of_this_user(store: TrustStore) -> None:
    assert not store.covers("sha256:a")
    store.remember("sha256:a", ["starts uvx\x1b[31m"])
    store.remember("sha256:b", [])
    assert TrustStore(store.path).covers("sha256:a")
    assert TrustStore(store.path).covers("sha256:b")
    assert not store.covers("sha256:c")
    assert store.trouble == ""
    kept = json.loads(store.path.read_text())["consents"]["sha256:a"]
    assert kept["what"] == ["starts uvx␛[31m"]


def test_only_this_user_can_read_and_write_it(store: TrustStore) -> None:
    store.remember("sha256:a", [])
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700
    names = sorted(path.name for path in store.path.parent.iterdir())
    assert names == ["trust.json", "trust.json.lock"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", '{"consents": ["sha256:a"]}', '{"consents": {"sha256:a"', "[" * 100_000],
)
def test_a_broken_file_grants_nothing_and_says_so(store: TrustStore, text: str) -> None:
    store.remember("sha256:a", [])
    store.path.write_text(text)
    assert not store.covers("sha256:a")
    assert "nothing is trusted" in store.trouble
    store.remember("sha256:b", [])
    assert store.covers("sha256:b")
    assert not store.covers("sha256:a")
    assert store.path.with_name("trust.json.unusable").read_text() == text


def test_a_pipe_grants_nothing_and_is_not_waited_for(store: TrustStore) -> None:
    store.path.parent.mkdir()
    os.mkfifo(store.path)
    assert not store.covers("sha256:a")
    assert "it is no file" in store.trouble
    store.remember("sha256:a", [])
    assert store.covers("sha256:a")


def test_what_a_killed_process_has_left_is_cleared_away(store: TrustStore) -> None:
    store.path.parent.mkdir()
    left = store.path.with_name(".trust.json.a1b2c3d4")
    left.write_text("half")
    store.remember("sha256:a", [])
    assert not left.exists()


def test_a_file_that_others_may_write_grants_nothing(store: TrustStore) -> None:
    store.remember("sha256:a", [])
    store.path.chmod(0o666)
    assert not store.covers("sha256:a")
    assert "others may write" in store.trouble
    store.path.chmod(0o600)
    assert store.covers("sha256:a")


def test_a_place_that_cannot_be_written_is_an_error_of_ours(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = TrustStore(tmp_path / "file" / "trust.json")
    with pytest.raises(ConfigInvalid, match="cannot be kept"):
        store.remember("sha256:a", [])
    assert not store.covers("sha256:a")


def test_the_users_own_directory_can_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCP_WORKBENCH_HOME", str(tmp_path))
    assert TrustStore().path == tmp_path / "trust.json"
    monkeypatch.delenv("MCP_WORKBENCH_HOME")
    assert home().name == "mcp-workbench"
    assert home().is_absolute()


def test_no_consent_is_lost_when_two_processes_remember_at_once(store: TrustStore) -> None:
    code = (
        "import sys; from mcp_workbench.sources.trust import TrustStore\n"
        "for n in range(20): TrustStore(sys.argv[1]).remember(f'sha256:{sys.argv[2]}{n}', [])"
    )
    runs = [
        subprocess.Popen([sys.executable, "-c", code, str(store.path), name], env=os.environ)
        for name in "ab"
    ]
    assert [run.wait(60) for run in runs] == [0, 0]
    assert len(json.loads(store.path.read_text())["consents"]) == 40


def test_where_the_file_would_be_too_large_the_oldest_consents_are_asked_for_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "trust.json"
    lines = ["x" * 300] * 50
    consents = {f"sha256:{n}": {"when": f"2026-{n:04}", "what": lines} for n in range(270)}
    path.write_text(json.dumps({"version": 1, "consents": consents}))
    path.chmod(0o600)
    store = TrustStore(path)
    assert store.covers("sha256:0")
    for n in range(6):
        store.remember(f"sha256:new{n}", lines)
    assert all(store.covers(f"sha256:new{n}") for n in range(6))
    assert (store.covers("sha256:269"), store.covers("sha256:0")) == (True, False)
