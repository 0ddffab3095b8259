"""The bundled server, as a real process, through the protocol's own client."""

import asyncio
import base64
import contextlib
import io
import json
import socket
import subprocess
import sys
import wave
from collections.abc import Iterator
from typing import Any

import mcp
import mcp_types as t
import pytest
from mcp import StdioServerParameters
from PIL import Image

from mcp_workbench.demo.server import build

COMMAND = [sys.executable, "-m", "mcp_workbench.demo"]
WORDS = ["alpha", "https://example.org/orders/4711", "żółw 日本", "4006381333931"]


def process(*command: str) -> mcp.Client:
    """A client of the server as users start it."""
    first, *rest = command or COMMAND
    return mcp.Client(StdioServerParameters(command=first, args=rest))


def inside() -> mcp.Client:
    """A client of the same server within this process, which starts faster."""
    return mcp.Client(build())


async def words_of(demo: mcp.Client, tool: str, **arguments: Any) -> str:
    """What a call that fails says."""
    result = await demo.call_tool(tool, arguments)
    assert result.is_error
    block = result.content[0]
    assert isinstance(block, t.TextContent)
    return block.text


def picture_in(result: t.CallToolResult) -> Image.Image:
    block = next(b for b in result.content if isinstance(b, t.ImageContent))
    picture = Image.open(io.BytesIO(base64.b64decode(block.data)))
    assert picture.get_format_mimetype() == block.mime_type
    picture.load()
    return picture


async def test_the_listing_describes_every_tool_argument_and_result() -> None:
    async with inside() as demo:
        tools = {tool.name: tool for tool in (await demo.list_tools()).tools}
        basics, media = {"echo", "add", "slow", "fail", "big"}, {"image", "kinds"}
        assert set(tools) == basics | media | {"make_codes", "find_codes", "scan_codes"}
        for tool in tools.values():
            assert tool.description
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint
            for schema in tool.input_schema.get("properties", {}).values():
                assert schema["description"]
        boxes = json.dumps(tools["find_codes"].output_schema)
        assert "[x_min, y_min, x_max, y_max] in pixels" in boxes
        assert tools["image"].output_schema is None


async def test_echo_and_add_answer_with_their_value() -> None:
    async with process() as demo:
        assert (await demo.call_tool("echo", {"text": "żółw\n2"})).structured_content == {
            "result": "żółw\n2"
        }
        assert (await demo.call_tool("add", {"a": 2, "b": -5})).structured_content == {"result": -3}


async def test_slow_reports_how_far_it_is() -> None:
    async with process() as demo:
        told: list[tuple[float, float | None, str | None]] = []

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            told.append((progress, total, message))

        await demo.list_tools()
        result = await demo.call_tool("slow", {"seconds": 0.3}, progress_callback=hear)
        assert result.structured_content == {"result": "waited 0.3 s"}
        assert told[0] == (1, 3, "0.1 of 0.3 s")
        assert len(told) == 3


async def test_slow_stops_when_it_is_cancelled() -> None:
    async with process() as demo:
        started = asyncio.Event()

        async def hear(*_: Any) -> None:
            started.set()

        call = asyncio.ensure_future(
            demo.call_tool("slow", {"seconds": 600}, progress_callback=hear)
        )
        async with asyncio.timeout(20):
            await started.wait()
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            assert (await demo.call_tool("add", {"a": 1, "b": 1})).structured_content == {
                "result": 2
            }


async def test_fail_says_in_words_that_it_failed() -> None:
    async with inside() as demo:
        assert "always fails" in await words_of(demo, "fail")


async def test_big_sends_its_text_once() -> None:
    async with process() as demo:
        result = await demo.call_tool("big", {"megabytes": 1})
        assert result.structured_content is None
        block = result.content[0]
        assert isinstance(block, t.TextContent)
        assert len(block.text) == 1 << 20


async def test_image_is_a_photo() -> None:
    async with inside() as demo:
        assert picture_in(await demo.call_tool("image", {})).size == (512, 600)


async def test_kinds_holds_every_kind_of_content_once() -> None:
    async with process() as demo:
        result = await demo.call_tool("kinds", {})
        kinds = [block.type for block in result.content]
        assert kinds == ["text", "image", "audio", "resource_link", "resource"]
        assert result.structured_content == {"kinds": kinds}
        sound = result.content[2]
        assert isinstance(sound, t.AudioContent)
        with wave.open(io.BytesIO(base64.b64decode(sound.data))) as file:
            assert file.getnframes() / file.getframerate() == pytest.approx(0.4)


async def test_the_link_of_kinds_can_be_followed() -> None:
    async with inside() as demo:
        link = (await demo.call_tool("kinds", {})).content[3]
        assert isinstance(link, t.ResourceLink)
        read = (await demo.read_resource(link.uri)).contents[0]
        assert isinstance(read, t.TextResourceContents)
        assert "demo server" in read.text


