"""What a workbench tells about its servers on request: what is wrong, and what models see."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ..tools.offered import tool_list

if TYPE_CHECKING:
    from .doctor import Diagnosis
    from .workbench import Workbench


class Examining:
    """The part of `Workbench` that looks into servers and tools."""

    _workbench: Workbench

    async def doctor(self, server: str) -> Diagnosis:
        """Walk through all that a connection to `server` needs, until a step fails.

        Raises:
            ServerNotFound: there is no such server.
        """
        from .doctor import diagnose

        found = self._workbench.server(server)
        return await self._workbench.loop.wait(partial(diagnose, found))

    def doctor_sync(self, server: str) -> Diagnosis:
        """`doctor`, blocking."""
        from .doctor import diagnose

        found = self._workbench.server(server)
        return self._workbench.loop.block(partial(diagnose, found))

    async def tool_list(
        self, provider: str = "openai", server: str | None = None
    ) -> list[dict[str, Any]]:
        """The tools as a request to a provider has them; exactly what an agent sends.

        Args:
            provider: `openai`, `openai-responses` or `anthropic`.
            server: which is connected first; all that are connected where it is None.

        Raises:
            UsageInvalid: there is no such provider.
            WorkbenchError: the server cannot be connected.
        """
        return tool_list(await self._workbench.tools(server), provider)

    def tool_list_sync(
        self, provider: str = "openai", server: str | None = None
    ) -> list[dict[str, Any]]:
        """`tool_list`, blocking."""
        return tool_list(self._workbench.tools_sync(server), provider)
