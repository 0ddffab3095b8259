"""Content blocks of a result as Python values; what does not fit the protocol is kept too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from ..visible import one_line
from .encoding import decoded
from .picture import Picture
from .raster import sniffed


@dataclass(frozen=True)
class Sound:
    """A sound that was returned.

    >>> Sound(b"RIFF", "audio/wav", "content[0]").mime
    'audio/wav'
    """

    data: bytes = field(repr=False)
    mime: str
    source: str
    note: str = ""


@dataclass(frozen=True)
class Link:
    """A link to a resource of the server; nothing is read by looking at it.

    >>> Link("demo://note", "note", source="content[0]").uri
    'demo://note'
    """

    uri: str
    name: str = ""
    description: str = ""
    mime: str = ""
    source: str = ""


@dataclass(frozen=True)
class Resource:
    """An embedded resource: `text`, or `data` where it is binary.

    >>> Resource("demo://note", "text/plain", text="hello", source="content[0]").text
    'hello'
    """

    uri: str
    mime: str
    text: str | None = field(default=None, repr=False)
    data: bytes | None = field(default=None, repr=False)
    source: str = ""
    note: str = ""


@dataclass(frozen=True)
class Unknown:
    """A block that is none of the protocol's kinds, or lacks what makes it one."""

    source: str
    note: str


Item = str | Picture | Sound | Link | Resource | Unknown


def content_of(wire: Mapping[str, Any]) -> list[Any]:
    """The content blocks as they came; a server that sends no list gets its thing wrapped in one.

    >>> content_of({"content": {"type": "text", "text": "a"}})
    [{'type': 'text', 'text': 'a'}]
    """
    content = wire.get("content")
    if isinstance(content, list | tuple):
        return list(cast(Iterable[Any], content))
    return [] if content is None else [content]


def items(content: Iterable[Any]) -> Iterator[Item]:
    """Each block as a Python value, in order.

    >>> list(items([{"type": "text", "text": "a"}, 7]))
    ['a', Unknown(source='content[1]', note='not a content block')]
    """
    for index, block in enumerate(content):
        yield _item(block, f"content[{index}]")


def _item(block: Any, source: str) -> Item:
    if not isinstance(block, Mapping):
        return Unknown(source, "not a content block")
    entry = cast(Mapping[str, Any], block)
    match entry.get("type"):
        case "text" if isinstance(entry.get("text"), str):
            return cast(str, entry["text"])
        case "image" if isinstance(entry.get("data"), str):
            return Picture.from_base64(entry["data"], source, declared=_text(entry, "mimeType"))
        case "audio" if isinstance(entry.get("data"), str):
            return _sound(entry["data"], _text(entry, "mimeType"), source)
        case "resource_link" if isinstance(entry.get("uri"), str):
            about = _text(entry, "name"), _text(entry, "description"), _text(entry, "mimeType")
            return Link(cast(str, entry["uri"]), *about, source)
        case "resource" if isinstance(entry.get("resource"), Mapping):
            return _embedded(cast(Mapping[str, Any], entry["resource"]), source)
        case kind if kind in ("text", "image", "audio", "resource_link", "resource"):
            return Unknown(source, f"a block of type {kind!r} that lacks its content")
        case kind:
            return Unknown(source, f"a block of the unknown type {one_line(repr(kind), 60)}")


def _embedded(resource: Mapping[str, Any], source: str) -> Item:
    uri, mime, blob = _text(resource, "uri"), _text(resource, "mimeType"), resource.get("blob")
    if isinstance(resource.get("text"), str):
        return Resource(uri, mime, text=resource["text"], source=source)
    if not isinstance(blob, str):
        return Unknown(source, "an embedded resource with neither text nor blob")
    data = decoded(blob)
    if mime.startswith("image/") or (data is not None and sniffed(data)):
        return Picture.from_base64(blob, source, declared=mime, name=file_name(uri))
    if mime.startswith("audio/"):
        return _sound(blob, mime, source)
    if data is None:
        kept = blob.encode("utf-8", "replace")
        return Resource(uri, mime, data=kept, source=source, note="its base64 is broken")
    return Resource(uri, mime, data=data, source=source)


def _sound(text: str, mime: str, source: str) -> Sound:
    data = decoded(text)
    if data is None:
        return Sound(text.encode("utf-8", "replace"), mime, source, "its base64 is broken")
    return Sound(data, mime, source, "" if data else "it is empty")


def file_name(uri: str) -> str | None:
    """The last part of a URI or path, without query; None where there is none.

    >>> file_name("file:///photos/cat.png?size=1")
    'cat.png'
    """
    if uri.startswith("data:"):
        return None
    path = uri.partition("?")[0].partition("#")[0].replace("\\", "/")
    return path.rpartition("/")[2][:255] or None


def _text(block: Mapping[str, Any], key: str) -> str:
    value = block.get(key)
    return value if isinstance(value, str) else ""
