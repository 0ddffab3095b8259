"""Functions of a notebook as tools: what they take, what they return, where they run."""

from __future__ import annotations

import asyncio
import contextvars
import json
import signal
import threading
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

from mcp_workbench import Agent, Workbench, tool
from mcp_workbench.agent import AgentTool, Outcome, ScriptedModel
from mcp_workbench.agent.content import content_of
from mcp_workbench.agent.functions import function_tool
from mcp_workbench.agent.threads import in_own_thread
from mcp_workbench.errors import Interrupted, ToolFailed, UsageInvalid
from mcp_workbench.results import CallContext, ToolResult


async def returned(value: Any) -> Any:
    """What a model is told of a function that returns `value`."""

    def give() -> Any:
        return value

    return await content_of(await function_tool(give).call({}))


@dataclass
class Point:
    x: int
    names: tuple[str, ...]


class Table:
    """As far as it matters here, a data frame."""

    shape = (1200, 2)

    def head(self, count: int) -> Table:
        return self

    def to_csv(self) -> str:
        return ",a,b\n0,1,2\n"


class Rude:
    def __repr__(self) -> str:
        raise RuntimeError("no")


class Number(int):
    """As large as it likes; the names of tests are told as well."""

    def __repr__(self) -> str:
        return "a number"

    __str__ = __repr__


class Model:
    def model_dump(self) -> Any:
        raise KeyError("name")

    def __repr__(self) -> str:
        return "it"


class Lazy(Table):
    def to_csv(self) -> str:
        raise RuntimeError("not computed yet")

    def __repr__(self) -> str:
        return "Lazy()"


