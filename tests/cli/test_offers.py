"""Resources and prompts in a terminal."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Program
from tests.sessions.offers import LISTER

# a server that starts in no time
ODD = ("--connect", f"odd={LISTER} odd")


def test_resources_are_listed_and_read(program: Program, tmp_path: Path) -> None:
    listed = program("resources", "odd", *ODD)
    assert (listed.code, "odd://{good}" in listed.out) == (0, True)
    found = program("resources", "odd", "--json", *ODD).json
    assert found["resources"][0]["uri"] == "odd://good"
    assert found["templates"][0]["variables"] == ["good"]
    read = program("read", "demo", "note")
    assert (read.code, read.out) == (0, "This note comes from the demo server.\n")
    whole = program("read", "odd", "odd://{good}", "good=picture", "--json", *ODD).json
    assert (whole["uri"], whole["contents"][0]["mimeType"]) == ("odd://picture", "image/png")
    written = program("read", "odd", "odd://picture", "--output", "card.png", *ODD)
    assert (written.code, written.out) == (0, "")
    assert (tmp_path / "card.png").read_bytes().startswith(b"\x89PNG")
    assert "picture, 2 × 2" in program("read", "odd", "odd://picture", *ODD).out


def test_prompts_are_listed_and_filled(program: Program) -> None:
    assert "odd.bent" in program("prompts", "odd", *ODD).out
    found = program("prompts", "odd", "--json", *ODD).json["prompts"]
    assert found[1]["arguments"] == [{"name": "a", "description": "", "required": False}]
    got = program("prompt", "demo.explain_codes", "words=a,b")
    assert got.out.startswith("user: Call scan_codes with these words: a,b.")
    messages = program("prompt", "odd.bent", "a=1", "--json", *ODD).json["messages"]
    assert messages[0]["role"] == "user"


def test_what_is_wrong_is_told_and_has_its_exit_code(program: Program, tmp_path: Path) -> None:
    for words, code, told in (
        (("read", "odd", "nope"), 3, "mcp_resource_not_found"),
        (("read", "odd", "odd://{good}"), 2, "needs good"),
        (("read", "odd", "odd://picture", "--output", str(tmp_path)), 3, "cannot be written"),
        (("prompt", "odd.god"), 3, "did you mean 'good'?"),
        (("prompt", "odd.bent", "b=1"), 2, "no argument 'b'"),
        (("prompt", "odd"), 2, "SERVER.PROMPT"),
        (("prompts", "nope"), 3, "there is no server 'nope'"),
    ):
        ended = program(*words, *ODD)
        assert (ended.code, told in ended.err, ended.out) == (code, True, ""), ended.err
