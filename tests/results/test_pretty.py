"""JSON for people."""

import json
import math
from collections.abc import Callable
from typing import Any

import pytest

from mcp_workbench.results.pretty import pretty

BOXES = [{"label": f"cup {n}", "score": 0.5, "box": [1.0, 2.0, 30.0, 40.0]} for n in range(3)]


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        None,
        "text",
        5,
        {"a": []},
        BOXES,
        {"image": {"width": 5}, "detections": BOXES, "more": [[list(range(60))]]},
        [[1], {"a": {"b": ["c" * 90, "d" * 90]}}],
        {'quote"d': "line\nbreak", "ż": "ó"},
    ],
)
def test_it_is_json_of_the_same_value(value: Any) -> None:
    text, omitted = pretty(value, 20_000)
    assert json.loads(text) == value
    assert omitted == 0


def test_short_things_stay_on_one_line() -> None:
    text, _ = pretty({"count": 3, "detections": BOXES}, 20_000)
    assert text.split("\n") == [
        "{",
        '  "count": 3,',
        '  "detections": [',
        '    {"label": "cup 0", "score": 0.5, "box": [1.0, 2.0, 30.0, 40.0]},',
        '    {"label": "cup 1", "score": 0.5, "box": [1.0, 2.0, 30.0, 40.0]},',
        '    {"label": "cup 2", "score": 0.5, "box": [1.0, 2.0, 30.0, 40.0]}',
        "  ]",
        "}",
    ]


def test_numbers_without_a_word_in_json_are_null() -> None:
    assert pretty([math.nan, math.inf, -math.inf], 100)[0] == "[null, null, null]"


def test_a_long_text_within_is_shortened_in_place() -> None:
    text, omitted = pretty({"image": "A" * 100_000, "n": 1}, 20_000)
    assert json.loads(text)["image"] == "A" * 60 + "… (100,000 characters)"
    assert json.loads(text)["n"] == 1
    assert omitted == 0


@pytest.mark.parametrize("limit", [0, 1, 50, 20_000])
def test_no_more_comes_than_there_is_room_and_the_rest_is_counted(limit: int) -> None:
    value = {"rows": [{"n": n, "text": "x" * 200} for n in range(2_000)]}
    text, omitted = pretty(value, limit)
    assert len(text) <= limit
    whole = len(json.dumps(value))
    assert 0.9 * whole < len(text) + omitted < 1.1 * whole


@pytest.mark.parametrize("wrap", [lambda value: [value], lambda value: {"a": value}])
def test_depth_does_no_harm(wrap: Callable[[Any], Any]) -> None:
    value: Any = 1
    for _ in range(20_000):
        value = wrap(value)
    text, omitted = pretty(value, 20_000)
    assert len(text) <= 20_000
    assert omitted > 0
