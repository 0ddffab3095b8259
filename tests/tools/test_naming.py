"""Names for models: own ones where free, valid everywhere, the same each time."""

from __future__ import annotations

import re

import pytest

from mcp_workbench.tools.naming import assign_names, model_safe

VALID = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")


@pytest.mark.parametrize(
    "name",
    [
        "plain",
        "detect.objects/v1",
        "größe",
        "",
        "x" * 65,
        "x" * 500,
        "a b",
        "工具",
        "\ud800",
        "9lives",
        "-rm",
        "9" * 64,
    ],
)
def test_every_name_becomes_one_that_all_providers_take(name: str) -> None:
    assert VALID.fullmatch(model_safe(name))
    assert model_safe(name) == model_safe(name)


def test_a_valid_name_stays_as_it_is() -> None:
    for name in ("read_file", "read-file", "_9lives", "x" * 64):
        assert model_safe(name) == name


def test_long_names_with_the_same_start_stay_two_names() -> None:
    one, other = "x" * 60 + "_create_issue", "x" * 60 + "_delete_issue"
    assert model_safe(one) != model_safe(other)


def test_a_function_keeps_its_name_and_the_tool_gets_a_longer_one() -> None:
    assert assign_names(["add"], [("demo", "add")]) == {("demo", "add"): "mcp_demo_add"}


def test_of_two_tools_the_first_keeps_the_name() -> None:
    names = assign_names([], [("b", "read"), ("a", "read")])
    assert names == {("b", "read"): "read", ("a", "read"): "mcp_a_read"}


def test_names_that_look_alike_once_they_are_valid_are_told_apart() -> None:
    tools = [("s", "a.b"), ("s", "a/b"), ("s", "a_b"), ("t", "mcp_s_a_b")]
    names = assign_names([], tools)
    assert len(set(names.values())) == 4
    assert all(VALID.fullmatch(name) for name in names.values())
    assert names["s", "a.b"] == "a_b"


def test_many_collisions_end_in_as_many_names() -> None:
    tools = [("s", "a" + mark) for mark in " .:/!?#%&"]
    assert len(set(assign_names(["a_", "mcp_s_a_"], tools).values())) == len(tools)


def test_tools_that_come_later_change_no_name_given_before() -> None:
    before = assign_names([], [("late", "add"), ("demo", "echo")])
    frozen = {f"{server}.{tool}": name for (server, tool), name in before.items()}
    after = assign_names([], [("first", "echo"), ("demo", "echo"), ("late", "add")], frozen)
    assert after == {**before, ("first", "echo"): "mcp_first_echo"}


def test_the_name_of_a_tool_that_is_away_is_kept_for_it() -> None:
    assert assign_names([], [("b", "add")], {"a.add": "add"}) == {("b", "add"): "mcp_b_add"}


@pytest.mark.parametrize("bad", ["", "a b", "9a", "x" * 65, "count"])
def test_a_frozen_name_that_cannot_be_used_is_passed_over(bad: str) -> None:
    assert assign_names(["count"], [("s", "add")], {"s.add": bad}) == {("s", "add"): "add"}


def test_two_frozen_tools_of_one_name_get_two() -> None:
    names = assign_names([], [("a", "x"), ("b", "x")], {"a.x": "same", "b.x": "same"})
    assert names == {("a", "x"): "same", ("b", "x"): "x"}
