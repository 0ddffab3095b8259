"""Which tools of a server are as this user approved them: the part of `Server` about that."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..errors import ApprovalDenied, ConfigInvalid
from ..notebook import working_directory
from ..sources.approved_tools import ApprovedTools, Kept, key_of
from ..tools import Catalogue, Tool
from ..tools.changes import ToolChanges, changes_of
from ..tools.fingerprint import definition_of
from ..visible import one_line

if TYPE_CHECKING:
    from .connection import Connection
    from .server import Server


NAMED, NAME = 5, 60  # tools that a warning names, and characters of a name


class ToolApproval:
    """The approved tools of one server, as far as this process knows them.

    The tools of the first connection count as approved, since whoever connects a server chose it.
    A tool that comes later is approved by its first use; one that says something else than before
    waits for a person. An object of this process is the person's own code, and needs none of this.

    Args:
        server: whose tools they are.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._store: ApprovedTools | None = None
        self._kept: Kept | None = None
        self._begun = False
        self._expected: Mapping[str, str] = {}
        self._writing = asyncio.Lock()
        self.trouble = ""

    def expect(self, marks: Mapping[str, str]) -> None:
        """Let tools that this user has not approved yet be these, as somebody else knew them.

        Args:
            marks: the fingerprint of each by its name. One that is another waits for a person.
        """
        self._expected = {**marks}

    async def begin(self, connection: Connection) -> None:
        """Look at the tools of a new connection; on the background loop only."""
        async with self._writing:
            self._store, self._kept, self._begun = None, None, False
            if key := self._key():
                self._store = ApprovedTools(key)
                # reading and writing wait for a disk, and all servers share this loop
                self._kept = await asyncio.to_thread(self._store.read)
                self.trouble = self._store.trouble
                if self._kept is None:
                    await asyncio.to_thread(self._add, connection.tools)
            self._begun = True

    @property
    def remembered(self) -> bool:
        """Whether tools of this server were ever approved."""
        key = self._key()
        return bool(key) and ApprovedTools(key).path.exists()

    def _key(self) -> str:
        return key_of(self._server.spec, working_directory())

    def is_changed(self, tool: Tool) -> bool:
        """Whether the tool says something else than what was approved."""
        if self._kept is None:
            return False
        kept = self._kept.marks.get(self._name(tool)) or self._mark_of_new(tool)
        return bool(self.trouble) or kept != tool.fingerprint

    def _mark_of_new(self, tool: Tool) -> str:
        return self._expected.get(tool.name, tool.fingerprint)

    async def check(self, tool: Tool) -> None:
        """Return where a model may call the tool; a new one is approved by that.

        On the background loop only.

        Raises:
            ApprovalDenied: it says something else than what was approved (`tool-changed`), or it
                is not known yet what was (`not-looked-at`).
        """
        async with self._writing:  # a new connection may just be looked at
            if not self._begun:
                raise _not_looked_at(tool)
            if not self.is_changed(tool) and self._is_new(tool):
                await asyncio.to_thread(self._add, [tool])
            # of one that is new here another kernel may know better
            if self.is_changed(tool):
                raise denied(tool)

    def _is_new(self, tool: Tool) -> bool:
        return self._kept is not None and self._name(tool) not in self._kept.marks

    def changes(self, tools: Catalogue) -> ToolChanges:
        """What is different in `tools`."""
        kept, name = self._kept, self._server.name
        if kept is None:
            return ToolChanges(name)
        names = {self._name(tool): tool for tool in tools}
        changed = {
            tool.name: tuple(changes_of(kept.definitions[one], definition_of(tool)))
            if one in kept.definitions
            else ()
            for one, tool in names.items()
            if one in kept.marks and kept.marks[one] != tool.fingerprint
        }
        added = tuple(tool.name for one, tool in names.items() if one not in kept.marks)
        known = {*names, *tools.left_out}
        removed = tuple(one for one in kept.marks if one not in known)
        return ToolChanges(name, kept.when, added, removed, changed)

    def warnings(self, tools: Catalogue) -> list[str]:
        """What a person should look at."""
        changed = [one_line(tool.name, NAME) for tool in tools if self.is_changed(tool)]
        if self.trouble or not changed:
            return [self.trouble] if self.trouble else []
        more = f" and {len(changed) - NAMED} more" if len(changed) > NAMED else ""
        told, name = f"{', '.join(changed[:NAMED])}{more}", self._server.name
        return [
            f"changed since they were approved, so no agent calls them: {told}; "
            f"%mcp diff {name} shows it, %mcp trust {name} accepts it"
        ]

    async def approve(self, tools: Catalogue) -> None:
        """Approve `tools` as they are; on the background loop only.

        Raises:
            ConfigInvalid: that cannot be remembered.
        """
        async with self._writing:
            if self._store is not None:
                keep = self._store.keep
                self._kept = await asyncio.to_thread(keep, self._said(tools), self._kept)
                self.trouble = ""

    def _add(self, tools: Iterable[Tool]) -> None:
        """Approve new ones; what cannot be written holds for this process all the same."""
        known = list(tools)
        as_expected = [tool for tool in known if self._mark_of_new(tool) == tool.fingerprint]
        expected = {self._name(tool): self._mark_of_new(tool) for tool in known}
        said, before = Kept("", expected, self._said(as_expected).definitions), self._kept or Kept()
        marks = {**before.marks, **said.marks}
        self._kept = Kept(before.when, marks, {**before.definitions, **said.definitions})
        try:
            if self._store is not None:
                self._kept = self._store.add(said)
        except ConfigInvalid as error:
            note = f"{error.what}; {error.hint}"
            if note not in self._server.notes:
                self._server.notes.append(note)

    def _said(self, tools: Iterable[Tool]) -> Kept:
        """What is remembered of `tools`: of one that repeats a secret the mark alone."""
        redact = self._server.workbench.redactor.json
        names = {self._name(tool): tool for tool in tools}
        definitions = {name: definition_of(tool) for name, tool in names.items()}
        plain = {name: one for name, one in definitions.items() if redact(one) == one}
        return Kept(
            marks={name: tool.fingerprint for name, tool in names.items()}, definitions=plain
        )

    def _name(self, tool: Tool) -> str:
        """What a tool is called in the file: its name, or the digest of one that holds a secret."""
        if self._server.workbench.redactor.text(tool.name) == tool.name:
            return tool.name
        return f"sha256:{hashlib.sha256(tool.name.encode('utf-8', 'surrogatepass')).hexdigest()}"


