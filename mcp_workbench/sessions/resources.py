"""The resources of one server, and of all: listed, read, and watched."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast, overload

from ..errors import ArgumentsInvalid, ProtocolError, ResourceNotFound, near
from ..offers import RESOURCES, TEMPLATES, Resource, ResourceTemplate, expanded, variables_of
from ..visible import one_line

if TYPE_CHECKING:
    from ..results import ReadResult
    from .server import Server
    from .workbench import Workbench

SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
# how servers say that there is no such resource: MCP 2025-11-25 and 2026-07-28, server/resources
MISSING = frozenset({"rpc_-32002", "rpc_-32602", "rpc_-32601"})
SHOWN = 200  # characters of a URI in an error


class ServerResources(Sequence[Resource]):
    """The resources of one server, as far as they are known; `fetch` lists them.

    Args:
        server: whose they are.

    >>> from mcp_workbench import Workbench
    >>> wb = Workbench()
    >>> demo = wb.connect_sync("demo")
    >>> [one.name for one in demo.resources.fetch_sync()]
    ['note']
    >>> demo.resources.read_sync("note").value
    'This note comes from the demo server.'
    >>> wb.close_sync()
    """

    def __init__(self, server: Server) -> None:
        self._server = server

    def _known(self, kind: Any) -> list[Any]:
        connection = self._server.last_connection
        return connection.lists.known(kind) if connection is not None else []

    @property
    def templates(self) -> list[ResourceTemplate]:
        """The templates, as far as they are known; `fetch_templates` lists them."""
        return self._known(TEMPLATES)

    @overload
    def __getitem__(self, index: int) -> Resource: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Resource]: ...
    def __getitem__(self, index: int | slice) -> Resource | Sequence[Resource]:
        return self._known(RESOURCES)[index]

    def __iter__(self) -> Iterator[Resource]:
        return iter(self._known(RESOURCES))

    def __len__(self) -> int:
        return len(self._known(RESOURCES))

    async def fetch(self) -> list[Resource]:
        """The resources as the server lists them; it is connected first.

        Raises:
            WorkbenchError: it cannot be connected, or does not list them.
        """
        return await self._server.workbench.loop.wait(partial(self._fetch, RESOURCES))

    def fetch_sync(self) -> list[Resource]:
        """`fetch`, blocking."""
        return self._server.workbench.loop.block(partial(self._fetch, RESOURCES))

    async def fetch_templates(self) -> list[ResourceTemplate]:
        """The templates as the server lists them; it is connected first.

        Raises:
            WorkbenchError: it cannot be connected, or does not list them.
        """
        return await self._server.workbench.loop.wait(partial(self._fetch, TEMPLATES))

    def fetch_templates_sync(self) -> list[ResourceTemplate]:
        """`fetch_templates`, blocking."""
        return self._server.workbench.loop.block(partial(self._fetch, TEMPLATES))

    async def _fetch(self, kind: Any) -> list[Any]:
        return await (await self._server.connection()).lists.listing(kind)

    async def read(self, what: str, /, **values: Any) -> ReadResult:
        """Read a resource; the server is connected first.

        Args:
            what: a URI, a URI template, or the name that the server gives to either.
            values: for the variables of a template: texts, numbers, or lists of them.

        Raises:
            ResourceNotFound: there is none.
            ArgumentsInvalid: the values are not those of the template.
            WorkbenchError: the server cannot be connected, or does not answer.
        """
        return await self._server.workbench.loop.wait(partial(self._read, what, values))

    def read_sync(self, what: str, /, **values: Any) -> ReadResult:
        """`read`, blocking."""
        return self._server.workbench.loop.block(partial(self._read, what, values))

    async def _read(self, what: str, values: Mapping[str, Any]) -> ReadResult:
        from ..results import ReadResult

        uri = await self._uri(what, values)
        server, started = self._server, time.perf_counter()
        try:
            answer = await server.request(
                f"reading {one_line(uri, SHOWN)!r} of {server.name!r}",
                lambda client, _: client.read_resource(uri, cache_mode="bypass"),
            )
        except ProtocolError as error:
            if error.reason not in MISSING:
                raise
            raise self._missing(uri, error) from error
        elapsed = time.perf_counter() - started
        redact = server.workbench.redactor.json
        return ReadResult(answer.wire, server.name, uri, elapsed, answer.warnings, redact=redact)

    async def _uri(self, what: str, values: Mapping[str, Any]) -> str:
        """The URI that `what` stands for.

        Raises:
            ResourceNotFound: it is neither a URI nor a known name.
            ArgumentsInvalid: the values are not those of the template.
        """
        if "{" in what:
            return filled(what, values)
        if not SCHEME.match(what):
            return await self._named(what, values)
        _refuse_values(what, values)
        return what

    async def _named(self, name: str, values: Mapping[str, Any]) -> str:
        resources: list[Resource] = await self._fetch(RESOURCES)
        for one in resources:
            if name in (one.name, one.uri):
                _refuse_values(one.uri, values)
                return one.uri
        templates: list[ResourceTemplate] = await self._fetch(TEMPLATES)
        for template in templates:
            if template.name == name:
                return filled(template.uri_template, values)
        raise self._missing(name)

    def _missing(self, what: str, error: ProtocolError | None = None) -> ResourceNotFound:
        server = self._server.name
        named = {one.uri for one in self} | {one.uri_template for one in self.templates}
        if not SCHEME.match(what):
            named = {one.name for one in (*self, *self.templates) if one.name} or named
        said = "" if error is None else f": {error.what}"
        empty = f"`%mcp resources {server}` lists what it has"
        return ResourceNotFound(
            f"server {server!r} has no resource {one_line(what, SHOWN)!r}{said}",
            hint=near(what, named, empty=empty),
            reason="not_found",
        )

    def __repr__(self) -> str:
        counts = f"{len(self)} resources, {len(self.templates)} templates"
        return f"<{counts} of {one_line(self._server.name)!r}; fetch() lists them anew>"


class Resources:
    """The resources of all servers of a workbench."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench

    async def fetch(self, server: str | None = None) -> list[Resource]:
        """The resources of one server, which is connected first, or those known of all.

        Raises:
            ServerNotFound: there is no such server.
            WorkbenchError: it cannot be connected, or does not list them.
        """
        if server is None:
            return [one for each in self._workbench.servers.values() for one in each.resources]
        return await self._workbench.server(server).resources.fetch()

    async def fetch_templates(self, server: str | None = None) -> list[ResourceTemplate]:
        """The templates of one server, which is connected first, or those known of all.

        Raises:
            ServerNotFound: there is no such server.
            WorkbenchError: it cannot be connected, or does not list them.
        """
        if server is None:
            servers = self._workbench.servers.values()
            return [one for each in servers for one in each.resources.templates]
        return await self._workbench.server(server).resources.fetch_templates()

    async def read(self, server: str, what: str, /, **values: Any) -> ReadResult:
        """Read a resource of `server`; see `ServerResources.read`."""
        return await self._workbench.server(server).resources.read(what, **values)

    def read_sync(self, server: str, what: str, /, **values: Any) -> ReadResult:
        """`read`, blocking."""
        return self._workbench.server(server).resources.read_sync(what, **values)


