"""A server that costs as little as possible, so that clients can be compared.

`python echo_server.py SECONDS` needs so long, without work, before it answers at first.
"""

import json
import sys
import time
from typing import Any

TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
SIZE = {"type": "object", "properties": {"megabytes": {"type": "integer"}}}
PIECE = b"x" * (1 << 20)
TOOLS = [{"name": "echo", "inputSchema": TEXT}, {"name": "big", "inputSchema": SIZE}]


def answer(message: dict[str, Any]) -> dict[str, Any]:
    method = message["method"]
    if method == "initialize":
        return {
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "bench", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    return {"content": [{"type": "text", "text": message["params"]["arguments"]["text"]}]}


def write_big(ident: int, megabytes: int) -> None:
    """A text of so many megabytes, written in pieces, so that the reader is what is measured."""
    out = sys.stdout.buffer
    head = f'{{"jsonrpc":"2.0","id":{ident},"result":{{"content":[{{"type":"text","text":"'
    out.write(head.encode())
    for _ in range(megabytes):
        out.write(PIECE)
    out.write(b'"}]}}\n')
    out.flush()


time.sleep(float(sys.argv[1]) if len(sys.argv) > 1 else 0)
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    if request["method"] == "tools/call" and request["params"]["name"] == "big":
        write_big(request["id"], request["params"]["arguments"]["megabytes"])
        continue
    body = {"jsonrpc": "2.0", "id": request["id"], "result": answer(request)}
    sys.stdout.write(json.dumps(body) + "\n")
    sys.stdout.flush()
