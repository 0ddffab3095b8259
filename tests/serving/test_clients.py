"""Real clients of a served agent: this package's own, the SDK of Python, that of TypeScript."""

from __future__ import annotations

import asyncio
import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client

from mcp_workbench import ToolResult, Workbench
from tests.conftest import NODE, SERVERS

SHOP = Path(__file__).parent.parent / "servers" / "shop.py"
TYPESCRIPT = SHOP.with_name("repl_client.mjs")


class Served:
    """The shop, connected to a workbench."""

    def __init__(self, workbench: Workbench) -> None:
        self.workbench = workbench

    def repl(self, code: str, timeout: float = 30) -> ToolResult:
        return self._called("repl", {"code": code}, timeout)

    def help(self, **arguments: Any) -> str:
        return self._called("help", arguments, 30).text

    def _called(self, tool: str, arguments: dict[str, Any], timeout: float) -> ToolResult:
        return self.workbench.call_sync(
            f"shop.{tool}", arguments, timeout=timeout, raise_on_error=False
        )


@pytest.fixture(scope="module")
def shop() -> Iterator[Served]:
    workbench = Workbench()
    workbench.connect_sync(f"{sys.executable} {SHOP} --demo", name="shop")
    yield Served(workbench)
    workbench.close_sync()


def test_there_are_two_tools_and_the_server_says_who_it_is(shop: Served) -> None:
    tools = {tool.name: tool for tool in shop.workbench.tools_sync("shop")}
    assert list(tools) == ["repl", "help"]
    assert list(tools["repl"].properties) == ["code"]
    assert list(tools["help"].properties) == ["tool"]
    assert len(tools["repl"].description) <= 1450
    assert tools["help"].annotations["readOnlyHint"] is True


def test_functions_and_tools_of_servers_are_called_from_one_snippet(shop: Served) -> None:
    found = shop.repl("total = count('banana') + demo.add(1, b=2)\nprint('sum')\ntotal")
    assert found.text == (
        "Output:\n```\nsum\n```\n\nResult:\n```\n6\n```\n\nAvailable variables: `total`"
    )
    assert shop.repl("total * 2").text.startswith("Result:\n```\n12\n```")


def test_a_failure_is_an_error_that_tells_what_is_left(shop: Served) -> None:
    shop.repl("total = 6")
    found = shop.repl("total = 7\ndemo.fail()")
    assert found.is_error
    assert "RuntimeError: demo.fail: mcp_tool_error: " in found.text
    assert "variables are as they were before this call" in found.text
    assert found.text.endswith("Available variables: `total`")
    assert "\n6\n" in shop.repl("total").text


def test_arguments_that_do_not_fit_are_told_by_their_name(shop: Served) -> None:
    for code in ("demo.add('one', 2)", "demo.add(1)"):
        assert "demo.add: mcp_arguments_invalid: " in shop.repl(code).text
    assert "count: mcp_arguments_invalid: " in shop.repl("count(letter='a')").text


def test_images_of_servers_and_of_functions_come_as_images(shop: Served) -> None:
    found = shop.repl("seen = demo.image()\nmine = photo('red')\n[seen, mine]")
    assert [image.mime for image in found.images] == ["image/jpeg", "image/png"]
    assert [image.size for image in found.images] == [(512, 600), (8, 6)]
    assert "Image(width=512, height=600, mime_type='image/jpeg')" in found.text
    shop.repl("1 / 0")
    assert len(shop.repl("mine['picture']").images) == 1


def test_nobody_is_asked_so_only_what_is_approved_is_called(shop: Served) -> None:
    assert "wipe: approval_denied: " in shop.repl("wipe()").text
    assert "'tidy'" in shop.repl("tidy()").text


def test_what_is_not_to_be_served_is_nowhere(shop: Served) -> None:
    assert "name 'secret' is not defined" in shop.repl("secret()").text
    assert "secret" not in shop.help()
    assert "There is no tool 'secret'" in shop.help(tool="secret")


