"""Python objects become JSON values, or are refused by name."""

from collections import OrderedDict
from enum import IntEnum, StrEnum
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.grammar import BinaryFile, File, Variable
from mcp_workbench.magics.resolving import json_value, value_of


class Colour(StrEnum):
    RED = "red"


class Level(IntEnum):
    LOW = 1


@pytest.mark.requirement("TOOL-05")
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
        (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
        ([np.array([1.5])], [[1.5]]),
    ],
)
def test_what_has_a_plain_form_takes_it(value: Any, json: Any) -> None:
    found = json_value(value, "$x")
    assert found == json
    assert type(found) is type(json)


@pytest.mark.parametrize(
    ("value", "held"),
    [
        ({1, 2}, "an object of the type set"),
        (object(), "an object of the type object"),
        (float("nan"), "nan, which is no number in JSON"),
        ([float("inf")], "inf, which is no number in JSON"),
        ({1: 2}, "a dict with the key 1"),
        (print, "an object of the type builtin_function_or_method"),
    ],
)
def test_what_has_none_is_refused_and_named(value: Any, held: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        json_value(value, "$x")
    assert caught.value.what.startswith("$x holds ")
    assert held in caught.value.what


def test_a_list_that_holds_itself_is_refused() -> None:
    around: list[Any] = []
    around.append(around)
    with pytest.raises(UsageInvalid, match="nested too deep"):
        json_value(around, "$x")


def test_a_variable_that_is_nearly_there_is_named() -> None:
    with pytest.raises(UsageInvalid) as caught:
        value_of(Variable("row"), {}, {"rows": 1})
    assert caught.value.hint.startswith("did you mean 'rows'?")


def test_bytes_that_are_no_text_are_told_how_to_be_sent(tmp_path: Path) -> None:
    file = tmp_path / "x.png"
    file.write_bytes(b"ab\xff")
    with pytest.raises(UsageInvalid) as caught:
        value_of(File(str(file)), {}, {})
    assert "from byte 2 on" in caught.value.what
    assert f"@@{file}" in caught.value.hint
    assert value_of(BinaryFile(str(file)), {}, {}) == "YWL/"


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UsageInvalid, match="is no file"):
        value_of(File(str(tmp_path)), {}, {})


def test_a_file_beyond_the_limit_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "big"
    with file.open("wb") as out:
        out.truncate((64 << 20) + 1)
    with pytest.raises(UsageInvalid, match="more than 64 MiB"):
        value_of(BinaryFile(str(file)), {}, {})