class Standing:
    """Stands for something that is not there."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("nothing is there")

    @property
    def __class__(self) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]  as proxies do
        raise RuntimeError("nothing is there")

    def __repr__(self) -> str:
        return "Standing()"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("text", "text"),
        (7, "7"),
        (None, "(it returned nothing)"),
        ("", "(it returned nothing)"),
        ({"a": [1.5, True, None]}, '{"a": [1.5, true, null]}'),
        ({1: float("nan"), (2, 3): {4}}, '{"1": null, "2,3": [4]}'),
        (Point(1, ("a",)), '{"x": 1, "names": ["a"]}'),
        (np.float32(0.5), "0.5"),
        (np.array([[1, 2], [3, 4]]), "[[1, 2], [3, 4]]"),
        (b"12345", "5 bytes"),
        (Table(), "Table of 1,200 rows × 2 columns, the first 50 of them:\n,a,b\n0,1,2\n"),
        (range(3), "range(0, 3)"),
        (Rude(), "<Rude; its repr raised RuntimeError>"),
        (Number(10**5000), "an integer of 16,610 bits"),
        ({"n": [Number(10**5000)]}, '{"n": ["an integer of 16,610 bits"]}'),
        ({"it": Model()}, '{"it": "it"}'),
        (Lazy(), "Lazy()"),
        ([Standing()], '["Standing()"]'),
        ("half \ud83d", "half ?"),
    ],
)
async def test_values_of_any_kind_are_told_in_words(value: Any, text: str) -> None:
    content = await returned(value)
    assert (content.text, content.files) == (text, [])


async def test_a_large_array_is_told_by_its_shape() -> None:
    told = json.loads((await returned(np.arange(1e6))).text)
    assert told["shape"] == [1_000_000]
    assert (told["min"], told["max"], told["last"][-1]) == (0.0, 999_999.0, 999_999.0)


@dataclass
class Person:
    name: str
    parent: Person | None
    children: list[Person]


def family() -> Person:
    root = Person("root", None, [])
    root.children += [Person(f"child {n}", root, []) for n in range(20)]
    return root


def shared() -> list[Any]:
    value: list[Any] = ["x"]
    for _ in range(15):
        value = [value] * 10
    return value


def circle() -> list[Any]:
    value: list[Any] = []
    value += [value, value]
    return value


@pytest.mark.parametrize(
    ("value", "longest"), [(circle(), 20), (family(), 2000), (shared(), 21_000)]
)
async def test_what_contains_itself_or_one_thing_often_has_an_end(value: Any, longest: int) -> None:
    assert len((await returned(value)).text) < longest


async def test_a_huge_list_is_told_as_far_as_a_model_reads_it() -> None:
    text = (await returned(list(range(1_000_000)))).text
    assert text.startswith("[0, 1, 2, ")
    assert text.endswith(' more"]')
    assert len(text) < 21_000


async def test_an_exception_that_cannot_be_told_is_an_error_like_others() -> None:
    class Rude(Exception):
        def __str__(self) -> str:
            raise KeyError("no words")

    def fail() -> None:
        raise Rude

    error = (await function_tool(fail).call({})).error
    assert error is not None
    assert error.what == "fail: Rude: <Rude; its str raised KeyError>"


def figure() -> Figure:
    drawn = Figure(figsize=(2, 1), dpi=50)
    drawn.subplots().plot([1, 2])
    return drawn


@pytest.mark.parametrize(
    ("value", "count"),
    [
        (Image.new("RGB", (30, 20)), 1),
        (Image.new("CMYK", (30, 20)), 1),
        (figure(), 1),
        ([Image.new("L", (3, 2)), "and words", Image.new("L", (3, 2))], 2),
        ([Image.new("L", (3, 2))] * 50, 20),
        ({"left": Image.new("L", (3, 2)), "right": {"top": Image.new("L", (3, 2))}}, 2),
    ],
)
async def test_images_and_figures_go_to_the_model_as_pictures(value: Any, count: int) -> None:
    content = await returned(value)
    assert [mime for mime, _ in content.files] == ["image/png"] * count
    assert "[a picture of" in content.text


async def test_a_result_of_the_workbench_is_passed_on_with_its_pictures(bench: Workbench) -> None:
    async def look() -> ToolResult:
        return await bench.call("demo.image")

    found = await function_tool(look).call({})
    assert len(found.images) == 1
    assert [mime for mime, _ in (await content_of(found)).files] == ["image/jpeg"]


async def test_a_broken_picture_is_a_note() -> None:
    wire = {"content": [{"type": "image", "data": "aGVsbG8=", "mimeType": "image/png"}]}
    content = await returned(ToolResult(wire, CallContext("s", "t"), 0.1))
    assert content.files == []
    assert "a picture that is not sent: declared as image/png" in content.text


async def test_arguments_are_checked_by_the_signature() -> None:
    def draw(shape: Literal["box", "circle"], at: Point, *more: int, **rest: float) -> str:
        return f"{shape} {at.x} {more} {rest}"

    made = function_tool(draw)
    right = await made.call({"shape": "box", "at": {"x": "1", "names": []}, "more": [2], "z": 3})
    wrong = await made.call({"shape": "star", "at": {"x": "one", "names": []}})
    assert right.value == "box 1 (2,) {'z': 3.0}"
    assert wrong.error is not None
    assert wrong.error.code == "mcp_arguments_invalid"
    assert "shape: Input should be 'box' or 'circle'; at.x:" in wrong.error.what


async def test_what_a_function_raises_is_an_error_with_its_cause() -> None:
    def divide(by: int) -> float:
        return 1 / by

    found = (await function_tool(divide).call({"by": 0})).error
    assert isinstance(found, ToolFailed)
    assert found.what == "divide: ZeroDivisionError: division by zero"
    assert isinstance(found.__cause__, ZeroDivisionError)


class Own(BaseException):
    """As some libraries have them."""


RAISED = [SystemExit(2), StopIteration(), KeyboardInterrupt(), asyncio.CancelledError(), Own()]


@pytest.mark.parametrize("raised", RAISED)
async def test_not_even_an_exit_ends_more_than_the_call(raised: BaseException) -> None:
    def leave() -> None:
        raise raised

    async def leave_async() -> None:
        raise raised

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as in a kernel: it raises nowhere
    try:
        outcomes = [await function_tool(one).call({}) for one in (leave, leave_async)]
    finally:
        signal.signal(signal.SIGINT, before)
    for found in outcomes:
        assert found.error is not None
        assert type(raised).__name__ in found.error.what


def raising(*_: object) -> None:
    """As the command line handles Ctrl-C."""
    raise KeyboardInterrupt


@pytest.mark.parametrize("handler", [signal.default_int_handler, raising])
async def test_a_stop_that_lands_in_an_async_function_is_passed_on(handler: Any) -> None:
    async def hold() -> None:
        await asyncio.sleep(60)

    async def busy() -> None:
        signal.raise_signal(signal.SIGINT)

    running = asyncio.create_task(function_tool(hold).call({}))
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    before = signal.signal(signal.SIGINT, handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            await function_tool(busy).call({})
    finally:
        signal.signal(signal.SIGINT, before)


async def test_async_functions_run_on_the_loop_of_the_caller_and_others_in_a_thread() -> None:
    async def here() -> bool:
        return threading.current_thread() is threading.main_thread()

    assert (await function_tool(here).call({})).value is True
    assert (await function_tool(tool(partial(which, 0), name="apart")).call({})).value is False


def which(_: int) -> bool:
    return threading.current_thread() is threading.main_thread()


async def test_a_function_sees_the_context_of_the_caller() -> None:
    cell = contextvars.ContextVar("cell", default="none")
    cell.set("the third")

    def told() -> str:
        return cell.get()

    assert (await function_tool(told).call({})).value == "the third"


async def test_a_cancelled_function_is_stopped_and_can_clean_up() -> None:
    began, cleaned = threading.Event(), threading.Event()

    def hangs() -> None:
        began.set()
        try:
            while True:
                threading.Event().wait(0.01)
        except Interrupted:
            cleaned.set()
            raise

    running = asyncio.create_task(in_own_thread(hangs))
    await asyncio.to_thread(began.wait)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await asyncio.to_thread(cleaned.wait, 5)


def test_names_are_refused_where_no_provider_takes_them() -> None:
    with pytest.raises(UsageInvalid, match="cannot be the name of a tool"):
        tool(print, name="a b")
    with pytest.raises(UsageInvalid, match="has no name"):
        Agent(ScriptedModel([]), tools=[lambda: 1])
    with pytest.raises(UsageInvalid, match="two of the tools are called 'same'"):
        Agent(ScriptedModel([]), tools=[tool(len, name="same"), tool(abs, name="same")])


@pytest.mark.parametrize("given", [7, "add", [1], print])
def test_what_is_no_list_of_tools_is_refused(given: Any) -> None:
    with pytest.raises(UsageInvalid):
        Agent(ScriptedModel([]), tools=given)


def test_a_type_without_a_form_in_json_is_refused_with_the_argument() -> None:
    def takes(lock: threading.Event) -> None: ...

    with pytest.raises(UsageInvalid, match="'takes' cannot be a tool"):
        function_tool(takes)


def test_marks_say_more_about_a_function_and_leave_it_as_it_is() -> None:
    @tool(name="wipe", hint="Only when asked.", destructive=True, serve=False)
    def remove(path: str) -> str:
        """Removes a file."""
        return path

    made = function_tool(remove)
    assert remove("a") == "a"
    assert (made.name, made.full_name, made.serve) == ("wipe", "wipe", False)
    assert made.description == "Removes a file.\n\nOnly when asked."
    assert made.annotations == {"destructiveHint": True}


async def test_a_finished_tool_of_another_kind_can_be_given() -> None:
    @dataclass(frozen=True)
    class Fixed(AgentTool):
        async def call(self, arguments: Any, approval: Any = None, progress: Any = None) -> Outcome:
            return Outcome({"given": dict(arguments)})

    steps = [{"calls": [{"name": "fixed", "args": {"a": 1}}]}, "done"]
    agent = Agent(ScriptedModel(steps), tools=[Fixed("fixed", "", "fixed")])
    run = await agent.run("Go")
    assert run.trace[1]["text"] == '{"given": {"a": 1}}'
