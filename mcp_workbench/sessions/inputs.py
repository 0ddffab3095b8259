"""Inputs that definitions name as `${input:ID}`: a person is asked once, and the answer is kept."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import ApprovalDenied, SecretNotFound, VariableUnset, WorkbenchError
from ..specs import HttpServer
from ..visible import one_line

if TYPE_CHECKING:
    from ..sources import Input
    from .server import Server
    from .workbench import Workbench

SHOWN = 60  # characters of an id in an error
STORED = "input"  # how the name of an answer in the secret store begins
MARK = 32  # hexadecimal digits, 128 bits: nobody finds a file and an id with the mark of others
# such an end may come of a wrong answer
DOUBTFUL = ("authorization_required", "mcp_connection_failed")

Key = tuple[str, str]  # the file that declares it, and its id


class Inputs:
    """What a person answered, for the servers of one workbench; no repr shows it.

    An answer belongs to the file that declares the input, since another file may mean something
    else by the same id. It is kept until the kernel ends; that to a hidden one in the secret store,
    too, where the person says so.

    Args:
        workbench: whose servers are meant.

    Source: VS Code, "MCP configuration reference", input variables.

    >>> from mcp_workbench import Workbench
    >>> Workbench().inputs
    <Inputs: 0 answered>
    """

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._given: dict[Key, str] = {}
        self._doubted: set[Key] = set()
        self._asking = asyncio.Lock()

    def of(self, server: Server) -> Mapping[str, str]:
        """The answers for `server`, by id."""
        keys = ((one.id, (server.origin, one.id)) for one in server.inputs)
        return {name: self._given[key] for name, key in keys if key in self._given}

    def forget(self) -> None:
        """Ask for everything again at the next start of a server; the secret store stays."""
        self._doubted |= self._given.keys()
        self._given.clear()

    def doubt(self, server: Server, error: WorkbenchError) -> None:
        """Ask again for the inputs of `server` where `error`, its end, may come of an answer."""
        is_away = isinstance(server.spec, HttpServer) and error.code != DOUBTFUL[0]
        if error.code in DOUBTFUL and not is_away:
            for name in self.of(server):
                del self._given[server.origin, name]
                self._doubted.add((server.origin, name))

    async def ask_for(self, server: Server) -> None:
        """Ask the person for what `server` needs and nobody has answered; on one event loop only.

        A variable `MCP_INPUT_ID` counts as an answer. Where nobody can be asked nothing happens:
        the default of an input counts then, or its server cannot start.

        Raises:
            VariableUnset: the person calls it off.
        """
        if not server.inputs:
            return
        async with self._asking:  # the second server of a file finds the answer to the first
            missing = [one for one in server.inputs if not await self._is_known(server, one)]
            try:
                await self._fill_in(server, [one for one in missing if not one.password])
                for one in missing:
                    if one.password:
                        await self._type(server, one)
            except ApprovalDenied:
                return

    async def _is_known(self, server: Server, one: Input) -> bool:
        from ..sources.filling import input_variable

        key = server.origin, one.id
        if key in self._given or input_variable(one.id) in os.environ:
            return True
        if not one.password or key in self._doubted:
            return False
        try:  # the system's keyring may take its time
            value = await asyncio.to_thread(self._workbench.secrets.get, stored_name(*key))
        except SecretNotFound:
            return False
        except WorkbenchError as error:  # the person can type it all the same
            server.notes.append(f"{error.what}; {error.hint}")
            return False
        self._given[key] = value
        return True

    async def _fill_in(self, server: Server, inputs: Sequence[Input]) -> None:
        """Ask for all that may be seen, in one form."""
        from ..asking import FormQuestion, ask

        if not inputs:
            return
        told = f"{one_line(server.origin)} wants to know this before the server starts."
        answer = await ask(FormQuestion(server.name, told, form_of_inputs(inputs)))
        if answer.action != "accept":
            raise _called_off(server, inputs[0])
        for one in inputs:
            self._take(server, one, str(answer.content.get(one.id, one.default or "")))

    async def _type(self, server: Server, one: Input) -> None:
        """Ask for one that nobody may see."""
        from ..asking import SecretQuestion, ask

        shown = one_line(one.id, SHOWN)
        origin = f"of {one_line(server.origin)}, which server {server.name!r} starts with"
        lines = (*([one_line(one.description, 500)] if one.description else []), origin)
        value = await ask(SecretQuestion(f"the input {shown!r}", lines, server.name))
        if value is None:
            raise _called_off(server, one)
        self._workbench.redactor.learn([value])
        self._take(server, one, value)
        await self._offer_to_keep(server, one, value)

    async def _offer_to_keep(self, server: Server, one: Input, value: str) -> None:
        from ..asking import ConsentQuestion, ask

        name = stored_name(server.origin, one.id)
        question = ConsentQuestion(
            f"Keep the input {one_line(one.id, SHOWN)!r} in your secret store?",
            (f"as {name}, for servers of {one_line(server.origin)} alone",
             "else it is asked for again in the next kernel"),
            server.name,
        )  # fmt: skip
        if await ask(question):
            try:
                await asyncio.to_thread(self._workbench.secrets.set, name, value)
            except WorkbenchError as error:  # this kernel has it
                server.notes.append(f"{error.what}; {error.hint}")

    def _take(self, server: Server, one: Input, value: str) -> None:
        self._given[server.origin, one.id] = value
        self._doubted.discard((server.origin, one.id))

    def __repr__(self) -> str:
        return f"<Inputs: {len(self._given)} answered>"


def stored_name(origin: str, name: str) -> str:
    """What the answer to an input is called in the secret store.

    The file is part of it, so that no other file gets the answer by declaring an input of that id;
    one that takes the place of the file does.

    >>> stored_name("/data/shop/.vscode/mcp.json", "api key")
    'input.api-key.1335cce4060e76958ac2bae4e1400841'
    """
    mark = hashlib.sha256(f"{origin}\0{name}".encode("utf-8", "surrogatepass")).hexdigest()
    return f"{STORED}.{re.sub(r'[^A-Za-z0-9_-]+', '-', name)[:SHOWN]}.{mark[:MARK]}"


def form_of_inputs(inputs: Sequence[Input]) -> Mapping[str, Any]:
    """The form, as a JSON schema, that asks for `inputs`.

    >>> from mcp_workbench.sources import Input
    >>> form_of_inputs([Input("zone", "Where", options=("eu", "us"), default="eu")])["properties"]
    {'zone': {'type': 'string', 'description': 'Where', 'enum': ['eu', 'us'], 'default': 'eu'}}
    """
    return {
        "type": "object",
        "properties": {one.id: _field(one) for one in inputs},
        "required": [one.id for one in inputs if one.default is None],
    }


def _field(one: Input) -> Mapping[str, Any]:
    field: dict[str, Any] = {"type": "string"}
    if one.description:
        field["description"] = one.description
    if one.options:
        field["enum"] = list(one.options)
    if one.default is not None:
        field["default"] = one.default
    return field


def _called_off(server: Server, one: Input) -> VariableUnset:
    return VariableUnset(
        f"server {server.name!r} was not started: a person did not give the input"
        f" {one_line(one.id, SHOWN)!r}",
        hint="the next use asks again",
        reason="input-required",
    )
