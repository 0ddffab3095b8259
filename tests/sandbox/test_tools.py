"""Tools as code in the sandbox calls them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from mcp_workbench.errors import ApprovalDenied
from mcp_workbench.results import Picture
from mcp_workbench.sandbox import Answer, Limits, Repl
from tests.sandbox.given import FAIL, FIND, LIMITS, PHOTO, STOCK, TOOLS, WAIT, Given, picture


@pytest_asyncio.fixture
async def repl() -> AsyncIterator[Repl]:
    async with Repl(TOOLS, LIMITS) as session:
        yield session


async def value(repl: Repl, code: str) -> Any:
    found = await repl.run(code)
    assert found.error is None, found.error
    return found.value


async def message(repl: Repl, code: str) -> str:
    found = await repl.run(code)
    assert found.error is not None, found
    return found.error.what.splitlines()[-1]


async def test_a_tool_of_a_server_stands_below_its_name_and_a_function_alone(repl: Repl) -> None:
    assert await value(repl, "shop.find('hat')") == STOCK
    assert await value(repl, "wait(0.01)") == "done"
    found = await repl.run("[h['price'] for h in shop.find('hat', limit=1)]")
    assert found.value == [9]
    assert [(call.tool, call.error) for call in found.calls] == [("shop.find", "")]
    assert found.variables == ()


async def test_positional_arguments_follow_the_schema(repl: Repl) -> None:
    assert await value(repl, "shop.find('hat', 1)") == STOCK[:1]
    many = await message(repl, "shop.find(1, 2, 3)")
    assert many == "TypeError: shop.find() takes 2 positional arguments (what, limit) but got 3"
    twice = await message(repl, "shop.find('hat', what='cap')")
    assert twice == "TypeError: shop.find() got multiple values for argument 'what'"
    assert await message(repl, "shop.photo(1)") == (
        "TypeError: shop.photo() takes no arguments but got 1"
    )


async def test_a_hidden_tool_is_back_at_the_next_call(repl: Repl) -> None:
    assert await value(repl, "shop = 5\nwait = 6\nshop + wait") == 11
    assert await value(repl, "shop.find('hat', 1)") == STOCK[:1]
    assert await value(repl, "wait(0)") == "done"


async def test_a_function_of_the_code_may_call_tools_now_and_later(repl: Repl) -> None:
    await value(repl, "def cheapest(what):\n    return min(h['price'] for h in shop.find(what))")
    assert await value(repl, "cheapest('hat')") == 9
    await repl.run("1 / 0")  # sets the sandbox back
    assert await value(repl, "cheapest('hat')") == 9


async def test_a_tool_can_be_kept_in_a_variable(repl: Repl) -> None:
    await value(repl, "look = shop.find\nstore = shop\npause = wait")
    await repl.run("1 / 0")
    assert await value(repl, "look('hat', limit=1)") == STOCK[:1]
    assert await value(repl, "store.find('hat', 1)") == STOCK[:1]
    assert await value(repl, "pause(0)") == "done"
    assert await value(repl, "[f('hat', 1) for f in [look, shop.find]]") == [STOCK[:1]] * 2


@pytest.mark.parametrize(
    "code",
    [
        "await asyncio.gather(meet(), meet(), meet(), meet())",
        "await asyncio.gather(*[meet() for _ in range(4)])",
        "tasks = [meet() for _ in range(4)]\nawait asyncio.gather(*tasks)",
        "tasks = []\nfor _ in range(4):\n    tasks.append(meet())\nawait asyncio.gather(*tasks)",
        "async def one(): return await meet()\nawait asyncio.gather(*[one() for _ in range(4)])",
        "a = meet()\nb = meet()\nc = meet()\nd = meet()\n[await a, await b, await c, await d]",
        "(await asyncio.gather(asyncio.sleep(0.01), *[meet() for _ in range(4)]))[1:]",
    ],
)
async def test_awaited_calls_run_at_the_same_time(code: str) -> None:
    # who comes waits until all four are there
    barrier = asyncio.Barrier(4)

    async def meet() -> str:
        await barrier.wait()
        return "met"

    async with Repl([Given("", "meet", meet)], LIMITS) as repl:
        assert await value(repl, f"import asyncio\n{code}") == ["met"] * 4


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("x = add(1, 2)\nawait add(x, 3)", 6),
        ("await add(add(1, 2), 3)", 6),
        ("async def plus(v): return v + 1\nx = add(1, 2)\nawait plus(x)", 4),
        ("def f():\n    x = add(1, 2)\n    return x + 1\nasync def g(x): return await x\nf()", 4),
        ("await asyncio.gather(*[add(add(1, 2), n) for n in range(2)])", [3, 4]),
        ("x = add(1, 2)\nawait asyncio.gather(add(x, 1), add(x, 2))", [4, 5]),
        ("x = [add(1, 2)]\nasync def go(x): return await asyncio.gather(*x)\nx[0] + 1", 4),
    ],
)
async def test_a_call_that_nothing_awaits_is_its_result(code: str, result: Any) -> None:
    def add(a: int, b: int) -> int:
        return a + b

    async with Repl([Given("", "add", add, ("a", "b"))]) as repl:
        assert await value(repl, f"import asyncio\n{code}") == result


async def test_a_tool_may_have_any_name() -> None:
    tools = [Given("shop", name, lambda: 1) for name in ("name", "tools", "find")]
    async with Repl(tools) as repl:
        assert await value(repl, "[shop.name(), shop.tools(), shop.find()]") == [1, 1, 1]
        assert await value(repl, "str(shop)") == "shop()"


async def test_arguments_are_given_within_bounds() -> None:
    code = "x = ['a']\nfor _ in range(60): x = [x, x]\nshop.find(x)"
    async with Repl(TOOLS, Limits(result=100_000)) as repl:
        assert "it was given more than 100,000 bytes" in await message(repl, code)


async def test_await_may_stand_before_a_single_call(repl: Repl) -> None:
    assert await value(repl, "await shop.find('hat', 1)") == STOCK[:1]
    await value(repl, "async def first(): return (await shop.find('hat'))[0]")
    assert await value(repl, "(await first())['price']") == 9
    assert await value(repl, "é = 'ü'; await shop.find(é, 1)") == STOCK[:1]


async def test_sleep_ends(repl: Repl) -> None:
    code = "import asyncio, time\ntime.sleep(0.01)\nawait asyncio.sleep(0.01)\n1"
    assert await value(repl, code) == 1


async def test_a_failure_can_be_caught(repl: Repl) -> None:
    code = "try:\n    shop.fail()\nexcept RuntimeError as error:\n    told = str(error)\ntold"
    assert await value(repl, code) == "shop.fail: mcp_tool_error: no such hat"
    found = await repl.run("shop.fail()")
    assert found.error is not None
    assert (found.error.code, found.error.reason) == ("code_failed", "RuntimeError")
    assert [call.error for call in found.calls] == ["mcp_tool_error"]


async def test_what_is_denied_says_so() -> None:
    denied = Answer(error=ApprovalDenied("files.delete was not called", hint="approve it"))
    async with Repl([Given("files", "delete", lambda: denied)]) as repl:
        assert await message(repl, "files.delete()") == (
            "RuntimeError: files.delete: approval_denied: files.delete was not called (approve it)"
        )


async def test_a_tool_that_breaks_its_promise_is_a_failure_like_any_other() -> None:
    def broken() -> None:
        raise KeyError("inside")

    async def cancelled() -> None:
        raise asyncio.CancelledError

    tools = [Given("", "broken", broken), Given("", "cancelled", cancelled)]
    async with Repl(tools, LIMITS) as repl:
        assert await message(repl, "broken()") == "RuntimeError: broken: KeyError: 'inside'"
        assert "mcp_cancelled" in await message(repl, "cancelled()")


@pytest.mark.parametrize("code", ["list(map(shop.find, ['hat']))", "sorted([1], key=wait)"])
async def test_where_a_tool_cannot_be_called_a_comprehension_is_named(
    repl: Repl, code: str
) -> None:
    assert "use a comprehension, as in [" in await message(repl, code)


async def test_an_unknown_name_is_told_with_what_was_meant(repl: Repl) -> None:
    assert await message(repl, "find('hat')") == (
        "NameError: name 'find' is not defined; did you mean shop.find?"
    )
    assert "shop has no tool 'fnd'; did you mean 'shop.find'" in await message(
        repl, "shop.fnd('hat')"
    )
    assert await message(repl, "shop.nothing") == (
        "AttributeError: 'shop' object has no attribute 'nothing'"
    )


async def test_an_image_is_a_handle_that_comes_back_as_the_image(repl: Repl) -> None:
    await value(repl, "photo = shop.photo()")
    assert await value(repl, "photo.width, photo.height, photo.mime_type") == (8, 6, "image/png")
    found = await repl.run("print(photo)\n{'photos': [photo, photo], 'n': 1}")
    assert found.printed == "Image(width=8, height=6, mime_type='image/png')\n"
    assert [image.data for image in found.images] == [picture().data]


async def test_an_image_outlives_a_call_that_failed(repl: Repl) -> None:
    await value(repl, "photo = shop.photo()")
    for _ in range(2):
        await repl.run("1 / 0")
        found = await repl.run("[photo]")
        assert [image.data for image in found.images] == [picture().data]


async def test_an_image_can_be_given_to_a_tool() -> None:
    got: list[Picture] = []

    def look(at: Picture) -> None:
        got.append(at)

    tools = [PHOTO, Given("", "look", look, ("at",))]
    async with Repl(tools, LIMITS) as repl:
        await value(repl, "photo = shop.photo()\nlook(photo)")
        await repl.run("1 / 0")
        await value(repl, "look(at=photo)")
    assert [one.data for one in got] == [picture().data] * 2


async def test_the_oldest_images_are_forgotten_first() -> None:
    async with Repl([PHOTO], Limits(image_memory=len(picture().data) + 1)) as repl:
        await value(repl, "first = shop.photo()\nsecond = shop.photo()")
        await repl.run("1 / 0")
        found = await repl.run("[first, second]")
        assert len(found.images) == 1
        assert (await repl.run("first.width")).value == 8


async def test_values_beside_images_stay() -> None:
    both = Answer({"n": 2}, images=[picture(), picture("blue")])
    several = Answer(images=[picture(), picture("blue")])
    tools = [Given("", "both", lambda: both), Given("", "several", lambda: several)]
    async with Repl(tools, LIMITS) as repl:
        found = await repl.run("r = both()\nr['value']['n'], len(r['images']), len(several())")
        assert found.value == (2, 2, 2)
        assert len((await repl.run("several() * 20")).images) == 2


async def test_no_more_images_are_shown_than_the_limit_says() -> None:
    tools = [Given("", "photo", lambda: Answer(images=[picture()]))]
    async with Repl(tools, Limits(images=3)) as repl:
        assert len((await repl.run("[photo() for _ in range(5)]")).images) == 3


async def test_a_result_that_is_too_large_does_not_enter_the_sandbox() -> None:
    tools = [Given("", "much", lambda: ["x" * 1000] * 100)]
    async with Repl(tools, Limits(result=50_000)) as repl:
        assert "much: limit_reached: it returned more than 50,000 bytes" in await message(
            repl, "much()"
        )


async def test_names_that_python_has_no_use_for_are_changed() -> None:
    def one(name: str, namespace: str = "my-files") -> Given:
        return Given(namespace, name, lambda: name)

    tools = [one("read-file"), one("read_file"), one("class"), one("2d"), one("my-sum", "")]
    async with Repl([*tools, one("my_files", "")], LIMITS) as repl:
        assert list(repl.names.tools) == [
            "my_files_2.read_file_2",
            "my_files_2.read_file",
            "my_files_2.class_",
            "my_files_2.tool_2d",
            "my_sum",
            "my_files",
        ]
        code = ", ".join(f"{name}()" for name in repl.names.tools)
        assert await value(repl, code) == (
            "read-file", "read_file", "class", "2d", "my-sum", "my_files",
        )  # fmt: skip


async def test_a_namespace_is_shown_with_its_tools() -> None:
    async with Repl([FIND, FAIL, WAIT], LIMITS) as repl:
        assert repr(await value(repl, "shop")) == "<tools shop.find, shop.fail>"
