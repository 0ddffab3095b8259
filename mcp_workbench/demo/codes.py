"""Tools that print bar codes into a picture, and find them in one."""

from __future__ import annotations

import base64
import importlib.util
import io
from typing import TYPE_CHECKING, Annotated

from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, ImageContent, TextContent
from pydantic import Field
from typing_extensions import TypedDict

from ..results import decoded

if TYPE_CHECKING:
    from PIL import Image

MAX_BYTES, MAX_PIXELS = 20_000_000, 40_000_000

Words = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=120)]],
    Field(
        min_length=1,
        max_length=12,
        description="What the codes say: 12 or 13 digits become an EAN-13, all else a QR code",
    ),
]
Sent = Annotated[
    str,
    Field(
        description="The picture as base64, with or without a `data:` prefix; at most 20 MB",
        json_schema_extra={"contentEncoding": "base64", "contentMediaType": "image/*"},
    ),
]


class Code(TypedDict):
    """One bar code in a picture."""

    label: Annotated[str, Field(description="What the code says")]
    format: Annotated[str, Field(description="Its kind, such as QRCode or EAN13")]
    score: Annotated[float, Field(description="Contrast between its light and dark parts, 0 to 1")]
    box: Annotated[
        list[float],
        Field(description="[x_min, y_min, x_max, y_max] in pixels", min_length=4, max_length=4),
    ]
    polygon: Annotated[
        list[list[float]], Field(description="Its four corners, each [x, y] in pixels")
    ]


class Codes(TypedDict):
    """The bar codes of one picture."""

    image_width: Annotated[int, Field(description="Width of the picture in pixels")]
    image_height: Annotated[int, Field(description="Height of the picture in pixels")]
    detections: Annotated[list[Code], Field(description="From top to bottom, left to right")]


def make_codes(words: Words) -> ImageContent:
    """Print words as bar codes on little cards, all in one picture."""
    return _content(_sheet(words))


def find_codes(image: Sent) -> Codes:
    """Find bar codes in the picture that you send.

    Boxes are [x_min, y_min, x_max, y_max] in pixels of the picture that was sent, as it is
    displayed (turned as its EXIF orientation says). The answer holds no picture.
    """
    return _found(_opened(image))


def scan_codes(words: Words) -> Annotated[CallToolResult, Codes]:
    """Print words as bar codes and find them again: a picture and its detections in one answer.

    Boxes are [x_min, y_min, x_max, y_max] in pixels of the picture that is returned.
    """
    sheet = _sheet(words)
    found = _found(sheet)
    count = len(found["detections"])
    summary = f"{count} bar code{'' if count == 1 else 's'} found"
    return CallToolResult(
        content=[TextContent(type="text", text=summary), _content(sheet)],
        structured_content={**found},
    )


def _sheet(words: list[str]) -> Image.Image:
    from .cards import sheet

    _need_zxing()
    try:
        return sheet(words)
    except ValueError as error:
        raise ToolError(str(error)) from None


def _found(picture: Image.Image) -> Codes:
    _need_zxing()
    from .reader import read

    return {
        "image_width": picture.width,
        "image_height": picture.height,
        "detections": read(picture),
    }


def _need_zxing() -> None:
    if importlib.util.find_spec("zxingcpp") is None:
        raise ToolError(
            "bar codes need zxing-cpp: `%pip install zxing-cpp`, then `%mcp close demo` and call"
            " again"
        )


def _content(picture: Image.Image) -> ImageContent:
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    data = base64.b64encode(out.getvalue()).decode("ascii")
    return ImageContent(type="image", data=data, mime_type="image/png")


def _opened(sent: str) -> Image.Image:
    from PIL import Image, ImageOps, UnidentifiedImageError

    data = decoded(sent) if len(sent) < MAX_BYTES * 3 // 2 else None
    if data is None or len(data) > MAX_BYTES:
        raise ToolError("`image` is not base64 of at most 20 MB")
    try:
        picture = Image.open(io.BytesIO(data))
        if picture.width * picture.height > MAX_PIXELS:
            raise ToolError(f"the picture has more than {MAX_PIXELS // 1_000_000} million pixels")
        return ImageOps.exif_transpose(picture).convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise ToolError(f"`image` cannot be read as a picture: {error}") from None
