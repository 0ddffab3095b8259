"""A server that answers with the arguments it got; standard library only."""

import json
import sys

SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "n": {"type": "integer"},
        "ratio": {"type": "number"},
        "flag": {"type": "boolean"},
        "items": {"type": "array"},
        "options": {"type": "object"},
        "maybe": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "unit": {"enum": ["celsius", "kelvin", "degree Rankine"]},
        "level": {"type": "integer", "enum": [1, 2, 3]},
        "anything": {},
    },
}
TOOLS = [
    {"name": "mirror", "description": "Gives back what it got.\nAll of it.", "inputSchema": SCHEMA},
    {"name": "open", "inputSchema": {"type": "object"}},
    {
        "name": "<b>evil</b>\x1b[31m",
        "description": "<script>alert(1)</script> " + "long " * 200,
        "inputSchema": {"type": "object", "properties": {"<i>": {}}},
    },
]


def answer(method: str, params: dict) -> dict | None:
    if method == "initialize":
        return {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "mirror", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        got = {"result": params.get("arguments", {})}
        return {"content": [{"type": "text", "text": json.dumps(got)}], "structuredContent": got}
    return None


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = answer(message["method"], message.get("params") or {})
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    reply |= {"result": result} if result else {"error": {"code": -32601, "message": "unknown"}}
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()
