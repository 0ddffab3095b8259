"""Values on their way into the sandbox and out of it."""

from __future__ import annotations

import enum
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import PurePosixPath
from typing import Any

import numpy
import pytest
import pytest_asyncio
from pydantic import BaseModel

from mcp_workbench.sandbox import Repl, shown
from tests.sandbox.given import Given, picture

HELD: list[Any] = [None]


class Size(enum.Enum):
    SMALL = "s"


class Amount(enum.IntEnum):
    FEW = 3


@dataclass
class Hat:
    name: str
    size: Size


class Cap(BaseModel):
    price: int


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def repl() -> AsyncIterator[Repl]:
    async with Repl([Given("", "held", lambda: HELD[0])]) as session:
        yield session


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    "value",
    [
        None, True, 5, -(2**70), 1.5, "text ☃", b"\x00\xff", [1, [2]], {"a": {1: (2,)}}, (1, "a"),
        {1, 2}, frozenset((3,)), date(2026, 1, 31), Decimal("1.10"), PurePosixPath("a/b"),
    ],
    ids=repr,
)  # fmt: skip
async def test_plain_values_go_in_and_come_out_as_they_are(repl: Repl, value: Any) -> None:
    HELD[0] = value
    found = (await repl.run("held()")).value
    assert found == value
    assert type(found) is type(value)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (Hat("top", Size.SMALL), {"name": "top", "size": "s"}),
        (Cap(price=3), {"price": 3}),
        (Amount.FEW, 3),
        (numpy.float32(0.5), 0.5),
        (numpy.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
        (bytearray(b"a"), b"a"),
        (range(3), [0, 1, 2]),
        ({"a": 1}.items(), [("a", 1)]),
        ("half \ud800", "half ?"),
    ],
    ids=repr,
)
async def test_objects_of_libraries_become_plain(repl: Repl, value: Any, plain: Any) -> None:
    HELD[0] = value
    assert (await repl.run("held()")).value == plain


@pytest.mark.asyncio(loop_scope="module")
async def test_what_has_no_plain_form_is_refused(repl: Repl) -> None:
    deep: list[Any] = []
    for _ in range(1000):
        deep = [deep]
    for value, words in (
        (object(), "type object"),
        (Cap, "type ModelMetaclass"),
        (deep, "too deep"),
    ):
        HELD[0] = value
        error = (await repl.run("held()")).error
        assert error is not None
        assert words in error.what
        assert "held: mcp_tool_error: it returned" in error.what


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("value", [["é" * 2_100_000], [10**10_000] * 2000, [[[0] * 500] * 999]])
async def test_what_is_too_large_in_bytes_is_refused(repl: Repl, value: Any) -> None:
    HELD[0] = value
    error = (await repl.run("held()")).error
    assert error is not None
    assert "it returned more than 4,000,000 bytes" in error.what


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("class Hat:\n    def __init__(self): self.size = [1]\nHat()", "Hat(size=[1])"),
        ("def f(): pass\nf", "\"<function 'f"),
        ("len", "<len>"),
        ("import json\njson", "\"<module 'json'>\""),
        ("10 ** 6000", "<an integer of 19,932 bits>"),
        ("a = []\nfor _ in range(100_000): a = [a]\na", "[[[["),
        ("(x for x in [1])", "[1]"),
        ("{}, [], (), set(), frozenset(), frozenset([1])", "({}, [], (), set(), frozenset(), "),
        ("{'a': (1,), 'b': {2}}", "{'a': (1,), 'b': {2}}"),
        ("float('nan'), '\\ud800'", "(nan, '\ufffd')"),
    ],
)
async def test_whatever_the_code_makes_is_shown(repl: Repl, code: str, text: str) -> None:
    found = await repl.run(code)
    assert found.error is None
    assert shown(found.value, 500).startswith(text)
    assert len(shown(found.value, 500)) < 600


def test_no_more_is_written_than_is_shown() -> None:
    assert (
        shown([10**6] * 10**6, 20) == "[1000000, 1000000, 1\n[… cut off here; ask for less of it]"
    )
    assert shown(picture(), 100) == "Image(width=8, height=6, mime_type='image/png')"
    assert shown({"a": 1}, 8) == "{'a': 1}"
