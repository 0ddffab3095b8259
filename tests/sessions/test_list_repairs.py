"""What servers get wrong in lists, resources and prompts is put right entry by entry, and told."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_workbench.offers import KINDS, PROMPTS, RESOURCES, TEMPLATES, TOOLS, Kind
from mcp_workbench.sessions.list_repairs import (
    completion_result,
    list_result,
    prompt_result,
    read_result,
)


@pytest.fixture
def told() -> list[str]:
    return []


def good(kind: Kind) -> dict[str, Any]:
    schema = {"inputSchema": {"type": "object"}} if kind is TOOLS else {}
    return {kind.identity: "a:b", "name": "b", **schema}


@pytest.mark.requirement("CON-32")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("bad", [None, 7, "x", [], {}, {"title": "d"}, {"name": 5, "uri": ""}])
def test_a_bad_entry_never_hides_the_others(kind: Kind, bad: object, told: list[str]) -> None:
    first, last = good(kind), {**good(kind), "extra": [1]}
    found = list_result({kind.key: [first, bad, last], "ttlMs": 5}, kind, told.append)
    assert found == {kind.key: [first, last], "ttlMs": 5}
    assert told == [f"{kind.method}: entry 2 is set aside, it has no {kind.identity}"]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("entries", [None, {}, "tools", 7])
def test_a_list_that_is_none_is_empty(kind: Kind, entries: object, told: list[str]) -> None:
    assert list_result({kind.key: entries}, kind, told.append) == {kind.key: []}
    assert len(told) == 1


@pytest.mark.parametrize("kind", [RESOURCES, TEMPLATES, PROMPTS], ids=lambda kind: kind.name)
def test_fields_of_a_wrong_type_are_left_out_and_told(kind: Kind, told: list[str]) -> None:
    bent = {**good(kind), "title": 7, "mimeType": [], "annotations": "x", "description": None}
    (found,) = list_result({kind.key: [bent]}, kind, told.append)[kind.key]
    assert found == good(kind)
    assert len(told) == 3


def test_a_resource_without_a_name_is_called_by_the_end_of_its_uri(told: list[str]) -> None:
    entries = [{"uri": "file:///a/b.txt"}]
    (found,) = list_result({"resources": entries}, RESOURCES, told.append)["resources"]
    assert (found["name"], told) == ("b.txt", [])


def test_an_argument_of_a_prompt_without_a_name_is_set_aside(told: list[str]) -> None:
    entry = {"name": "p", "arguments": [{"name": "a"}, {"title": "b"}, 7]}
    (found,) = list_result({"prompts": [entry]}, PROMPTS, told.append)["prompts"]
    assert found["arguments"] == [{"name": "a"}]
    assert told


@pytest.mark.parametrize("result", [{}, {"contents": 5}])
def test_contents_that_are_no_list_are_none(result: dict[str, Any], told: list[str]) -> None:
    assert read_result(result, told.append)["contents"] == []
    assert told


@pytest.mark.parametrize("content", [None, 7, {}, {"text": 5}, {"blob": None, "uri": "a:b"}])
def test_a_content_that_is_none_is_shown_as_it_came(content: object, told: list[str]) -> None:
    (found,) = read_result({"contents": [content]}, told.append)["contents"]
    assert isinstance(found["text"], str)
    assert len(told) == 1


@pytest.mark.parametrize(
    ("message", "roles", "kinds"),
    [
        ({"role": "assistant", "content": {"type": "text", "text": "a"}}, ["assistant"], ["text"]),
        ({"role": "user", "content": "a"}, ["user"], ["text"]),
        ({"content": {"type": "video"}}, ["user"], ["text"]),
        ({"role": 7, "content": [{"type": "text", "text": "a"}] * 2}, ["user"] * 2, ["text"] * 2),
        (7, ["user"], ["text"]),
    ],
)
def test_a_message_has_a_role_and_a_block(
    message: object, roles: list[str], kinds: list[str], told: list[str]
) -> None:
    found = prompt_result({"messages": [message]}, told.append)["messages"]
    assert [one["role"] for one in found] == roles
    assert [one["content"]["type"] for one in found] == kinds


@pytest.mark.parametrize("completion", [None, 7, {"values": "ab"}, {"values": [1, None]}])
def test_suggestions_are_texts(completion: object, told: list[str]) -> None:
    found = completion_result({"completion": completion}, told.append)
    assert found["completion"]["values"] == []
    assert told