def test_help_tells_one_tool_the_index_or_what_there_is(shop: Served) -> None:
    index = shop.help()
    assert "- count: How often a letter is in a word.\n" in index
    assert "- demo.add: " in index
    full = shop.help(tool="count")
    assert full.startswith('count(word: string, letter: string = "a")\n\nHow often')
    assert "Not more than that." in full
    assert "- word (string, required): where to look" in full
    assert shop.help(tool="demo").splitlines() == [
        line for line in index.splitlines() if line.startswith("- demo.")
    ]
    unknown = shop.help(tool="coun")
    assert unknown.startswith("There is no tool 'coun'; did you mean 'count'?")
    assert unknown.endswith(index)


def test_help_in_the_sandbox_says_the_same(shop: Served) -> None:
    for inside, outside in (
        ("help()", shop.help()),
        ("help('demo.add')", shop.help(tool="demo.add")),
        ("help(count)", shop.help(tool="count")),
        ("help(demo)", shop.help(tool="demo")),
        ("help(demo.add)", shop.help(tool="demo.add")),
    ):
        assert outside in shop.repl(inside).text


def test_a_call_that_is_given_up_ends_its_tool_and_leaves_the_variables(shop: Served) -> None:
    shop.repl("kept = 1")
    found = shop.repl("kept = 2\npause(60)", timeout=0.5)
    assert found.error is not None
    assert found.error.code == "mcp_call_timeout"
    assert "(1, ['pause'])" in shop.repl("kept, ended()", timeout=10).text


def test_a_call_that_is_given_up_ends_what_computes(shop: Served) -> None:
    shop.repl("kept = 1")
    assert shop.repl("kept = 2\nwhile True: pass", timeout=0.5).error is not None
    # the limit of computing is 30 s, so that an answer now says that it was ended
    assert "\n1\n" in shop.repl("kept", timeout=10).text


def test_functions_read_nothing_of_the_protocol(shop: Served) -> None:
    assert "\"''\"" in shop.repl("ask()").text


async def test_the_sdk_of_python_speaks_with_it() -> None:
    parameters = StdioServerParameters(command=sys.executable, args=[str(SHOP)])
    async with Client(stdio_client(parameters)) as client:
        assert client.protocol_version == "2026-07-28"
        assert client.server_info is not None
        assert (client.server_info.name, client.server_info.version) == ("shop", "1.2")
        told = client.instructions or ""
        assert told.startswith("Keeps a shop.")
        assert "- photo: A picture of one colour." in told
        assert "Grace" not in told
        slip = await client.call_tool("repl", {"cod": "1 + 1"})
        assert slip.is_error
        assert slip.content[0].text == "repl has no argument 'cod'; give `code`, a text"
        found = await client.call_tool("help", {"tool": "count"})
        assert "How often" in text(found.content)
        call = asyncio.create_task(client.call_tool("repl", {"code": "pause(0.2)"}))
        at_once = await client.call_tool("repl", {"code": "n = count('banana')\nn"})
        assert "rested" in text((await call).content)
        assert "\n3\n" in text(at_once.content)
        assert not at_once.is_error
        assert (await client.call_tool("repl", {"code": "n / 0"})).is_error
        assert (await client.call_tool("repl", {})).is_error


def text(content: Any) -> str:
    return "\n".join(block.text for block in content)


def test_the_sdk_of_typescript_speaks_with_it() -> None:
    modules = SERVERS / "npm" / "node_modules"
    command = [NODE, str(TYPESCRIPT), str(modules), sys.executable, str(SHOP)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    got = json.loads(run.stdout)
    assert got["protocol"] == "2025-11-25"
    assert got["server"] == {"name": "shop", "version": "1.2"}
    assert got["tools"] == ["repl", "help"]
    assert got["help"]["content"][0]["text"].startswith("count(word: string")
    assert "\n3\n" in got["kept"]["content"][0]["text"]
    assert "\n4\n" in got["used"]["content"][0]["text"]
    assert got["failed"]["isError"] is True
    image = got["picture"]["content"][1]
    assert (image["type"], image["mimeType"]) == ("image", "image/png")
    assert base64.b64decode(image["data"]).startswith(b"\x89PNG")
