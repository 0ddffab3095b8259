"""`%mcp resources` and `%mcp read`: what servers hold beside tools."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..errors import UsageInvalid
from ..grammar import Text, parse_arguments, unquoted
from ..offers import RESOURCES, TEMPLATES
from .calling import argument_names
from .command import Command, Line, Typing, all_servers, as_word, server_names, sole_word
from .listings import notes_on
from .progress import connecting
from .resolving import value_of
from .tables import Listed, Table, first_line

if TYPE_CHECKING:
    from ..offers import Resource, ResourceTemplate
    from ..results import ReadResult
    from ..sessions import Server

EMPTY = "No resource is known. List those of one server: %mcp resources SERVER"
NONE = "The server has no resources."
TEXT = {"type": "string"}
URI = re.compile(r"""[^\s"'()\[\]]+[^\s"'()\[\]?\\]""")


class ResourceListing(Listed["Resource"]):
    """Resources; a cell shows what each holds, and the templates of more.

    Args:
        resources: the resources.
        templates: the templates.
        empty: what is said where there is neither.
        notes: what is odd about the lists.
    """

    def __init__(
        self,
        resources: Iterable[Resource],
        templates: Iterable[ResourceTemplate],
        empty: str,
        notes: Iterable[str] = (),
    ) -> None:
        super().__init__(resources, empty, notes)
        self.templates = list(templates)

    @property
    def table(self) -> Table:
        """The resources as a table; templates stand below."""
        rows = [
            (
                one.server,
                one.uri,
                one.title or one.name,
                one.mime,
                _size(one),
                first_line(one.description),
            )
            for one in self
        ]
        rows += [
            (
                one.server,
                one.uri_template,
                one.title or one.name,
                one.mime,
                "",
                first_line(one.description),
            )
            for one in self.templates
        ]
        head = ("server", "resource", "name", "type", "bytes", "what it holds")
        return Table(head, rows, self.empty, self.notes)


def _size(resource: Resource) -> str:
    return "" if resource.size is None else f"{resource.size:,}"


def resources(line: Line) -> ResourceListing:
    """The resources and templates of one server, or those known of all."""
    if not line.words:
        servers = line.workbench.servers.values()
        known = [one for each in servers for one in each.resources]
        templates = [one for each in servers for one in each.resources.templates]
        return ResourceListing(known, templates, EMPTY)
    server = line.workbench.server(sole_word(line, "server", "resources"))
    with connecting(server.name, line.shell):
        found, templates = server.resources.fetch_sync(), server.resources.fetch_templates_sync()
    return ResourceListing(found, templates, NONE, notes_on("resource", server))


def read(line: Line) -> ReadResult:
    """Read one resource; values behind it fill the variables of a template."""
    if len(line.words) < 2:
        raise UsageInvalid(
            "read needs a server and a resource",
            hint="%mcp read SERVER URI; %mcp resources SERVER lists them",
            reason="missing",
        )
    name, what, *given = line.words
    server = line.workbench.server(unquoted(name))
    values = {one.name: value_of(one.node, TEXT, line.scope) for one in parse_arguments(given)}
    with connecting(server.name, line.shell):
        return server.resources.read_sync(unquoted(what), **values)


def _complete_read(typing: Typing) -> Iterable[str]:
    if not typing.plain:
        return all_servers(typing)
    name, *rest = typing.plain
    server = typing.workbench.servers.get(name)
    if server is None:
        return ()
    if not rest:
        listed = server.foresight.listed(RESOURCES, typing.until)
        templates = server.foresight.listed(TEMPLATES, typing.until)
        uris = [*(one.uri for one in listed), *(one.uri_template for one in templates)]
        return map(as_uri, uris)
    template = _template(server, rest[0], typing.until)
    if template is None:
        return ()
    return argument_words(server, template.uri_template, template.variables, typing)


def _template(server: Server, what: str, until: float) -> ResourceTemplate | None:
    templates: list[ResourceTemplate] = server.foresight.listed(TEMPLATES, until)
    return next((one for one in templates if what in (one.uri_template, one.name)), None)


def as_uri(uri: str) -> str:
    """`uri` as a word; braces, which a template has, hold together like quotes."""
    return uri if URI.fullmatch(uri) else as_word(uri)


def argument_words(
    server: Server, what: str, names: Iterable[str], typing: Typing, first: int = 2
) -> list[str]:
    """What may stand behind a prompt or a template: its arguments, or what the server suggests.

    Args:
        server: whose it is.
        what: the prompt's name, or the URI template.
        names: of all arguments.
        typing: the line.
        first: how many words of it stand before the arguments.
    """
    given = _given(typing.words[first:])
    name, equals, begun = typing.fragment.partition("=")
    if not equals:
        return argument_names(names, given)
    text = unquoted(begun) if len(begun) > 1 and begun[-1:] == begun[0] else begun.lstrip("\"'")
    values = server.foresight.values(what, name, text, given, typing.until)
    return [f"{name}={Text(value)}" for value in values]


def _given(words: list[str]) -> dict[str, str]:
    pairs: Any = (word.partition("=") for word in words)
    return {name: unquoted(text) for name, equals, text in pairs if equals}


RESOURCES_COMMAND = Command(
    "resources",
    ("", "SERVER"),
    "the resources of one server, which is connected first, or those known of all",
    resources,
    'await wb.resources.fetch("server"), await wb.resources.fetch_templates("server")',
    complete=server_names,
)
READ = Command(
    "read",
    ("SERVER URI", "SERVER TEMPLATE key=value …"),
    "read a resource; values fill the variables of a template",
    read,
    'await wb.server("server").read("uri", key=value)',
    complete=_complete_read,
)
