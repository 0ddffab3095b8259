"""Resources and templates of resources, as a server lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self, cast

from ..visible import one_line
from .template import variables_of


def _nothing() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class Resource:
    """A resource as `resources/list` describes it; nothing of it is read yet.

    Args:
        server: the name of its server.
        uri: where it is; only its server can read it.
        name: what the server calls it.
        title: a name for people, where the server gives one.
        description: what it holds, in the server's words.
        mime: its MIME type, as far as it is known.
        size: in bytes, as far as it is known.
        annotations: hints such as `audience` and `priority`, as they are on the wire.

    Source: MCP 2025-11-25, server/resources, "Resource".

    >>> Resource.from_wire("demo", {"uri": "demo://note", "name": "note"}).uri
    'demo://note'
    """

    server: str
    uri: str
    name: str = ""
    title: str | None = None
    description: str = ""
    mime: str = ""
    size: int | None = None
    annotations: Mapping[str, Any] = field(default_factory=_nothing, hash=False)

    @classmethod
    def from_wire(cls, server: str, entry: Mapping[str, Any]) -> Self:
        """The resource of one entry of a list; a field of a wrong type counts as absent."""
        size, title = entry.get("size"), entry.get("title")
        return cls(
            server=server,
            uri=str(entry["uri"]),
            name=text_of(entry, "name"),
            title=title if isinstance(title, str) else None,
            description=text_of(entry, "description"),
            mime=text_of(entry, "mimeType"),
            size=size if type(size) is int and size >= 0 else None,
            annotations=object_of(entry, "annotations"),
        )

    def __repr__(self) -> str:
        told = one_line(self.description or self.title or self.name or "no words")
        return f"<Resource {one_line(self.server)} {one_line(self.uri)}: {told}>"


@dataclass(frozen=True)
class ResourceTemplate:
    """Many resources at once, as `resources/templates/list` describes them.

    Args:
        server: the name of its server.
        uri_template: an RFC 6570 template of their URIs.
        name: what the server calls them.
        title: a name for people, where the server gives one.
        description: what they hold, in the server's words.
        mime: the MIME type of all of them, where they share one.
        annotations: hints such as `audience` and `priority`, as they are on the wire.

    Source: MCP 2025-11-25, server/resources, "Resource Templates".

    >>> notes = {"uriTemplate": "notes://{user}{?tag}", "name": "notes"}
    >>> ResourceTemplate.from_wire("demo", notes).variables
    ['user', 'tag']
    """

    server: str
    uri_template: str
    name: str = ""
    title: str | None = None
    description: str = ""
    mime: str = ""
    annotations: Mapping[str, Any] = field(default_factory=_nothing, hash=False)

    @classmethod
    def from_wire(cls, server: str, entry: Mapping[str, Any]) -> Self:
        """The template of one entry of a list; a field of a wrong type counts as absent."""
        title = entry.get("title")
        return cls(
            server=server,
            uri_template=str(entry["uriTemplate"]),
            name=text_of(entry, "name"),
            title=title if isinstance(title, str) else None,
            description=text_of(entry, "description"),
            mime=text_of(entry, "mimeType"),
            annotations=object_of(entry, "annotations"),
        )

    @property
    def variables(self) -> list[str]:
        """The names of its arguments; none where the server's text is no template."""
        try:
            return [one.name for one in variables_of(self.uri_template)]
        except ValueError:
            return []

    def __repr__(self) -> str:
        told = one_line(self.description or self.title or self.name or "no words")
        return f"<ResourceTemplate {one_line(self.server)} {one_line(self.uri_template)}: {told}>"


def text_of(entry: Mapping[str, Any], key: str) -> str:
    """The text at `key`; empty where there is none."""
    value = entry.get(key)
    return value if isinstance(value, str) else ""


def object_of(entry: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """The object at `key`; empty where there is none."""
    value = entry.get(key)
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