async def test_scanned_codes_lie_where_the_boxes_say() -> None:
    async with inside() as demo:
        result = await demo.call_tool("scan_codes", {"words": WORDS})
        picture, found = picture_in(result), result.structured_content
        assert found is not None
        assert (found["image_width"], found["image_height"]) == picture.size
        assert [code["label"] for code in found["detections"]] == WORDS
        assert [code["format"] for code in found["detections"]] == ["QRCode"] * 3 + ["EAN13"]
        for code in found["detections"]:
            assert 0 < code["score"] <= 1
            # each box alone, with a little paper around it, still reads as the same word
            left, top, right, bottom = code["box"]
            part = picture.crop((left - 12, top - 12, right + 12, bottom + 12))
            alone = await demo.call_tool("find_codes", {"image": base64_of(part)})
            assert alone.structured_content is not None
            assert [c["label"] for c in alone.structured_content["detections"]] == [code["label"]]


async def test_found_codes_are_in_pixels_of_the_picture_that_was_sent() -> None:
    async with inside() as demo:
        scanned = await demo.call_tool("scan_codes", {"words": WORDS})
        assert scanned.structured_content is not None
        found = await demo.call_tool("find_codes", {"image": base64_of(picture_in(scanned))})
        assert found.structured_content == scanned.structured_content
        assert all(isinstance(block, t.TextContent) for block in found.content)


async def test_found_codes_are_in_pixels_as_displayed() -> None:
    async with inside() as demo:
        made = picture_in(await demo.call_tool("make_codes", {"words": ["left", "right"]}))
        exif = Image.Exif()
        exif[0x0112] = 6
        turned = made.transpose(Image.Transpose.ROTATE_90)  # stored lying down, displayed upright
        out = io.BytesIO()
        turned.save(out, "JPEG", quality=95, exif=exif)
        sent = "data:image/jpeg;base64," + base64.b64encode(out.getvalue()).decode()
        found = (await demo.call_tool("find_codes", {"image": sent})).structured_content
        assert found is not None
        assert (found["image_width"], found["image_height"]) == made.size
        assert [code["label"] for code in found["detections"]] == ["left", "right"]


async def test_the_same_words_give_the_same_picture() -> None:
    async with inside() as demo:
        first, second = [await demo.call_tool("make_codes", {"words": WORDS}) for _ in range(2)]
        assert first == second


REFUSED = [
    ("make_codes", {"words": []}, "at least 1 item"),
    ("make_codes", {"words": ["x"] * 13}, "at most 12 items"),
    ("make_codes", {"words": ["x" * 121]}, "at most 120 characters"),
    ("make_codes", {"words": ["4006381333932"]}, "cannot be printed as EAN13"),
    ("find_codes", {"image": "¿no?"}, "not base64"),
    ("find_codes", {"image": "aGVsbG8="}, "cannot be read as a picture"),
    ("big", {"megabytes": 65}, "less than or equal to 64"),
    ("slow", {"seconds": 601}, "less than or equal to 600"),
]


@pytest.mark.parametrize(("tool", "arguments", "said"), REFUSED)
async def test_arguments_out_of_bounds_are_refused_in_words(
    tool: str, arguments: dict[str, Any], said: str
) -> None:
    async with inside() as demo:
        assert said in await words_of(demo, tool, **arguments)


async def test_a_picture_that_would_fill_the_memory_is_refused() -> None:
    async with inside() as demo:
        out = io.BytesIO()
        Image.new("1", (10_000, 5_000)).save(out, "PNG")
        sent = base64.b64encode(out.getvalue()).decode()
        assert "million pixels" in await words_of(demo, "find_codes", image=sent)


async def test_without_zxing_the_code_tools_say_how_to_get_it_and_the_rest_works() -> None:
    # a module that is None counts as not installed
    start = "import sys; sys.modules['zxingcpp'] = None; import runpy; "
    start += "runpy.run_module('mcp_workbench.demo', run_name='__main__')"
    async with process(sys.executable, "-c", start) as demo:
        for tool, arguments in {
            "make_codes": {"words": ["x"]},
            "scan_codes": {"words": ["x"]},
            "find_codes": {"image": base64_of(Image.new("RGB", (9, 9)))},
        }.items():
            said = await words_of(demo, tool, **arguments)
            assert "`%pip install zxing-cpp`, then `%mcp close demo` and call again" in said
        assert picture_in(await demo.call_tool("image", {}))


@pytest.fixture
def http() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([*COMMAND, "--port", str(port)], stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    try:
        said = server.stderr.readline()
        assert f"http://127.0.0.1:{port}/mcp" in said
        wait_for(port, server)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        server.terminate()
        server.wait(20)
        server.stderr.close()


def wait_for(port: int, server: subprocess.Popen[str]) -> None:
    """Return once the server listens: it says its address before it does."""
    while server.poll() is None:
        with contextlib.suppress(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=20).close()
            return
    raise AssertionError("the demo server ended")


async def test_over_http_it_is_the_same_server(http: str) -> None:
    async with asyncio.timeout(30), mcp.Client(http) as demo:
        assert (await demo.call_tool("add", {"a": 2, "b": 3})).structured_content == {"result": 5}


@pytest.mark.parametrize("port", ["0", "65536", "x"])
def test_a_port_that_is_none_is_a_usage_error(port: str) -> None:
    out = subprocess.run([*COMMAND, "--port", port], check=False, capture_output=True, text=True)
    assert out.returncode == 2
    assert "--port" in out.stderr
    assert out.stdout == ""


def base64_of(picture: Image.Image) -> str:
    out = io.BytesIO()
    picture.save(out, "PNG")
    return base64.b64encode(out.getvalue()).decode("ascii")
