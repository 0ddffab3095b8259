"""Resources and prompts in a terminal."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Program


def test_resources_are_listed_and_read(program: Program, tmp_path: Path) -> None:
    listed = program("resources", "demo")
    assert listed.code == 0
    assert "demo://cards/{word}" in listed.out
    found = program("resources", "demo", "--json").json
    assert [one["uri"] for one in found["resources"]] == ["demo://note"]
    assert found["templates"][0]["variables"] == ["word"]
    read = program("read", "demo", "note")
    assert (read.code, read.out) == (0, "This note comes from the demo server.\n")
    whole = program("read", "demo", "demo://note", "--json").json
    assert whole["contents"][0]["mimeType"] == "text/plain"
    written = program("read", "demo", "card", "word=left", "--output", "card.png")
    assert (written.code, written.out) == (0, "")
    assert (tmp_path / "card.png").read_bytes().startswith(b"\x89PNG")
    assert "picture" in program("read", "demo", "card", "word=left").out


def test_prompts_are_listed_and_filled(program: Program) -> None:
    assert "demo.explain_codes" in program("prompts", "demo").out
    found = program("prompts", "demo", "--json").json["prompts"]
    assert [one["required"] for one in found[0]["arguments"]] == [True, False]
    got = program("prompt", "demo.explain_codes", "words=a,b")
    assert got.out.startswith("user: Call scan_codes with these words: a,b.")
    messages = program("prompt", "demo.explain_codes", "words=a", "--json").json["messages"]
    assert messages[0]["role"] == "user"


def test_what_is_wrong_is_told_and_has_its_exit_code(program: Program, tmp_path: Path) -> None:
    for words, code, told in (
        (("read", "demo", "demo://nope"), 3, "mcp_resource_not_found"),
        (("read", "demo", "card"), 2, "needs word"),
        (("read", "demo", "note", "--output", str(tmp_path)), 3, "cannot be written"),
        (("prompt", "demo.explain"), 3, "did you mean 'explain_codes'?"),
        (("prompt", "demo.explain_codes"), 2, "needs words"),
        (("prompt", "demo"), 2, "SERVER.PROMPT"),
        (("prompts", "nope"), 3, "there is no server 'nope'"),
    ):
        ended = program(*words)
        assert (ended.code, told in ended.err, ended.out) == (code, True, ""), ended.err
