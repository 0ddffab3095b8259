"""Names and patterns say which of a server's tools are used."""

import pytest

from mcp_workbench.errors import ToolNotFound
from mcp_workbench.tools import Catalogue, Selection, Tool

NAMES = ["git_log", "git_push", "echo", "a[1]"]


@pytest.mark.parametrize(
    ("include", "exclude", "kept"),
    [
        (None, (), NAMES),
        ((), (), []),
        (("git_*",), (), ["git_log", "git_push"]),
        (None, ("git_*",), ["echo", "a[1]"]),
        (("git_*", "echo"), ("*_push",), ["git_log", "echo"]),
        (("echo",), ("echo",), []),
        (("a[1]",), (), ["a[1]"]),
        (("ECHO",), (), []),
        (("ech?",), (), ["echo"]),
    ],
)
def test_what_is_excluded_wins_over_what_is_included(
    include: tuple[str, ...] | None, exclude: tuple[str, ...], kept: list[str]
) -> None:
    selection = Selection(include, exclude)
    assert [name for name in NAMES if selection.keeps(name)] == kept


def test_a_name_that_fits_nothing_is_a_warning_and_one_that_fits_is_none() -> None:
    selection = Selection(("git_*", "eco"), ("push", "echo"))
    assert selection.warnings(NAMES) == [
        "include_tools: the server has no tool 'eco'",
        "exclude_tools: the server has no tool 'push'",
    ]


def test_a_tool_that_is_left_out_is_told_apart_from_one_that_is_not_there() -> None:
    tools = [Tool("git", name, {"type": "object"}) for name in NAMES]
    catalogue = Catalogue("git", tools, Selection(exclude=("git_p*", "nothing")))
    assert catalogue.names == ["git_log", "echo", "a[1]"]
    assert catalogue.left_out == ["git_push"]
    assert catalogue.warnings == ["exclude_tools: the server has no tool 'nothing'"]
    assert catalogue.get("git_push") is None
    with pytest.raises(ToolNotFound, match="left out by `exclude_tools`") as caught:
        catalogue["git_push"]
    assert caught.value.reason == "left_out"
    with pytest.raises(ToolNotFound) as caught:
        catalogue["git_pull"]
    assert caught.value.reason == "not_found"
    assert "git_push" not in caught.value.hint