def filled(template: str, values: Mapping[str, Any]) -> str:
    """The URI that `template` gives with `values`.

    Raises:
        ArgumentsInvalid: one is missing, has no place in it, or is no text; or it is no template.

    >>> filled("notes://{day}{?limit}", {"day": 3})
    'notes://3'
    """
    shown = one_line(template, SHOWN)
    try:
        variables = variables_of(template)
        known = [one.name for one in variables]
        missing = [one.name for one in variables if not one.optional and one.name not in values]
        if missing:
            raise ArgumentsInvalid(
                f"{shown} needs {', '.join(missing)}",
                hint=f"give {' '.join(f'{name}=…' for name in missing)}",
                reason="missing",
                field=missing[0],
            )
        for name in values:
            if name not in known:
                raise ArgumentsInvalid(
                    f"{shown} has no variable {one_line(name, SHOWN)!r}",
                    hint=near(name, known, empty="it takes none"),
                    reason="unknown-argument",
                    field=name,
                )
        return expanded(template, {name: _text_of(one, name) for name, one in values.items()})
    except ValueError as error:
        raise ArgumentsInvalid(
            f"{shown} is no URI template: {error}",
            hint="write it as the server lists it, or give a whole URI",
            reason="template",
        ) from None


def _text_of(value: Any, name: str) -> Any:
    match value:
        case str():
            return value
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case list() | tuple():
            return [_text_of(one, name) for one in cast("Sequence[Any]", value)]
        case dict():
            entries = cast("dict[Any, Any]", value)
            return {str(key): _text_of(one, name) for key, one in entries.items()}
        case _:
            raise ArgumentsInvalid(
                f"{one_line(name, SHOWN)} is of type {type(value).__name__}",
                hint="give a text, a number, or a list of them",
                reason="type",
                field=name,
            )


def _refuse_values(uri: str, values: Mapping[str, Any]) -> None:
    if values:
        raise ArgumentsInvalid(
            f"{one_line(uri, SHOWN)} takes no values, but {', '.join(values)} was given",
            hint="values fill the variables of a template, as in notes://{day}",
            reason="unknown-argument",
            field=next(iter(values)),
        )
