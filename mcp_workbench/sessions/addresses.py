"""The refusal of a call for which a person has to open addresses first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import anyio
from mcp import MCPError
from mcp_types import URL_ELICITATION_REQUIRED, ElicitationRequiredErrorData, ElicitRequestURLParams
from pydantic import ValidationError

T = TypeVar("T")
MOST = 8  # addresses of one refusal
ROUNDS = 10  # of a server that is never content with what was done there
COMPLETE = "notifications/elicitation/complete"


class Addresses:
    """What a person has to do at addresses before a server takes a call.

    The call is made again once the person says that it is done, or the server tells so. Where it
    is not done after all, the person is asked again, so that whoever says so too early loses
    nothing.

    Args:
        ask: whether the person agreed; not limited in time.

    Source: MCP 2025-11-25, client features, "Elicitation", "Completion Notifications for URL Mode
    Elicitation" and "URL Elicitation Required Error".
    """

    def __init__(self, ask: Callable[[ElicitRequestURLParams], Awaitable[bool]]) -> None:
        self._ask = ask
        self._due: dict[anyio.CancelScope, str | None] = {}

    def hear(self, _method: str, params: Mapping[str, Any]) -> None:
        """The server tells that what was to be done at an address is done."""
        done = params.get("elicitationId")
        for question, name in self._due.items():
            if name is not None and name == done:
                question.cancel()

    async def before(self, send: Callable[[], Awaitable[T]]) -> T:
        """What `send` brings, made again where a person first had to open addresses for it."""
        for again in range(ROUNDS):
            try:
                return await send()
            except MCPError as refusal:
                addresses = addresses_of(refusal)
                if again:
                    addresses = [_not_yet(address) for address in addresses]
                if not addresses or not await self._dealt_with(addresses):
                    raise
        return await send()

    async def _dealt_with(self, addresses: list[ElicitRequestURLParams]) -> bool:
        # all of them are due at once: the second may be done while the first is asked for
        questions = {anyio.CancelScope(): address for address in addresses}
        self._due |= {scope: address.elicitation_id for scope, address in questions.items()}
        try:
            for scope, address in questions.items():
                agreed = True  # where the server tells before the person does
                with scope:
                    agreed = await self._ask(address)
                if not agreed:
                    return False
            return True
        finally:
            for scope in questions:
                del self._due[scope]


def _not_yet(address: ElicitRequestURLParams) -> ElicitRequestURLParams:
    told = f"It is not done yet, says the server. {address.message}"
    return address.model_copy(update={"message": told})


def addresses_of(fault: MCPError) -> list[ElicitRequestURLParams]:
    """What is to be opened before the call is made again; nothing where it is another refusal.

    Source: MCP 2025-11-25, client features, "Elicitation", "URL Elicitation Required Error".

    >>> addresses_of(MCPError(-32600, "no"))
    []
    """
    if fault.code != URL_ELICITATION_REQUIRED:
        return []
    try:
        data = ElicitationRequiredErrorData.model_validate(fault.error.data)
    except ValidationError:
        return []
    return data.elicitations[:MOST]
