"""Content blocks as the MIME renderer reads them, within the room that a notebook has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..visible import one_line, shortened
from .content import Item, Link, Resource, Sound, Unknown
from .found import recognition_message, summary
from .gallery import Gallery
from .picture import Picture
from .pretty import pretty
from .preview import MAX_EDGE, MAX_WEB, base64_text, web_preview
from .value import parsed, same

if TYPE_CHECKING:
    from ..detections import Detection
    from ..messages import Block, NoteBlock, TextBlock
    from .linking import Linked
    from .tool_result import ToolResult

TEXT, SOUND, MAX_BLOCKS, SMALL_PICTURES = 20_000, 100_000, 100, 6
SMALL_BYTES, SMALL_EDGE = 15_000, 400


@dataclass
class _Room:
    """What may still be put into the display; bytes of pictures count by the piece."""

    gallery: Gallery
    text: int = TEXT
    sound: int = SOUND
    pictures: int = SMALL_PICTURES


def blocks(result: ToolResult, linked: Linked, gallery: Gallery) -> list[Block]:
    """What a display shows of a result; a note stands for all that it does not."""
    room = _Room(gallery)
    shown: list[Block] = []
    main = main_picture(result, linked, gallery)
    if main is not None and main not in result.items:
        shown += _picture(main, room, linked, is_main=True)
    if result.untold:
        text, omitted = _text(result.untold, room)
        shown.append({"type": "text", "text": text, "omitted": omitted})
    data = _data(result, linked)
    for index, item in enumerate(result.items[:MAX_BLOCKS]):
        if isinstance(item, str):
            if result.untold is None:
                _add(shown, _text_block(item, room, folded=index in data))
        else:
            shown += _blocks(item, room, linked, is_main=item is main)
    if len(result.items) > MAX_BLOCKS:
        shown.append(_note("content", f"{len(result.items) - MAX_BLOCKS} more blocks in .content"))
    told = summary(linked.recognition, linked.base is not None)
    if linked.base is None and told:
        shown.append(_note("detections", told))
    if linked.note:
        shown.append(_note(linked.base.source if linked.base else "detections", linked.note))
    return shown


def main_picture(result: ToolResult, linked: Linked, gallery: Gallery) -> Picture | None:
    """The picture to show first: the one with detections, else the first that can be shown."""
    base = linked.base
    if base is not None and linked.recognition.outcome != "none":
        return base
    first = [base] if base is not None and base in result.items else []
    whole = (each for each in (*first, *result.images) if gallery.image(each, exact=False))
    return next(whole, None)


def _data(result: ToolResult, linked: Linked) -> set[int]:
    """The texts whose boxes a picture shows: those that were read, and those that say the same."""
    found = linked.recognition
    if linked.base is None or not (found.detections or found.candidates):
        return set()
    texts = {index: item for index, item in enumerate(result.items) if isinstance(item, str)}
    if found.source == "structuredContent":
        every = same(result.structured, list(texts.values()))
    else:
        every = found.source == "content"
    return {
        index
        for index, text in texts.items()
        if (every or found.source == f"content[{index}]") and _is_bare(text)
    }


def _add(shown: list[Block], block: TextBlock) -> None:
    """`block` at the end; what is folded goes into the fold before it, as one row a block comes."""
    last = shown[-1] if shown else None
    if last is None or last["type"] != "text" or not (last.get("folded") and block.get("folded")):
        shown.append(block)
        return
    last["text"] += "\n" + block["text"]
    last["omitted"] += block["omitted"]


def _is_bare(text: str) -> bool:
    """Whether a text is data by itself, with no words around it that a person wants to read."""
    return text[:1000].lstrip()[:1] in ("{", "[", "`")


def _text_block(item: str, room: _Room, *, folded: bool) -> TextBlock:
    text, omitted = _text(_readable(item, room), room)
    block: TextBlock = {"type": "text", "text": text, "omitted": omitted}
    if folded:
        block["folded"] = True
    return block


def _blocks(item: Item, room: _Room, linked: Linked, *, is_main: bool) -> Iterator[Block]:
    match item:
        case str():
            yield _text_block(item, room, folded=False)
        case Picture():
            yield from _picture(item, room, linked, is_main=is_main)
        case Sound():
            yield _sound(item, room)
        case Link():
            yield {
                "type": "link",
                "uri": one_line(item.uri, 2000),
                "name": one_line(item.name),
                "description": one_line(item.description, 1000),
                "mime": one_line(item.mime),
            }
        case Resource():
            yield from _resource(item, room)
        case Unknown():
            yield _note(item.source, item.note)


def _picture(picture: Picture, room: _Room, linked: Linked, *, is_main: bool) -> Iterator[Block]:
    over = linked.over.get(picture.source)
    recognition = None
    if over is not None or (picture is linked.base and not linked.note):
        recognition = recognition_message(linked.recognition, over or ())
    if recognition and recognition["outcome"] == "none" and recognition["error"] is None:
        recognition = None
    if not is_main:
        room.pictures -= 1
    if room.pictures < 0 and picture.size:
        yield _note(picture.source, _not_shown(picture, over))
        return
    image = room.gallery.image(picture, exact=bool(over))
    if image is None or picture.size is None:
        yield _note(picture.source, room.gallery.left_out(picture) or picture.note)
        return
    width, height = picture.size
    limit, edge = (MAX_WEB, MAX_EDGE) if is_main else (SMALL_BYTES, SMALL_EDGE)
    mime, data = web_preview(picture, image, limit, edge)
    yield {
        "type": "image",
        "source": one_line(picture.source),
        "picture": {
            "mime": mime,
            "data": base64_text(data),
            "width": width,
            "height": height,
        },
        "recognition": recognition,
    }
    if picture.note:
        yield _note(picture.source, picture.note)


def _not_shown(picture: Picture, over: Sequence[Detection] | None) -> str:
    size = " × ".join(map(str, picture.size or ()))
    count = len(over or ())
    found = f"{count:,} detection{'' if count == 1 else 's'}, " if count else ""
    return f"{picture.mime}, {size}, {found}not shown here to keep the notebook small"


def _sound(sound: Sound, room: _Room) -> Block:
    mime = one_line(sound.mime)
    if sound.note:
        return _note(sound.source, f"{mime}: {sound.note}")
    if len(sound.data) > room.sound:
        size = f"{len(sound.data):,} bytes"
        return _note(sound.source, f"{mime}, {size}, not played here to keep the notebook small")
    room.sound -= len(sound.data)
    data = base64_text(sound.data)
    return {"type": "audio", "source": sound.source, "mime": mime, "data": data}


def _resource(resource: Resource, room: _Room) -> Iterator[Block]:
    text, omitted = (None, 0) if resource.text is None else _text(resource.text, room)
    size = len(resource.data or b"")
    if resource.text is not None:
        size = len(resource.text.encode("utf-8", "replace"))
    yield {
        "type": "resource",
        "uri": one_line(resource.uri, 2000),
        "mime": one_line(resource.mime),
        "text": text,
        "omitted": omitted,
        "size": size,
    }
    if resource.note:
        yield _note(resource.source, resource.note)


def _readable(text: str, room: _Room) -> str:
    """A text that is JSON and fits, with its short parts on one line; any other as it is."""
    value = parsed(text) if len(text) <= room.text else None
    return text if value is None else pretty(value, 2 * TEXT)[0]


def _text(text: str, room: _Room) -> tuple[str, int]:
    shown, omitted = shortened(text, room.text)
    room.text -= len(text) - omitted
    return shown, omitted


def _note(source: str, text: str) -> NoteBlock:
    return {"type": "note", "source": one_line(source), "text": one_line(text, 1000)}
