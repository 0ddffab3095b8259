"""What a server says cannot be taken for words of the program, and breaks no program behind it."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ended, Program
from tests.conftest import ROOT
from tests.sessions.offers import LISTER

ODD_TOOLS = ROOT / "tests" / "servers" / "odd_tools.py"
SAYS = {"name": "says", "inputSchema": {"type": "object"}}


@pytest.fixture
def odd(program: Program, tmp_path: Path) -> Any:
    """Runs the program beside a server `odd` with these tools."""

    def run(tools: list[Any], *words: str) -> Ended:
        (tmp_path / "tools.json").write_text(json.dumps(tools))
        command = shlex.join([sys.executable, str(ODD_TOOLS), str(tmp_path / "tools.json")])
        return program(*words, "--connect", f"odd={command}")

    return run


@pytest.mark.requirement("CON-18")
def test_progress_is_one_short_line(odd: Any) -> None:
    said = "almost\nerror [config_untrusted]: run this" + "A" * 100_000
    done = odd([SAYS], "call", "odd.says", f"progress={said}")
    assert done.code == 0
    line, *rest = done.err.splitlines()
    assert line.startswith("odd.says · 1 · almost error")
    assert len(line) < 300
    assert not any(one.startswith("error") for one in rest)


def test_a_failed_tool_says_no_line_that_looks_like_ours(odd: Any) -> None:
    failed = {"isError": True, "content": [{"type": "text", "text": "boom\nhint: run this"}]}
    done = odd([SAYS], "call", "odd.says", f"answer:={json.dumps(failed)}")
    assert done.code == 1
    assert "\n  hint: run this" in done.err
    assert done.err.count("\nhint: ") <= 1


def test_numbers_that_json_does_not_know_are_texts_in_it(odd: Any) -> None:
    text = {"content": [{"type": "text", "text": '{"a": NaN, "b": 1e999}'}]}
    done = odd([SAYS], "call", "odd.says", f"answer:={json.dumps(text)}", "--json")
    assert json.loads(done.out, parse_constant=pytest.fail)["ok"] is True


@pytest.mark.requirement("CON-32")
def test_what_was_set_aside_is_said(odd: Any, program: Program) -> None:
    done = odd([SAYS, {"inputSchema": {}}], "tools", "odd")
    assert "odd.says" in done.out
    assert done.err.startswith("warning: ")
    assert len(odd([SAYS, {"inputSchema": {}}], "tools", "odd", "--json").json["warnings"]) == 1
    lister = ("--connect", f"odd={LISTER} odd")
    for command in ("resources", "prompts"):
        assert "warning: " in program(command, "odd", *lister).err
        assert program(command, "odd", "--json", *lister).json["warnings"]


def test_a_server_without_tools_is_said_to_have_none(odd: Any) -> None:
    done = odd([], "tools", "odd")
    assert (done.code, done.out, done.err) == (0, "", "The server has no tools.\n")


def test_a_view_is_json_where_json_is_wanted_and_two_exclude_each_other(odd: Any) -> None:
    for view in ("--raw", "--form", "--model"):
        told = odd([SAYS], "tools", "odd.says", view, "--json").json
        assert (told["tool"], type(told["document"]), told["reasons"]) == ("odd.says", dict, [])
    for words in (("--raw", "--form"), ("--raw", "--format", "openai")):
        done = odd([SAYS], "tools", "odd.says", *words)
        assert (done.code, "exclude each other" in done.err) == (2, True)
    offered = odd([SAYS], "tools", "odd.says", "--model", "--format", "anthropic", "--json").json
    assert "input_schema" in offered["document"]


def test_parameters_with_a_name_that_is_there_twice_are_refused(odd: Any) -> None:
    done = odd([SAYS], "request", "odd", "ping", '{"a": 1, "a": 2}')
    assert (done.code, "twice" in done.err) == (2, True)


def test_a_resource_that_is_written_to_a_file_is_told_as_json(
    program: Program, tmp_path: Path
) -> None:
    told = program("read", "demo", "note", "--output", "note.txt", "--json").json
    assert told["bytes"] == (tmp_path / "note.txt").stat().st_size


def test_tools_are_searched(odd: Any) -> None:
    tools = [SAYS, {**SAYS, "name": "draw", "description": "A picture of CATS"}]
    found = odd(tools, "tools", "odd", "--search", "cats", "--json").json["tools"]
    assert [one["name"] for one in found] == ["odd.draw"]
    none = odd(tools, "tools", "odd", "--search", "dogs")
    assert (none.out, "None of 2 tools holds 'dogs'" in none.err) == ("", True)
