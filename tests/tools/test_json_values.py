"""What Python offers in place of JSON values becomes one of them, or is refused by its path."""

import base64
import io
from collections import OrderedDict
from enum import IntEnum, StrEnum
from pathlib import PurePosixPath
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mcp_workbench.errors import ArgumentsInvalid
from mcp_workbench.results import Picture
from mcp_workbench.tools import json_arguments, json_value


class Colour(StrEnum):
    RED = "red"


class Level(IntEnum):
    LOW = 1


@pytest.mark.parametrize(
    ("value", "json"),
    [
        ((1, (2, 3)), [1, [2, 3]]),
        (OrderedDict(a=b"hi"), {"a": "aGk="}),
        (PurePosixPath("a/b"), "a/b"),
        (np.int64(3), 3),
        (np.float64(0.5), 0.5),
        (np.bool_(True), True),
        (Colour.RED, "red"),
        (Level.LOW, 1),
        (True, True),
        (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
        ([np.array([1.5])], [[1.5]]),
        ({Colour.RED: None}, {"red": None}),
    ],
)
def test_what_has_a_form_in_json_takes_it(value: Any, json: Any) -> None:
    found = json_value(value)
    assert found == json
    assert type(found) is type(json)


class Broken:
    def _repr_png_(self) -> bytes:
        raise RuntimeError("no pixels")


def test_a_picture_of_any_library_becomes_the_base64_of_its_file() -> None:
    image = Image.new("RGB", (3, 2), "red")
    sent = base64.b64decode(json_value({"image": image})["image"])
    assert Image.open(io.BytesIO(sent)).size == (3, 2)
    assert json_value(Picture(sent, "content[0]")) == base64.b64encode(sent).decode()
    with pytest.raises(ArgumentsInvalid, match=r"holds an object of the type Broken"):
        json_value(Broken())


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ({"a": [1, {1, 2}]}, "t.x: $.a[1] holds an object of the type set"),
        ({"a": object()}, "t.x: $.a holds an object of the type object"),
        ({"a": float("nan")}, "t.x: $.a holds nan, which is no number in JSON"),
        ({"a": [0.5, float("-inf")]}, "t.x: $.a[1] holds -inf, which is no number in JSON"),
        ({"a": np.array([np.nan])}, "t.x: $.a[0] holds nan, which is no number in JSON"),
        ({"a": {1: 2}}, "t.x: $.a holds a dict with the key 1; JSON has texts as keys"),
        ({"a": print}, "t.x: $.a holds an object of the type builtin_function_or_method"),
        ([1], "t.x: the arguments are [1], no dict"),
        ("{}", "t.x: the arguments are '{}', no dict"),
    ],
)
def test_what_has_none_is_refused_and_its_place_named(value: Any, what: str) -> None:
    with pytest.raises(ArgumentsInvalid) as caught:
        json_arguments("t.x", value)
    assert caught.value.what == what
    assert caught.value.hint


def test_a_list_that_holds_itself_is_refused_in_few_words() -> None:
    around: list[Any] = []
    around.append(around)
    with pytest.raises(ArgumentsInvalid, match="nested too deep") as caught:
        json_value(around)
    assert len(str(caught.value)) < 300


def test_what_was_given_is_copied_not_changed() -> None:
    given = {"a": [1, (2,)]}
    sent = json_arguments("t.x", given)
    given["a"].append(3)
    assert sent == {"a": [1, [2]]}
    assert json_arguments("t.x", None) == {}
