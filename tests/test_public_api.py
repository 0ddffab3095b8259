"""The public names: a list that grows on purpose only."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import mcp_workbench

NAMES = [
    "Agent",
    "AgentRun",
    "Detection",
    "DetectionSet",
    "HttpServer",
    "InProcessServer",
    "Recipe",
    "Recognition",
    "Server",
    "StdioServer",
    "Tool",
    "ToolResult",
    "ToolTester",
    "Workbench",
    "WorkbenchError",
    "draw",
    "get_workbench",
    "recognise",
    "serve",
    "tool",
]
# running these modules is what they are for
PROGRAMS = {
    "mcp_workbench.cli.__main__",
    "mcp_workbench.demo.__main__",
    "mcp_workbench.sessions.launcher",
}
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(mcp_workbench.__path__, "mcp_workbench.")
    if module.name not in PROGRAMS and not module.name.startswith("mcp_workbench.labextension")
)


def test_all_is_the_documented_list() -> None:
    assert sorted(mcp_workbench.__all__) == NAMES


def test_unknown_names_are_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = mcp_workbench.nonsense


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_shows_where_it_lives_and_how_to_use_it(name: str) -> None:
    thing = getattr(mcp_workbench, name)
    assert name in dir(mcp_workbench)
    assert ">>>" in (thing.__doc__ or ""), f"{name} has no example"


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert failed == 0
