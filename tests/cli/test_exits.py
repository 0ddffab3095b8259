"""Every error has an exit code, and what is wrong is said in words."""

from __future__ import annotations

import re

import click
import pytest

from mcp_workbench import errors
from mcp_workbench._version import __version__
from mcp_workbench.cli.exits import EXITS
from mcp_workbench.cli.program import program as main
from tests.cli.conftest import Program


def test_every_error_code_has_an_exit_code() -> None:
    real = {
        cls.code
        for cls in vars(errors).values()
        if isinstance(cls, type) and issubclass(cls, errors.WorkbenchError)
    }
    assert set(EXITS) == real
    assert set(EXITS.values()) <= {1, 2, 3, 4, 5, 6}


def test_the_version_is_the_packages_own(program: Program) -> None:
    done = program("--version")
    assert (done.code, done.out.strip()) == (0, f"mcp-workbench, version {__version__}")


def test_help_tells_of_every_command_and_of_exit_codes(program: Program) -> None:
    done = program("--help")
    assert done.code == 0
    listed = done.out.partition("Commands:")[2].partition("Exit codes:")[0]
    assert re.findall(r"^  (\w+)  +\S", listed, re.MULTILINE) == sorted(main.commands)
    assert "130 interrupted" in " ".join(done.out.split())


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_command_and_option_is_explained(program: Program, name: str) -> None:
    command = main.commands[name]
    assert command.help
    options = [one for one in command.params if isinstance(one, click.Option)]
    assert all(one.help for one in options)
    done = program(name, "--help")
    assert done.code == 0
    assert all(option.opts[-1] in done.out for option in options)


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ([], 2, "Usage: mcp-workbench"),
        (["bogus"], 2, "No such command 'bogus'"),
        (["call"], 2, "Missing argument 'SERVER.TOOL'"),
        (["tools", "foo", "--connect", "foo=no-such-program"], 5, "[launcher_not_found]"),
        (["call", "add"], 2, "'add' is not a tool written as SERVER.TOOL"),
        (["call", "demo.add", "a"], 2, "'a' is not an argument"),
        (["call", "demo.add", "a=1", "a=2"], 2, "'a' is given twice"),
        (["call", "demo.add", "a:={"], 2, "is not JSON"),
        (["call", "demo.add", "--timeout", "0"], 2, "0"),
        (["call", "nope.add"], 3, "there is no server 'nope' here"),
        (["tools", "--connect", "nonsense"], 2, "is not NAME=WHAT"),
        (["tools", "--connect", "t=http://"], 3, "[config_invalid]"),
        (["tools", "x", "--connect", "x=no-such-program-here -v"], 5, "[launcher_not_found]"),
        (["run", "missing.yaml"], 3, "cannot be read"),
        (["run", "r.yaml", "limit=2"], 2, "; did you mean -p limit=2?"),
        (["serve", "missing.yaml"], 3, "cannot be read"),
        (["export", "missing.ipynb"], 3, "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said_with_its_exit_code(
    program: Program, words: list[str], code: int, told: str
) -> None:
    done = program(*words)
    assert told in done.err
    assert done.code == code
    assert done.out == ""
