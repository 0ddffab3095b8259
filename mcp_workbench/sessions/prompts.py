"""The prompts of one server, and of all: listed, filled, and completed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, overload

from ..errors import ArgumentsInvalid, PromptNotFound, UsageInvalid, near
from ..offers import PROMPTS, Prompt
from ..visible import one_line

if TYPE_CHECKING:
    from ..results import PromptResult
    from .server import Server
    from .workbench import Workbench

SHOWN = 100  # characters of a name in an error


class ServerPrompts(Sequence[Prompt]):
    """The prompts of one server, as far as they are known; `fetch` lists them.

    Args:
        server: whose they are.
    """

    def __init__(self, server: Server) -> None:
        self._server = server

    def _known(self) -> list[Prompt]:
        connection = self._server.last_connection
        return connection.lists.known(PROMPTS) if connection is not None else []

    @overload
    def __getitem__(self, index: int) -> Prompt: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Prompt]: ...
    def __getitem__(self, index: int | slice) -> Prompt | Sequence[Prompt]:
        return self._known()[index]

    def __iter__(self) -> Iterator[Prompt]:
        return iter(self._known())

    def __len__(self) -> int:
        return len(self._known())

    async def fetch(self) -> list[Prompt]:
        """The prompts as the server lists them; it is connected first.

        Raises:
            WorkbenchError: it cannot be connected, or does not list them.
        """
        return await self._server.workbench.loop.wait(self._fetch)

    def fetch_sync(self) -> list[Prompt]:
        """`fetch`, blocking."""
        return self._server.workbench.loop.block(self._fetch)

    async def _fetch(self) -> list[Prompt]:
        return await (await self._server.connection()).lists.listing(PROMPTS)

    async def get(self, name: str, /, **arguments: Any) -> PromptResult:
        """The messages of a prompt; the server is connected first.

        Args:
            name: its own name.
            arguments: texts; what is none is written as JSON.

        Raises:
            PromptNotFound: there is none of this name; the hint names near ones.
            ArgumentsInvalid: one is missing, or is none of the prompt's; nothing was sent.
            WorkbenchError: the server cannot be connected, or does not answer.
        """
        return await self._server.workbench.loop.wait(partial(self._get, name, arguments))

    def get_sync(self, name: str, /, **arguments: Any) -> PromptResult:
        """`get`, blocking."""
        return self._server.workbench.loop.block(partial(self._get, name, arguments))

    async def _get(self, name: str, arguments: Mapping[str, Any]) -> PromptResult:
        from ..results import CallContext, PromptResult

        server = self._server
        prompt = found(server.name, name, await self._current(name))
        texts = checked(prompt, arguments)
        started = time.perf_counter()
        answer = await server.request(
            f"the prompt {one_line(prompt.full_name, SHOWN)!r}",
            lambda client, _: client.get_prompt(name, texts),
        )
        context = CallContext(server.name, name, prompt.description, texts)
        elapsed = time.perf_counter() - started
        redact = server.workbench.redactor.json
        return PromptResult(answer.wire, context, elapsed, answer.warnings, redact=redact)

    async def _current(self, name: str) -> list[Prompt]:
        """The prompts; listed anew where `name` is not among those that are known."""
        lists = (await self._server.connection()).lists
        prompts: list[Prompt] = await lists.current(PROMPTS)
        return prompts if name in {one.name for one in prompts} else await lists.listing(PROMPTS)

    def __repr__(self) -> str:
        return f"<{len(self)} prompts of {one_line(self._server.name)!r}; fetch() lists them anew>"


class Prompts:
    """The prompts of all servers of a workbench."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench

    async def fetch(self, server: str | None = None) -> list[Prompt]:
        """The prompts of one server, which is connected first, or those known of all.

        Raises:
            ServerNotFound: there is no such server.
            WorkbenchError: it cannot be connected, or does not list them.
        """
        if server is None:
            return [one for each in self._workbench.servers.values() for one in each.prompts]
        return await self._workbench.server(server).prompts.fetch()

    async def get(self, prompt: str, /, **arguments: Any) -> PromptResult:
        """The messages of `server.prompt`; see `ServerPrompts.get`."""
        server, name = self._parted(prompt)
        return await server.prompts.get(name, **arguments)

    def get_sync(self, prompt: str, /, **arguments: Any) -> PromptResult:
        """`get`, blocking."""
        server, name = self._parted(prompt)
        return server.prompts.get_sync(name, **arguments)

    def _parted(self, prompt: str) -> tuple[Server, str]:
        server, _, name = prompt.partition(".")
        if not name:
            raise UsageInvalid(
                f"{one_line(prompt, SHOWN)!r} names no prompt",
                hint="write server.prompt; `%mcp prompts SERVER` lists them",
                reason="missing",
            )
        return self._workbench.server(server), name


def found(server: str, name: str, prompts: Sequence[Prompt]) -> Prompt:
    """The first prompt of this name.

    Raises:
        PromptNotFound: there is none; the hint names near ones.
    """
    for prompt in prompts:
        if prompt.name == name:
            return prompt
    raise PromptNotFound(
        f"server {server!r} has no prompt {one_line(name, SHOWN)!r}",
        hint=near(name, {one.name for one in prompts}, empty="it has no prompts at all"),
        reason="not_found",
    )


def checked(prompt: Prompt, arguments: Mapping[str, Any]) -> dict[str, str]:
    """The arguments as texts, which is what prompts take.

    Raises:
        ArgumentsInvalid: one is missing, is none of the prompt's, or has no form in JSON.

    >>> from ..offers import PromptArgument
    >>> greet = Prompt("demo", "greet", arguments=(PromptArgument("times", required=True),))
    >>> checked(greet, {"times": 3})
    {'times': '3'}
    """
    whose = one_line(prompt.full_name, SHOWN)
    known = [one.name for one in prompt.arguments]
    missing = [name for name in prompt.required if name not in arguments]
    if missing:
        raise ArgumentsInvalid(
            f"the prompt {whose} needs {', '.join(missing)}",
            hint=f"give {' '.join(f'{name}=…' for name in missing)}",
            reason="missing",
            field=missing[0],
        )
    for name in arguments:
        if name not in known:
            raise ArgumentsInvalid(
                f"the prompt {whose} has no argument {one_line(name, SHOWN)!r}",
                hint=near(name, known, empty="it takes none"),
                reason="unknown-argument",
                field=name,
            )
    return {name: _text_of(value, name) for name, value in arguments.items()}


def _text_of(value: Any, name: str) -> str:
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError):
        raise ArgumentsInvalid(
            f"{one_line(name, SHOWN)} is of type {type(value).__name__}, and a prompt takes texts",
            hint="give a text, a number, or what has a form in JSON",
            reason="type",
            field=name,
        ) from None
