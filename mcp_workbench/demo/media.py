"""Tools that answer with something else than text: a photo, and every kind of content."""

from __future__ import annotations

import base64
import io
import math
import struct
import wave
from typing import Annotated

from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import (
    AudioContent,
    CallToolResult,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResourceContents,
)
from pydantic import Field
from typing_extensions import TypedDict

from ..detections.fonts import shipped

NOTE_URI = "demo://note"
RATE = 8000


class Kinds(TypedDict):
    """What `kinds` answers with, besides the content itself."""

    kinds: Annotated[list[str], Field(description="The kinds of content, in their order")]


def image() -> ImageContent:
    """Show a photo: Rear Admiral Grace Hopper, 512 × 600, in the public domain."""
    photo = base64.b64encode(_photo()).decode("ascii")
    return ImageContent(type="image", data=photo, mime_type="image/jpeg")


def kinds() -> Annotated[CallToolResult, Kinds]:
    """Answer with every kind of content once: text, image, audio, link, embedded resource."""
    sound = base64.b64encode(beep()).decode("ascii")
    text = TextResourceContents(uri=f"{NOTE_URI}/copy", mime_type="text/plain", text=note())
    content = [
        TextContent(type="text", text="A text, a photo, a sound, a link and a note."),
        image(),
        AudioContent(type="audio", data=sound, mime_type="audio/wav"),
        ResourceLink(
            type="resource_link",
            uri=NOTE_URI,
            name="note",
            description="A note that the client may read",
            mime_type="text/plain",
        ),
        EmbeddedResource(type="resource", resource=text),
    ]
    named: Kinds = {"kinds": [block.type for block in content]}
    return CallToolResult(content=[*content], structured_content={**named})


def note() -> str:
    """The text of the resource that `kinds` links to."""
    return "This note comes from the demo server."


def beep(seconds: float = 0.4, pitch: float = 660.0) -> bytes:
    """A tone that fades away, as a WAV file: mono, 16 bit, 8 kHz.

    >>> beep()[:4], len(beep())
    (b'RIFF', 6444)
    """
    count = int(seconds * RATE)
    tone = (math.sin(2 * math.pi * pitch * n / RATE) * (1 - n / count) for n in range(count))
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b"".join(struct.pack("<h", int(12_000 * value)) for value in tone))
    return out.getvalue()


def _photo() -> bytes:
    path = shipped("sample_data", "grace_hopper.jpg")
    if not path.is_file():
        raise ToolError("the photo is not here: matplotlib's sample data are not installed")
    return path.read_bytes()
