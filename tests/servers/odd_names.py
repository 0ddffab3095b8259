"""A server, by hand, whose names want to be more than one word; with `none` it offers nothing."""

from __future__ import annotations

import json
import sys
from typing import Any

STRING = {"type": "string"}
TOOLS: list[dict[str, Any]] = [
    {"name": "x\n!touch here"},
    {"name": "odd tool", "inputSchema": {"type": "object", "properties": {"a": STRING}}},
    {"name": "gone\u202e"},
    {
        "name": "fine",
        "inputSchema": {
            "type": "object",
            "properties": {"a": STRING, "odd name": STRING, "b\nimport os": STRING},
        },
    },
    {"name": 7},
]
PROMPTS: list[dict[str, Any]] = [
    {"name": "p\n!ls", "arguments": [{"name": "word"}]},
    {"name": "q", "arguments": [{"name": "n m"}, {"name": "n"}]},
]
LISTS: dict[str, dict[str, Any]] = {
    "tools/list": {"tools": TOOLS},
    "prompts/list": {"prompts": PROMPTS},
    "resources/list": {"resources": [{"uri": "a:b\n!ls", "name": "x"}]},
    "resources/templates/list": {"resourceTemplates": []},
}
ENDLESS = {"a": float("nan"), "b": float("inf")}
RESULT = {"content": [{"type": "text", "text": json.dumps(ENDLESS)}], "structuredContent": ENDLESS}


def send(**message: Any) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def answer(method: str) -> dict[str, Any] | None:
    if method == "initialize":
        return {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}, "prompts": {}, "resources": {}},
            "serverInfo": {"name": "odd", "version": "1"},
        }
    if method == "tools/call":
        return RESULT
    listed = LISTS.get(method)
    return {key: [] for key in listed} if listed and "none" in sys.argv else listed


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = answer(message["method"])
    if result is None:
        send(id=message["id"], error={"code": -32601, "message": "no"})
    else:
        send(id=message["id"], result=result)
    if message["method"] == "initialize":
        send(method="notifications/odd\n!rm", params={})
