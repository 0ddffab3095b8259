"""The refusal of a call for which a person has to open addresses first."""

from __future__ import annotations

from mcp import MCPError
from mcp_types import URL_ELICITATION_REQUIRED, ElicitationRequiredErrorData, ElicitRequestURLParams
from pydantic import ValidationError

MOST = 8  # addresses of one refusal


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
