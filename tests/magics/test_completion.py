"""Words are offered while a line is typed, from what is known already."""

import pytest
from IPython.core.completer import provisionalcompleter

from mcp_workbench.magics.offering import words_at
from mcp_workbench.magics.subcommands import COMMANDS
from tests.magics.cells import MIRROR, Cells


def offered(cells: Cells, line: str) -> list[str]:
    """What a front end would offer at the end of `line`, as the whole word would then stand."""
    with provisionalcompleter():
        found = list(cells.shell.Completer.completions(line, len(line)))
    begun = line.split(" ")[-1]
    return [begun[: one.start - len(line) + len(begun)] + one.text for one in found]


@pytest.mark.requirement("TOOL-20")
@pytest.mark.parametrize("before", ["%mcp ", "%%mcp ", "r = %mcp ", "a, b = %mcp ", "    %mcp "])
def test_every_subcommand_is_offered(connected: Cells, before: str) -> None:
    assert set(offered(connected, before)) == set(COMMANDS)
    assert offered(connected, f"{before}cl") == ["close"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("%mcp tools ", {"demo", "mirror", "--help"}),
        ("%mcp close m", {"mirror"}),
        ("%mcp info mirror.o", {"mirror.open"}),
        ("%mcp info demo.a", {"demo.add"}),
        ("%mcp help wa", {"warm"}),
        ("%mcp call mirror.m", {"mirror.mirror"}),
        ("%mcp call demo.add ", {"a=", "b=", "--timeout"}),
        ("r = %mcp call demo.add b=1 ", {"a=", "--timeout"}),
        ("%%mcp call demo.add b:=1 ", {"a=", "--timeout"}),
        ("%mcp call --timeout 5 demo.add b", {"b="}),
        ('%mcp call mirror.mirror text="a b" fl', {"flag="}),
        ("%mcp call mirror.mirror unit=", {"unit=celsius", "unit=kelvin", 'unit="degree Rankine"'}),
        ("%mcp call mirror.mirror unit=k", {"unit=kelvin"}),
        ("%mcp call mirror.mirror level=", {"level=1", "level=2", "level=3"}),
        ("%mcp call mirror.mirror flag=t", {"flag=true"}),
        ("%mcp connect x --e", {"--env", "--era"}),
        ("%mcp connect x --era ", {"auto", "legacy", "2026-07-28"}),
        ("%mcp connect m", {"mirror"}),
        ("%mcp add dem", {"demo"}),
    ],
)
def test_what_fits_is_offered(connected: Cells, line: str, words: set[str]) -> None:
    assert set(offered(connected, line)) == words


@pytest.mark.parametrize(
    "line", ["%mcp nonsense ", "%mcp call nope.tool ", "%mcp call demo.add a=", "%mcp warm demo "]
)
def test_nothing_is_offered_where_nothing_is_known(connected: Cells, line: str) -> None:
    assert words_at(line.removeprefix("%mcp "))[0] == []


def test_inside_an_expression_python_completes(connected: Cells) -> None:
    connected("a_long_name = 1")
    assert offered(connected, "%mcp call demo.add a={a_long_n") == ["a={a_long_name"]


def test_other_lines_are_left_alone(connected: Cells) -> None:
    connected("a_long_name = 1")
    assert offered(connected, "print(a_long_n") == ["print(a_long_name"]


def test_a_server_that_is_only_registered_is_not_connected_by_typing(cell: Cells) -> None:
    server = cell(f"%mcp add mirror -- {MIRROR}")
    assert set(offered(cell, "%mcp call ")) == {"--help", "--timeout"}
    assert server.status == "registered"
