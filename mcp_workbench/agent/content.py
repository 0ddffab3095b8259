"""What a model is told of an outcome: text and pictures, never empty, within bounds."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..results import Link, Picture, Resource, Sound, ToolResult
from ..visible import hinted, one_line
from .pictures import for_model
from .values import read

if TYPE_CHECKING:
    from ..errors import WorkbenchError
    from .outcome import Outcome

LONGEST = 20_000  # characters of one result
MOST_PICTURES = 20  # of one result
LARGEST_SOUND = 10 << 20  # bytes
NOTHING = "(it returned nothing)"


@dataclass(frozen=True)
class Content:
    """What goes to the model.

    Args:
        text: never empty.
        files: MIME type and bytes of pictures and sounds.
    """

    text: str
    files: Sequence[tuple[str, bytes]] = field(default=())


async def content_of(outcome: Outcome) -> Content:
    """`outcome` for the model; pictures are scaled in a thread."""
    if outcome.error is not None:
        return Content(error_text(outcome.error))
    texts, files = [_text(outcome)], list[tuple[str, bytes]]()
    if outcome.images:
        files, notes = await asyncio.to_thread(_pictures, outcome.images)
        texts += notes
    if outcome.result is not None:
        files += [(sound.mime, sound.data) for sound in outcome.result.audio if _is_sent(sound)]
    text = bounded("\n".join(filter(None, texts)))
    count = len(files)
    return Content(text or (f"({count} file{'s'[: count != 1]})" if files else NOTHING), files)


def error_text(error: WorkbenchError) -> str:
    r"""An error for the model: its code, what happened, what to do where the model can do it.

    >>> from mcp_workbench.errors import ToolNotFound
    >>> error_text(ToolNotFound("there is no 'ecko'", hint="did you mean 'echo'?"))
    "[mcp_tool_not_found] there is no 'ecko'\nhint: did you mean 'echo'?"
    """
    # what a person types into a cell is no advice for a model
    hint = "" if "%mcp" in error.hint else error.hint
    return bounded(hinted(f"[{error.code}] {error.what}", hint))


def bounded(text: str, limit: int = LONGEST) -> str:
    r"""`text` as it is, or its start and its end with a note of how much is missing between.

    >>> bounded("a" * 30, 20)
    'aaaaaaaaaa\n… [10 of 30 characters were cut here] …\naaaaaaaaaa'
    """
    # half of a pair cannot be sent as UTF-8
    text = text.encode("utf-8", "replace").decode("utf-8")
    if len(text) <= limit:
        return text
    half, cut = limit // 2, len(text) - 2 * (limit // 2)
    note = f"… [{cut:,} of {len(text):,} characters were cut here] …"
    return f"{text[:half]}\n{note}\n{text[-half:]}"


def _text(outcome: Outcome) -> str:
    result = outcome.value if outcome.result is None else outcome.result
    return _result_text(result) if isinstance(result, ToolResult) else outcome.text


def _result_text(result: ToolResult) -> str:
    """Its texts, else its structured content, which says the same; and a line for each link."""
    texts = [item for item in result.items if isinstance(item, str)]
    if result.structured is not None and not any(text.strip() for text in texts):
        texts = [read(result.structured).text]
    # a model needs no secret, and what it is told is kept
    return result.redact("\n".join(filter(None, (*texts, *map(_line, result.items)))))


def _line(item: Any) -> str:
    match item:
        case Link():
            about = f": {one_line(item.description)}" if item.description else ""
            return f"[link to {one_line(item.uri, 1000)} {one_line(item.name)}{about}]"
        case Resource(text=str() as text):
            return f"[{one_line(item.uri, 1000)}]\n{text}"
        case Resource():
            size = len(item.data or b"")
            return f"[{one_line(item.uri, 1000)}: {one_line(item.mime)}, {size:,} bytes]"
        case Sound() if not _is_sent(item):
            return f"[a sound of {len(item.data):,} bytes that is not sent: {item.note or 'large'}]"
        case _:
            return ""


def _is_sent(sound: Sound) -> bool:
    return not sound.note and len(sound.data) <= LARGEST_SOUND and sound.mime.startswith("audio/")


def _pictures(pictures: Sequence[Picture]) -> tuple[list[tuple[str, bytes]], list[str]]:
    found: list[tuple[str, bytes]] = []
    notes: list[str] = []
    for picture in pictures[:MOST_PICTURES]:
        made = for_model(picture)
        if made is None:
            notes.append(f"[a picture that is not sent: {one_line(picture.note)}]")
            continue
        found.append(made)
        size = " × ".join(map(str, picture.size or ()))
        notes.append(f"[a picture of {size} pixels]")
    left = len(pictures) - MOST_PICTURES
    return found, notes + ([f"[{left} more pictures that are not sent]"] if left > 0 else [])
