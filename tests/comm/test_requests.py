"""What a front end sends is read into exactly the shapes it must have, or refused."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_workbench.comm.requests import LARGEST, id_of, read_opening, read_request
from mcp_workbench.errors import UsageInvalid

VALUES = {"a": "1", "ü": ""}


@pytest.mark.parametrize(
    "request_",
    [
        {"id": "1", "method": "warm", "server": "demo"},
        {"id": "x" * 100, "method": "close", "server": "demo"},
        {"id": "1", "method": "tools", "server": "demo"},
        {"id": "1", "method": "call", "server": "demo", "tool": "add", "values": VALUES},
        {"id": "1", "method": "line", "server": "demo", "tool": "add", "values": {}},
        {"id": "1", "method": "cancel", "request": "2"},
        {"id": "1", "method": "answer", "question": "q", "decision": "session", "content": {}},
        {"id": "1", "method": "moved", "notebook": "books/a.ipynb"},
    ],
)
def test_a_request_is_read_as_it_is_and_what_it_needs_not_is_left_out(
    request_: dict[str, Any],
) -> None:
    assert read_request({**request_, "more": [1]}) == request_


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (None, "id"),
        ([], "id"),
        ("warm", "id"),
        ({"method": "warm", "server": "demo"}, "id"),
        ({"id": 1, "method": "warm", "server": "demo"}, "id"),
        ({"id": "", "method": "warm", "server": "demo"}, "id"),
        ({"id": "x" * 101, "method": "warm", "server": "demo"}, "id"),
        ({"id": "\ud800", "method": "warm", "server": "demo"}, "id"),
        ({"id": "1"}, "method"),
        ({"id": "1", "method": None}, "method"),
        ({"id": "1", "method": ["warm"]}, "method"),
        ({"id": "1", "method": "x" * 1_000_000}, "method"),
        ({"id": "1", "method": "warm"}, "params"),
        ({"id": "1", "method": "warm", "server": 3}, "params"),
        ({"id": "1", "method": "warm", "server": ""}, "params"),
        ({"id": "1", "method": "warm", "server": "x" * 2000}, "params"),
        ({"id": "1", "method": "call", "server": "s", "tool": "t"}, "params"),
        ({"id": "1", "method": "call", "server": "s", "tool": "t", "values": []}, "params"),
        ({"id": "1", "method": "call", "server": "s", "tool": "t", "values": {"a": 1}}, "params"),
        (
            {"id": "1", "method": "answer", "question": "q", "decision": "maybe", "content": {}},
            "params",
        ),
        (
            {"id": "1", "method": "answer", "question": "q", "decision": ["once"], "content": {}},
            "params",
        ),
    ],
)
def test_what_is_no_request_is_refused_in_a_few_words(data: object, reason: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        read_request(data)
    assert caught.value.reason == reason
    assert caught.value.hint
    assert len(str(caught.value)) < 400


def test_a_request_that_is_too_large_is_refused() -> None:
    call = {"id": "1", "method": "call", "server": "s", "tool": "t"}
    half = "x" * (LARGEST // 2)
    assert read_request({**call, "values": {"a": half}})
    with pytest.raises(UsageInvalid):
        read_request({**call, "values": {"a": half, "b": half}})


@pytest.mark.parametrize(
    ("opening", "channel"),
    [
        ({"version": 1, "channel": "rpc"}, "rpc"),
        ({"version": 1, "channel": "events"}, "events"),
        ({"version": 1, "channel": ["rpc"]}, None),
        ({"version": 2, "channel": "rpc"}, None),
        ({"channel": "rpc"}, None),
        ({}, None),
        (None, None),
        ("rpc", None),
    ],
)
def test_a_comm_is_opened_for_a_channel_that_this_version_knows(
    opening: object, channel: str | None
) -> None:
    assert read_opening(opening) == channel


def test_only_an_id_that_can_be_sent_back_is_one() -> None:
    assert id_of({"id": "a-1"}) == "a-1"
    assert [id_of({"id": one}) for one in (None, 1, "", "a b", "é", "\n")] == [None] * 6
