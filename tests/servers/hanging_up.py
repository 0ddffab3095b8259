"""A server that ends each stream of changes as soon as it is open; the standard library alone.

It writes each method that it is asked for to standard error.
"""

import json
import sys
from typing import Any

STREAM = "io.modelcontextprotocol/subscriptionId"
KEPT = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}


def send(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def result_of(method: str, request: Any) -> dict[str, Any]:
    if method == "server/discover":
        offers = {"tools": {"listChanged": True}}
        return {"supportedVersions": ["2026-07-28"], "capabilities": offers, **KEPT}
    if method == "tools/list":
        return {"tools": [{"name": "ok", "inputSchema": {"type": "object"}}], **KEPT}
    if method == "subscriptions/listen":
        mark = {"_meta": {STREAM: request}}
        told = {**mark, "notifications": {"toolsListChanged": True}}
        send({"method": "notifications/subscriptions/acknowledged", "params": told})
        return {"resultType": "complete", **mark}
    return {"resultType": "complete"}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        sys.stderr.write(f"{message['method']}\n")
        sys.stderr.flush()
        send({"id": message["id"], "result": result_of(message["method"], message["id"])})
