"""The client that the conformance suite tests: a script that uses `Workbench` as anybody would.

`client.py ARGUMENTS… URL`: the suite appends the address of its server, and says in the environment
which scenario it plays, what the scenario needs to know, and which revision it speaks.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from typing import Any, Literal

from mcp_workbench import HttpServer, Server, Workbench
from mcp_workbench.tools import Tool

VALUES: dict[Any, Any] = {
    "string": "text", "integer": 5, "number": 5, "boolean": True, "array": [], "object": {},
}  # fmt: skip
# what a scenario wants to see go back as it came: the schema of one tool, through another
ECHOED, ECHO = "json_schema_2020_12_tool", "json_schema_echo"


def era() -> Literal["legacy", "auto"]:
    """What the scenario speaks; a server of the newest revision is found out by asking."""
    revision = os.environ.get("MCP_CONFORMANCE_PROTOCOL_VERSION", "")
    return "legacy" if revision and revision < "2026" else "auto"


def value_of(schema: Mapping[str, Any]) -> Any:
    """Something that a field takes."""
    kind = schema.get("type")
    return schema.get("default", VALUES.get(kind[0] if isinstance(kind, list) else kind, "text"))


def arguments_of(tool: Tool) -> dict[str, Any]:
    """What `tool` needs, and what of it goes into headers as well."""
    required = tool.input_schema.get("required", [])
    return {
        name: value_of(schema)
        for name, schema in tool.properties.items()
        if name in required or "x-mcp-header" in schema
    }


def given(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is null: a client may leave that out, and `call` refuses a wrong type."""
    return {name: value for name, value in arguments.items() if value is not None}


def planned(tools: Mapping[str, Tool]) -> list[tuple[str, dict[str, Any]]]:
    """The calls that the scenario asks for, else one of each tool."""
    context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
    if "toolCalls" in context:
        return [(call["name"], given(call.get("arguments", {}))) for call in context["toolCalls"]]
    calls = {name: arguments_of(tool) for name, tool in tools.items()}
    if ECHO in tools and ECHOED in tools:
        calls[ECHO] = {"schema": tools[ECHOED].input_schema}
    return list(calls.items())


async def use(workbench: Workbench, server: Server) -> None:
    """Call the tools, and read whatever else the server offers."""
    for name, arguments in planned({tool.name: tool for tool in server.tools}):
        result = await workbench.call(f"{server.name}.{name}", arguments, raise_on_error=False)
        sys.stderr.write(f"{name} {arguments}: {result.error or result.text[:200]}\n")
    for resource in await server.resources.fetch():
        await server.resources.read(resource.uri)
    for prompt in await server.prompts.fetch():
        await server.prompts.get(prompt.name, **{one.name: "text" for one in prompt.arguments})


async def main() -> None:
    """Connect, use everything, and leave."""
    async with Workbench() as workbench:
        workbench.elicitation = lambda _question: {}  # whatever is asked, the defaults are right
        server = await workbench.connect(HttpServer(sys.argv[-1], era=era(), timeout=30), "tested")
        assert isinstance(server, Server)
        await use(workbench, server)


asyncio.run(main())