def denied(tool: Tool) -> ApprovalDenied:
    """The error for a tool that waits for a person.

    >>> denied(Tool("time", "now", {})).reason
    'tool-changed'
    """
    server = one_line(tool.server)
    return ApprovalDenied(
        f"{one_line(tool.full_name)} was not called: what it says of itself has changed since it"
        " was approved",
        hint=f"%mcp diff {server} shows the change, %mcp trust {server} accepts it",
        reason="tool-changed",
    )


def _not_looked_at(tool: Tool) -> ApprovalDenied:
    return ApprovalDenied(
        f"{one_line(tool.full_name)} was not called: nobody has looked yet at what the tools of its"
        " server said when they were approved",
        hint="call it again, which connects the server",
        reason="not-looked-at",
    )


class Approving:
    """The part of `Server` that remembers what its tools said when they were approved."""

    _server: Server

    def __init__(self) -> None:
        super().__init__()
        self.tool_approval = ToolApproval(self._server)

    @property
    def tool_changes(self) -> ToolChanges:
        """How the tools, as they were last listed, differ from those that were approved.

        An agent is not offered a tool that changed, and cannot call it, until a person has looked
        and approved. What is new is approved by its first use.
        """
        return self.tool_approval.changes(self._server.tools)

    async def approve_tools(self) -> ToolChanges:
        """Approve what the tools say of themselves now; gives what was different.

        Raises:
            ConfigInvalid: that cannot be remembered.
            WorkbenchError: the server cannot be connected, so nobody knows what they say.
        """
        return await self._server.workbench.loop.wait(self._approve_tools)

    def approve_tools_sync(self) -> ToolChanges:
        """`approve_tools`, blocking."""
        return self._server.workbench.loop.block(self._approve_tools)

    async def _approve_tools(self) -> ToolChanges:
        tools = await (await self._server.connection()).lists.catalogue()
        changes = self.tool_approval.changes(tools)
        await self.tool_approval.approve(tools)
        self._server.workbench.changed()
        return changes
