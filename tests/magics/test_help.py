"""Every subcommand explains itself."""

import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.grammar import split_words
from mcp_workbench.magics.subcommands import COMMANDS
from tests.magics.cells import Cells


@pytest.mark.requirement("TOOL-20")
@pytest.mark.parametrize("line", ["%mcp", "%mcp help"])
def test_the_overview_lists_every_subcommand(connected: Cells, line: str) -> None:
    lines = connected(line).text.splitlines()
    assert [row.split()[1] for row in lines[: len(COMMANDS)]] == list(COMMANDS)


@pytest.mark.requirement("TOOL-20")
@pytest.mark.parametrize("name", COMMANDS)
def test_every_subcommand_has_help_in_each_of_its_ways(connected: Cells, name: str) -> None:
    texts = {
        connected(line).text
        for line in (
            f"%mcp help {name}",
            f"%mcp {name} --help",
            f"%mcp {name} -h",
            f"%mcp {name} ?",
        )
    }
    (text,) = texts
    command = COMMANDS[name]
    assert text.startswith(f"%mcp {name}")
    assert command.summary in text
    assert command.python in text
    assert all(option in text for option in command.options)
    assert (
        connected(f"%mcp help {name}")._repr_html_().startswith('<pre style="margin:0;padding:0;')
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_the_forms_in_the_help_can_be_read(name: str) -> None:
    for line in COMMANDS[name].lines:
        assert split_words(line)[1] == name


def test_help_on_what_there_is_not_names_near_ones(connected: Cells) -> None:
    with pytest.raises(UsageInvalid) as caught:
        connected("%mcp help cal")
    assert "did you mean 'call'" in caught.value.hint


def test_the_docstring_of_the_magic_points_to_the_help(connected: Cells) -> None:
    assert "%mcp help" in connected.shell.find_line_magic("mcp").__doc__
