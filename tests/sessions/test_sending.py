"""The pictures that a call sends are caught at the call, and hold up nobody."""

import asyncio
import base64
import io
import os
from pathlib import Path

import pytest
from PIL import Image

from mcp_workbench import HttpServer, StdioServer, Workbench
from mcp_workbench.errors import ArgumentsInvalid
from mcp_workbench.sessions.sending import pictures_sent
from mcp_workbench.specs import ServerSpec
from tests.conftest import DEMO
from tests.sessions.programs import ended

HERE, THERE = StdioServer("python"), HttpServer("http://127.0.0.1/mcp")


def png(color: str = "red") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (4, 3), color).save(file, "PNG")
    return file.getvalue()


async def test_a_picture_that_was_sent_by_path_is_caught_at_the_call(
    workbench: Workbench, tmp_path: Path
) -> None:
    file = tmp_path / "red.png"
    file.write_bytes(png())
    await workbench.connect(DEMO, "demo")
    result = await workbench.call("demo.echo", {"text": str(file)})
    file.unlink()
    (picture,) = result.context.pictures
    assert picture.size == (4, 3)


async def test_no_file_is_read_for_a_call_that_is_refused(
    workbench: Workbench, tmp_path: Path
) -> None:
    file = tmp_path / "red.png"
    file.write_bytes(png())
    await workbench.connect(DEMO, "demo")
    result = await workbench.call("demo.add", {"a": str(file), "b": 2}, raise_on_error=False)
    assert isinstance(result.error, ArgumentsInvalid)
    assert result.context.arguments == {"a": str(file), "b": 2}
    assert result.context.description
    assert result.context.pictures == ()


@pytest.mark.parametrize(
    ("spec", "count"), [(HERE, 1), (THERE, 0)], ids=["on this machine", "behind a URL"]
)
async def test_a_path_counts_only_where_the_server_can_read_it(
    spec: ServerSpec, count: int, tmp_path: Path
) -> None:
    file = tmp_path / "red.png"
    file.write_bytes(png())
    assert len(await pictures_sent({"image": str(file)}, {}, spec)) == count


async def test_a_large_picture_lets_the_loop_go_on_while_it_is_decoded() -> None:
    large = base64.b64encode(png() + os.urandom(8 << 20)).decode()
    rounds = 0

    def turn() -> None:
        nonlocal rounds
        rounds += 1
        again[0] = loop.call_soon(turn)

    loop = asyncio.get_running_loop()
    again = [loop.call_soon(turn)]
    (picture,) = await pictures_sent({"image": large}, {}, THERE)
    again[0].cancel()
    assert rounds > 0
    assert picture.size == (4, 3)


async def test_what_checks_arguments_is_loaded_before_the_first_call() -> None:
    text = f"""
import sys
from mcp_workbench import Workbench
wb = Workbench()
print("jsonschema" in sys.modules)
wb.connect_sync({DEMO!r}, "demo")
before = set(sys.modules)
result = wb.call_sync("demo.add", {{"a": "no", "b": 1}}, raise_on_error=False)
new = set(sys.modules) - before
late = [name for name in new if name.startswith(("jsonschema", "referencing"))]
print(result.error.reason, late)
wb.close_sync()
"""
    assert await ended(text) == (0, "False\ntype []\n")
