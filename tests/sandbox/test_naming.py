"""Names of tools in the sandbox."""

from __future__ import annotations

import pytest

from mcp_workbench.errors import ServeRefused
from mcp_workbench.sandbox import Names
from tests.sandbox.given import Given


@pytest.mark.parametrize("name", ["print", "list", "open", "ValueError", "map"])
@pytest.mark.parametrize("namespace", [False, True])
def test_nothing_may_hide_a_builtin(name: str, namespace: bool) -> None:
    tool = Given(name, "x", print) if namespace else Given("", name, print)
    with pytest.raises(ServeRefused, match=f"'{name}' would hide the builtin") as caught:
        Names([tool])
    assert caught.value.reason == "name-taken"
    assert "another name" in caught.value.hint


def test_below_a_server_any_name_will_do() -> None:
    assert list(Names([Given("shop", "print", print)]).tools) == ["shop.print"]


def test_names_do_not_depend_on_the_order() -> None:
    pair = [Given("a", "x-y", print), Given("a", "x_y", print)]
    first, second = Names(pair), Names(pair[::-1])
    assert first.tools == second.tools
    assert first.tools["a.x_y"].name == "x_y"


def test_functions_keep_their_names_and_servers_give_way() -> None:
    names = Names([Given("clock", "now", print), Given("", "clock", print)])
    assert list(names.tools) == ["clock_2.now", "clock"]
    assert names.top == {"clock", "clock_2"}
    assert names.below("clock_2") == ["now"]
    assert list(names.renamed()) == []


def test_what_is_called_like_a_module_gives_way_and_is_told() -> None:
    names = Names([Given("time", "now", print), Given("time", "zone", print), Given("", "re", len)])
    assert list(names.tools) == ["time_2.now", "time_2.zone", "re_2"]
    assert list(names.renamed()) == [
        "the server time is called time_2 in the sandbox, where time is a module",
        "the function re is called re_2 in the sandbox, where re is a module",
    ]
