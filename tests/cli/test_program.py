"""The program against a real server and a scripted model, and in processes of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from mcp_workbench import Recipe
from mcp_workbench.cli.program import program as main
from tests.cli.conftest import PROGRAM, Program, environment
from tests.recipes.notebooks import TOOL, notebook, recipe_text, replaced


def configured(directory: Path, **servers: Any) -> None:
    (directory / ".mcp.json").write_text(json.dumps({"mcpServers": servers}))


def test_servers_are_listed_without_starting_them(program: Program, tmp_path: Path) -> None:
    empty = program("servers", "--json")
    assert (empty.code, [one["name"] for one in empty.json["servers"]]) == (0, ["demo"])
    configured(tmp_path, now={"command": "touch", "args": ["started"]}, lost={})
    listed = program("servers", "--json", "--connect", "docs=https://docs.example/mcp?key=abc")
    names = [(one["name"], one["transport"]) for one in listed.json["servers"]]
    assert names == [("docs", "http"), ("now", "stdio")]
    assert [one["reason"] for one in listed.json["problems"]] == ["missing-command-or-url"]
    assert listed.code == 3
    assert "abc" not in listed.out
    assert not (tmp_path / "started").exists()


def test_a_tool_is_called_with_values_that_its_schema_types(
    program: Program, tmp_path: Path
) -> None:
    added = program("call", "demo.add", "a=2", "b:=3")
    assert (added.code, added.out, added.err) == (0, "5\n", "")
    (tmp_path / "words.txt").write_text("two\nlines")
    said = program("call", "demo.echo", "text=@words.txt", "--json")
    assert (said.json["value"], said.json["ok"]) == ("two\nlines", True)
    # what a script puts into a value is neither looked up nor run
    plain = program("call", "demo.echo", "text={__import__('os').getpid()} $HOME")
    assert plain.out == "{__import__('os').getpid()} $HOME\n"


def test_one_tool_is_shown_in_full(program: Program) -> None:
    one = program("tools", "demo.add")
    assert (one.code, one.out.splitlines()[0]) == (0, "demo.add")
    assert "b  integer  required" in one.out


def test_a_failed_call_is_told_in_words_and_as_json(program: Program) -> None:
    wrong = program("call", "demo.add", "a=one", "b=2", "--json")
    assert wrong.code == 2
    assert wrong.json["error"]["code"] == "mcp_arguments_invalid"
    assert "error [mcp_arguments_invalid]: demo.add" in wrong.err
    # hints are those of a terminal
    assert "mcp-workbench tools demo.add shows" in wrong.json["error"]["hint"]
    assert "%mcp" not in wrong.err
    slow = program("call", "demo.slow", "seconds=60", "--timeout", "0.2")
    assert (slow.code, slow.out) == (6, "")


def test_one_broken_server_leaves_the_tools_of_the_others(program: Program, tmp_path: Path) -> None:
    configured(tmp_path, lost={"command": "no-such-program-here"})
    listed = program("tools", "--connect", "mine=python -m mcp_workbench.demo", "--trust")
    assert "mine.add" in listed.out
    assert "error [launcher_not_found]" in listed.err
    assert listed.code == 5


def test_a_recipe_runs_once_it_is_trusted(program: Program, tmp_path: Path) -> None:
    notebook(tmp_path, *replaced(TOOL, f"print('noise')\n{TOOL}"))
    made = program("export", "count.ipynb", "--json")
    assert made.code == 0
    file = Path(made.json["path"]).name
    assert made.json["notes"] == ["cell 4 (setup), line 1: %matplotlib is left out"]
    missing = program("run", file)
    assert (missing.code, "phrase" in missing.err) == (2, True)
    refused = program("run", file, "-p", "phrase=one two", "--json")
    assert refused.code == 3
    assert refused.json["error"]["code"] == "config_untrusted"
    assert "starts python -m mcp_workbench.demo" in refused.err
    done = program("run", file, "-p", "phrase=one two", "--json", "--trust")
    assert done.code == 0
    assert (done.json["ok"], done.json["scripted"], done.json["output"]) == (
        True,
        True,
        "Three words.",
    )
    assert done.json["usage"]["calls"] == 2
    assert done.json["recipe"]["digest"] == made.json["digest"]
    assert "→ demo.add(a=1, b=2)" in done.err
    assert "noise" in done.err
    assert "agreed to, and remembered: server demo: starts python" in done.err
    assert program("export", "count.ipynb", "--json").json["replaced"] is True


def test_a_notebook_runs_as_a_recipe(program: Program, tmp_path: Path) -> None:
    notebook(tmp_path)
    recipe = Recipe.from_notebook("count.ipynb")
    recipe.require_consent(trust=True)
    done = program("run", "count.ipynb", "-p", "phrase=one two")
    assert (done.code, done.out) == (0, "Three words.\n")
    assert "left out: cell 4" in done.err
    assert "steps.yaml (scripted) · done · 2 rounds · 2 calls" in done.err


def test_a_served_recipe_speaks_the_protocol_alone(tmp_path: Path, program: Program) -> None:
    notebook(tmp_path, *replaced(TOOL, f"print('noise')\n{TOOL}"))
    Recipe.from_notebook("count.ipynb").require_consent(trust=True)
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    done = subprocess.run(
        [*PROGRAM, "serve", "count.ipynb", "-p", "phrase=x"],
        cwd=tmp_path,
        env=environment(tmp_path / "home"),
        input=f"{json.dumps(hello)}\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in answers] == [1]
    assert answers[0]["result"]["serverInfo"]["name"] == "count"
    assert "noise" in done.stderr
    assert done.returncode == 0


def test_a_run_has_a_limit_of_time(program: Program, tmp_path: Path) -> None:
    (tmp_path / "wait.yaml").write_text("- calls: [{name: slow, args: {seconds: 30}}]\n")
    (tmp_path / "r.yaml").write_text(
        "recipe: mcp-workbench/1\nname: slow\ntitle: Slow\nmodel: scripted:wait.yaml\n"
        "prompt: Wait.\napprove: never\nservers: {demo: {command: python, args: "
        "[-m, mcp_workbench.demo]}}\n"
    )
    done = program("run", "r.yaml", "--trust", "--timeout", "1")
    assert (done.code, "longer than 1 s" in done.err) == (6, True)


def test_an_interrupt_ends_the_call_and_its_server(tmp_path: Path) -> None:
    running = subprocess.Popen(
        [*PROGRAM, "call", "demo.slow", "seconds=60"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with running:
        assert running.stderr
        first = running.stderr.readline()
        running.send_signal(signal.SIGINT)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert "demo.slow" in first
    assert running.returncode == 130
    assert out == ""
    told = [line for line in err.splitlines() if line and "demo.slow" not in line]
    assert told == ["interrupted"]


@pytest.mark.parametrize(
    ("words", "stream", "code"), [(["servers"], "stdout", 1), (["nonsense"], "stderr", 2)]
)
def test_a_reader_that_goes_away_is_no_fault(
    tmp_path: Path, words: list[str], stream: str, code: int
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    streams[stream] = writing
    done = subprocess.run(
        [*PROGRAM, *words],
        cwd=tmp_path,
        env=environment(tmp_path),
        text=True,
        timeout=60,
        check=False,
        **streams,
    )
    os.close(writing)
    assert (done.returncode, done.stdout or "", done.stderr or "") == (code, "", "")


def slow_setup(directory: Path) -> None:
    (directory / "r.yaml").write_text(
        "recipe: mcp-workbench/1\nname: slow\ntitle: Slow\nmodel: scripted:s.yaml\nprompt: Wait.\n"
        "setup: |\n  import os, subprocess, time\n  os.write(1, b'raw noise\\n')\n"
        "  subprocess.run(['echo', 'noise'])\n  print('begun', flush=True)\n  time.sleep(60)\n"
    )
    (directory / "s.yaml").write_text("- text: Done.\n")


def test_an_interrupt_and_a_limit_of_time_reach_the_code_of_a_recipe(
    program: Program, tmp_path: Path
) -> None:
    slow_setup(tmp_path)
    late = program("run", "r.yaml", "--trust", "--timeout", "0.5", "--json")
    assert (late.code, late.json["error"]["code"]) == (6, "limit_reached")
    running = subprocess.Popen(
        [*PROGRAM, "run", "r.yaml", "--json"],
        cwd=tmp_path,
        env=environment(tmp_path / "home"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with running:
        assert running.stderr
        said = [running.stderr.readline() for _ in range(3)]
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert said == ["raw noise\n", "noise\n", "begun\n"]
    assert (running.returncode, err.split()) == (130, ["interrupted"])
    assert json.loads(out)["error"]["reason"] == "interrupted"


def test_every_error_is_json_where_json_is_wanted(program: Program) -> None:
    wrong = program("run", "--json")
    assert (wrong.code, wrong.json["error"]["code"]) == (2, "usage_invalid")
    assert "Usage:" in wrong.err

    @click.group(cls=type(main))
    def other() -> None: ...

    @other.command()
    @click.option("--json", is_flag=True)
    def stumble(json: bool) -> None:
        raise RuntimeError("over a stone")

    done = CliRunner().invoke(other, ["stumble", "--json"])
    assert (done.exit_code, json.loads(done.stdout)["error"]["reason"]) == (1, "unexpected")
    assert "unexpected RuntimeError: over a stone" in done.stderr


def test_code_that_exits_is_a_failure(program: Program, tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text("- text: Done.\n")
    Path("r.yaml").write_text(
        recipe_text(model="scripted:s.yaml", prompt="x", setup="import sys\nsys.exit()")
    )
    done = program("run", "r.yaml", "--trust")
    assert (done.code, done.out) == (1, "")
    assert "error [code_failed]: recipe small: setup, line 2: SystemExit" in done.err


def test_streams_that_are_closed_or_broken_are_no_fault(tmp_path: Path) -> None:
    def shell(line: str) -> tuple[int, str, str]:
        done = subprocess.run(
            ["bash", "-c", line, *PROGRAM],
            cwd=tmp_path,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    assert shell('"$0" "$@" call demo.add a=1 b=2 >&-') == (0, "", "")
    (tmp_path / "s.yaml").write_text("- text: Done.\n")
    (tmp_path / "r.yaml").write_text(
        recipe_text(model="scripted:s.yaml", prompt="x", setup="print('noise', flush=True)")
    )
    # words that nobody can read cost no answer
    assert shell('"$0" "$@" run r.yaml --trust 2>/dev/full') == (0, "Done.\n", "")
    code, out, err = shell('"$0" "$@" servers > /dev/full')
    assert (code, out) == (1, "")
    assert "cannot be written to standard output: no space left" in err
    assert "Traceback" not in err
