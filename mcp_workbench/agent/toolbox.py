"""All tools of an agent under their names; servers are connected to know theirs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import UsageInvalid, WorkbenchError
from ..sessions import Server
from ..sessions.approving import denied
from ..sessions.bound_tool import BoundTool
from ..tools.naming import assign_names
from ..visible import one_line
from .agent_tool import AgentTool
from .functions import function_tool
from .given import check_name, refused, several
from .server_tool import server_tool

if TYPE_CHECKING:
    from ..sessions import Workbench
    from ..tools import Tool

Given = Callable[..., Any] | BoundTool | AgentTool


@dataclass(frozen=True)
class Toolbox:
    """The tools of an agent, as they are at one moment.

    Args:
        tools: in the order in which the model is shown them.
        warnings: which servers or tools are left out, and why.
        names: `server.tool` to the model's name; give it to an agent to keep them.

    >>> Toolbox().names
    {}
    """

    tools: Sequence[AgentTool] = ()
    warnings: Sequence[str] = ()
    names: Mapping[str, str] = field(default_factory=dict[str, str])

    def get(self, name: str) -> AgentTool | None:
        """The tool that the model calls `name`, if there is one."""
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> dict[str, AgentTool]:
        return {tool.name: tool for tool in self.tools}


class Wanted:
    """What an agent was given, checked at once; `gathered` makes a `Toolbox` of it.

    Args:
        tools: functions, tools of servers (`server.tool(…)`), or finished tools.
        servers: names, or servers.
        names: `server.tool` to the name that it keeps.

    Raises:
        UsageInvalid: something else was given, or two things have one name.
    """

    def __init__(
        self,
        tools: Iterable[Given],
        servers: Iterable[str | Server | list[Server]],
        names: Mapping[str, str],
    ) -> None:
        self._given = [_checked(each) for each in several(tools, "tools")]
        self._servers = list(dict.fromkeys(map(_checked_server, several(servers, "servers"))))
        self._names = dict(names)
        self._reserved: set[str] = set()
        for each in self._given:
            self._reserve(each)

    def _reserve(self, each: AgentTool | BoundTool) -> None:
        name = each.known_as if isinstance(each, BoundTool) else each.name
        if name is None:
            return
        check_name(name)
        if name in self._reserved:
            raise UsageInvalid(
                f"two of the tools are called {name!r}",
                hint='give one of them another name: tool(…, name="…"), server.tool(…, name="…")',
                reason="name",
            )
        self._reserved.add(name)

    async def gathered(self, workbench: Callable[[], Workbench]) -> Toolbox:
        """All tools; what cannot be had is left out, and named in `warnings`.

        Args:
            workbench: gives the one in which names of servers are looked up.
        """
        bound = [each for each in self._given if isinstance(each, BoundTool)]
        places = [(one, *_place(one, workbench)) for one in (*bound, *self._servers)]
        found = await asyncio.gather(*(_listed(bench, name) for _, bench, name in places))
        warnings: dict[str, None] = {}
        offered: list[tuple[Workbench, Tool, BoundTool | None]] = []
        for (one, bench, name), tools in zip(places, found, strict=True):
            bound = one if isinstance(one, BoundTool) else None
            usable, left_out = await _usable(bench, name, bound, tools)
            warnings |= dict.fromkeys(left_out)
            offered += [(bench, tool, bound) for tool in usable]
        return self._named(offered, list(warnings))

    def _named(
        self, offered: list[tuple[Workbench, Tool, BoundTool | None]], warnings: list[str]
    ) -> Toolbox:
        own = {one.full_name for _, one, bound in offered if bound and bound.known_as}
        keys = [(one.server, one.name) for _, one, _ in offered if one.full_name not in own]
        names = assign_names(self._reserved, keys, self._names)
        settled = {f"{server}.{tool}": name for (server, tool), name in names.items()}
        self._names |= settled
        made: dict[str, AgentTool] = {}
        for bench, one, bound in offered:
            known_as, hint = (bound.known_as, bound.hint) if bound else (None, "")
            # a tool with a name of its own is not offered a second time with its server
            name = known_as or settled.get(one.full_name)
            if name is not None and name not in made:
                made[name] = server_tool(bench, one, name, hint)
        functions = [each for each in self._given if isinstance(each, AgentTool)]
        return Toolbox((*functions, *made.values()), warnings, dict(self._names))


def _checked(given: Any) -> AgentTool | BoundTool:
    if isinstance(given, AgentTool | BoundTool):
        return given
    if callable(given):
        return function_tool(given)
    hint = 'give functions, or tools of servers, as in server.tool("add")'
    raise refused(given, "tools", "no tool", hint)


def _checked_server(given: Any) -> str | Server:
    if isinstance(given, Server) or (isinstance(given, str) and given):
        return given
    raise refused(given, "servers", "no server", 'give names, or what connect returned: ["demo"]')


def _place(one: BoundTool | str | Server, workbench: Callable[[], Workbench]) -> Any:
    """The workbench and the name of the server that `one` is, or is of."""
    if isinstance(one, str):
        return workbench(), one
    server = one.server if isinstance(one, BoundTool) else one
    return server.workbench, server.name


async def _listed(workbench: Workbench, name: str) -> list[Tool] | WorkbenchError:
    try:
        return await workbench.tools(name)
    except WorkbenchError as error:
        return error


async def _usable(
    workbench: Workbench, name: str, bound: BoundTool | None, tools: list[Tool] | WorkbenchError
) -> tuple[list[Tool], list[str]]:
    """The tools that a model may be shown, and what is left out of them, in words."""
    if isinstance(tools, WorkbenchError):
        return [], [_left_out(f"server {one_line(name)!r}", tools)]
    try:
        wanted = tools if bound is None else [await workbench.tool(bound.name)]
    except WorkbenchError as error:
        return [], [_left_out(f"tool {one_line(bound.name if bound else name)!r}", error)]
    if bound is None:  # a tool that a person names is given all the same
        wanted = [tool for tool in wanted if tool.is_for_models]
    # one that changed is not even shown: its new words may be what is wrong with it
    is_changed = workbench.server(name).tool_approval.is_changed
    changed = [tool for tool in wanted if is_changed(tool)]
    told = [_left_out(f"tool {one_line(one.full_name)!r}", denied(one)) for one in changed]
    return [tool for tool in wanted if tool not in changed], told


def _left_out(what: str, error: WorkbenchError) -> str:
    return f"{what} is left out: [{error.code}] {one_line(error.what, 300)}"
