"""The images among the arguments of a call, so that boxes can be drawn over them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from .content import file_name
from .encoding import decoded
from .picture import Picture
from .raster import sniffed

Read = Callable[[str], bytes | None]

MAX_PICTURES, MAX_DEPTH, MAX_PATH = 16, 4, 4096
_HEAD = 64  # characters of base64 that hold the first bytes of any image
_SUFFIX = re.compile(r"\.(png|jpe?g|gif|webp|bmp|tiff?|avif)$", re.IGNORECASE)
_IMAGE_WORD = re.compile(r"image|img|photo|picture|frame|screenshot", re.IGNORECASE)


def sent_pictures(
    arguments: Mapping[str, Any],
    input_schema: Mapping[str, Any] | None = None,
    read: Read | None = None,
) -> tuple[Picture, ...]:
    """The images that a call sends: base64, `data:` URIs, and paths where `read` reads them.

    A long text is taken for an image when its first bytes are those of one, whatever the argument
    is called. A path is read only where it ends like an image, or the argument's name or
    description speaks of one. URLs are never fetched.

    Args:
        arguments: what is sent, also nested in lists and objects.
        input_schema: JSON Schema of the arguments; descriptions of its properties count.
        read: gives the bytes of a local path that a person typed, or None.

    Returns:
        At most 16 pictures, in the order of the arguments.

    >>> sent_pictures({"image": "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC"})
    (<Picture argument image: image/gif, 1 × 1>,)
    """
    properties = _member(input_schema, "properties")
    found: list[Picture] = []
    for name, source, text in sent_texts(arguments):
        about = f"{name} {_member(_member(properties, name), 'description')}"
        picture = _picture(text, source, about, read)
        if picture is not None:
            found.append(picture)
        if len(found) == MAX_PICTURES:
            break
    return tuple(found)


def sent_texts(arguments: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The texts among `arguments` that are looked at: argument, place, and the text itself.

    >>> list(sent_texts({"n": 1, "images": ["a.png"]}))
    [('images', 'argument images[0]', 'a.png')]
    """
    for name, value in arguments.items():
        for source, text in _texts(value, f"argument {name}", MAX_DEPTH):
            yield name, source, text


def _member(value: Any, key: str) -> Any:
    return cast(Mapping[str, Any], value).get(key) if isinstance(value, Mapping) else None


def _texts(value: Any, source: str, depth: int) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield source, value
    elif depth and isinstance(value, Mapping):
        for key, each in cast(Mapping[str, Any], value).items():
            yield from _texts(each, f"{source}.{key}", depth - 1)
    elif depth and isinstance(value, list):
        for index, each in enumerate(cast(list[Any], value)[:MAX_PICTURES]):
            yield from _texts(each, f"{source}[{index}]", depth - 1)


def _picture(text: str, source: str, about: str, read: Read | None) -> Picture | None:
    if len(text) >= _HEAD // 2 and _is_image(text):
        return Picture.from_base64(text, source)
    if read is None or not _is_path(text, about):
        return None
    data = read(_local(text))
    if data is None or sniffed(data) is None:
        return None
    return Picture(data, source, name=file_name(_local(text)))


def _is_image(text: str) -> bool:
    body = text.lstrip()
    if body[:5].lower() == "data:":
        body = body[:300].partition(",")[2]
    # whole groups of four, so that a head cut out of the middle is base64 by itself
    head = "".join(body[: 2 * _HEAD].split())[:_HEAD].rstrip("=")
    data = decoded(head[: len(head) // 4 * 4])
    return data is not None and sniffed(data) is not None


def _is_path(text: str, about: str) -> bool:
    if not text or len(text) > MAX_PATH or "\n" in text:
        return False
    if re.match(r"[a-z][a-z0-9+.-]+:", text, re.IGNORECASE) and not text.startswith("file://"):
        return False
    return bool(_SUFFIX.search(text) or _IMAGE_WORD.search(about))


def _local(text: str) -> str:
    return unquote(urlsplit(text).path) if text.startswith("file://") else text
