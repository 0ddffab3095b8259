"""A server that tells a port on this machine what reaches it; standard library only.

`telling.py PORT` has the tools `add` and `wait`, which never answers; `telling.py PORT mute` has
none, and never answers anything.
"""

import json
import os
import socket
import sys

ears = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
MUTE = sys.argv[2:] == ["mute"]
NUMBERS = {"a": {"type": "integer"}, "b": {"type": "integer"}}
TOOLS = [
    {"name": "add", "inputSchema": {"type": "object", "properties": NUMBERS}},
    {"name": "wait", "inputSchema": {"type": "object"}},
]


def tell(what: str) -> None:
    ears.sendall(what.encode() + b"\n")


def answer(method: str, params: dict) -> dict | None:
    if method == "initialize":
        return {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "telling", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call" and params["name"] == "add":
        total = sum(params["arguments"].values())
        return {"content": [{"type": "text", "text": str(total)}]}
    return None


tell(f"started {os.getpid()}")
for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method", "")
    tell(method)
    params = message.get("params") or {}
    if "id" not in message or MUTE or (method, params.get("name")) == ("tools/call", "wait"):
        continue
    result = answer(method, params)
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    reply |= {"result": result} if result else {"error": {"code": -32601, "message": "unknown"}}
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()
