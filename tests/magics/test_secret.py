"""`%mcp secret`: values are typed without being shown, and no cell can hold one."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.magics.failure import Failure
from tests.magics.cells import MIRROR, Cells
from tests.magics.test_completion import offered
from tests.secrets.stores import stores_of_its_own

TOKEN = "ghp_0123456789abcdefABCDEF"


@pytest.fixture
def private(cell: Cells, tmp_path: Path) -> Iterator[Cells]:
    """Cells with stores of their own."""
    with stores_of_its_own(tmp_path / "home"):
        yield cell


def test_secrets_are_listed_with_who_uses_them_and_no_value(private: Cells) -> None:
    assert "%mcp secret set NAME" in repr(private("%mcp secret list"))
    private.workbench.secrets.set("DB", "a value of it")
    private(f"%mcp add shop --env PW='${{secret:DB}}' -- {MIRROR}")
    listed = private("%mcp secret")
    assert [(one.name, one.where) for one in listed] == [("DB", "an encrypted file")]
    for shown in (repr(listed), listed._repr_html_()):
        assert "shop" in shown
        assert "a value of it" not in shown


@pytest.mark.requirement("SEC-01")
@pytest.mark.parametrize("action", ["set", "rotate"])
def test_a_value_in_the_cell_is_refused_and_not_repeated(private: Cells, action: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        private(f"%mcp secret {action} DB hunter2hunter2")
    assert "hunter2" not in str(caught.value)
    assert f"%mcp secret {action} DB" in caught.value.hint
    assert private.workbench.secrets.names() == []


@pytest.mark.requirement("SEC-01")
def test_deleting_says_who_will_miss_it(private: Cells) -> None:
    private.workbench.secrets.set("DB", "a value of it")
    private(f"%mcp add shop --env PW='${{secret:DB}}' -- {MIRROR}")
    assert repr(private("%mcp secret delete DB")) == "DB is deleted; it is missed by shop"
    gone = private("%mcp secret delete DB")
    assert isinstance(gone, Failure)
    assert gone.code == "secret_not_found"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("sett DB", "unknown-action"),
        ("set", "missing"),
        ("set 1DB", "bad-name"),
        ("list all", "too-many"),
        ("move", "missing"),
    ],
)
def test_what_cannot_be_done_is_told(private: Cells, line: str, reason: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        private(f"%mcp secret {line}")
    assert caught.value.reason == reason
    assert caught.value.hint


def test_names_are_completed(private: Cells) -> None:
    private.workbench.secrets.set("DB_TOKEN", "a value of it")
    private(f"%mcp add shop -- {MIRROR}")

    assert "rotate" in offered(private, "%mcp secret ro")
    assert "DB_TOKEN" in offered(private, "%mcp secret delete D")
    assert "shop" in offered(private, "%mcp secret move s")


@pytest.mark.requirement("CFG-08")
@pytest.mark.parametrize(
    ("line", "places"),
    [
        (f"shop --env API_TOKEN={TOKEN} -- {MIRROR}", ["env.API_TOKEN"]),
        (f"shop https://h.example/mcp --bearer {TOKEN}", ["auth.token"]),
        (f"shop https://h.example/mcp --basic ann:{TOKEN}", ["auth.password"]),
        (f"shop https://h.example/mcp?api_key={TOKEN}", ["url"]),
        (f"shop https://h.example/mcp --header 'Authorization: Bearer {TOKEN}'",
         ["headers.Authorization"]),
        (f"shop --env API_TOKEN='${{API_TOKEN}}' --env ZONE=eu -- {MIRROR}", []),
        ("shop https://h.example/mcp --bearer '${secret:SHOP}'", []),
    ],
)  # fmt: skip
def test_a_credential_in_plain_text_gives_a_warning_and_an_offer(
    private: Cells, line: str, places: list[str]
) -> None:
    server = private(f"%mcp add {line}")
    assert [note.partition(" ")[0] for note in server.warnings] == places
    for note in server.warnings:
        assert "%mcp secret move shop" in note
        assert TOKEN not in note
    assert TOKEN not in repr(server)


@pytest.mark.requirement("CFG-08")
def test_a_credential_of_a_cell_is_moved_and_the_line_to_put_there_is_shown(
    private: Cells,
) -> None:
    private(f"%mcp add shop --env API_TOKEN={TOKEN} --timeout 5 -- {MIRROR}")
    told = private("%mcp secret move shop")
    line = repr(told).splitlines()[-1]
    wanted = "%mcp connect shop --env API_TOKEN=${secret:SHOP_API_TOKEN} --timeout 5"
    assert line.replace('"', "").startswith(wanted)
    assert TOKEN not in repr(told)
    assert private.workbench.secrets.get("SHOP_API_TOKEN") == TOKEN
    server = private(line)
    assert server.warnings == []
    assert server.status == "connected"
    assert "nothing" in repr(private("%mcp secret move shop"))


@pytest.mark.requirement("CFG-08")
@pytest.mark.parametrize(
    ("line", "moved"),
    [
        (f"--bearer {TOKEN}", "--bearer '${secret:SHOP_TOKEN}'"),
        (f"--api-key {TOKEN}", "--api-key '${secret:SHOP_KEY}'"),
        (f"--basic ann:{TOKEN}", "--basic ann:${secret:SHOP_PASSWORD}"),
        (f"--header 'Authorization: Bearer {TOKEN}'",
         "--header 'Authorization: Bearer ${secret:SHOP_AUTHORIZATION}'"),
    ],
)  # fmt: skip
def test_what_says_who_asks_is_moved_as_the_option_it_was(
    private: Cells, line: str, moved: str
) -> None:
    before = private(f"%mcp add shop https://h.example/mcp {line}").spec
    told = repr(private("%mcp secret move shop")).replace('"', "'")
    assert told.endswith(f"%mcp connect shop https://h.example/mcp {moved}")
    spec = private.workbench.server("shop").spec
    values = private.workbench.secrets
    assert spec.filled(lambda _, text: filled(text, values)).sent_headers == before.sent_headers


def filled(text: str, secrets: Any) -> str:
    for name in secrets.names():
        text = text.replace(f"${{secret:{name}}}", secrets.get(name))
    return text


@pytest.mark.requirement("CFG-08")
def test_a_credential_of_a_file_is_moved_in_place(
    private: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command, *args = shlex.split(MIRROR)
    entry = {"command": command, "args": args, "env": {"API_TOKEN": TOKEN, "ZONE": "eu"}}
    file = tmp_path / ".mcp.json"
    file.write_text(json.dumps({"other": 1, "mcpServers": {"shop": entry}}, indent=4))
    private("%mcp add .mcp.json")
    assert "env.API_TOKEN" in " ".join(private.workbench.server("shop").warnings)
    private("%mcp trust shop")
    told = private("%mcp secret move shop")
    assert str(file) in repr(told)
    changed = json.loads(file.read_text())
    assert changed["other"] == 1
    assert changed["mcpServers"]["shop"] == {
        **entry,
        "env": {"API_TOKEN": "${secret:SHOP_API_TOKEN}", "ZONE": "eu"},
    }
    # it starts the same as before, so nobody is asked again
    assert private("%mcp connect .mcp.json")[0].status == "connected"


def test_a_file_that_cannot_be_changed_leaves_no_secret_behind(
    private: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / ".mcp.json"
    entry = {"command": "x", "env": {"API_TOKEN": TOKEN}}
    file.write_text(json.dumps({"mcpServers": {"shop": entry}}))
    private("%mcp add .mcp.json")
    file.write_text("{")
    assert isinstance(private("%mcp secret move shop"), Failure)
    assert private.workbench.secrets.names() == []
