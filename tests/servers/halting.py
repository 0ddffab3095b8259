"""A server that is as slow, or as silent, as a file says; the standard library alone.

`halting.py MOOD`: that file is read at each request, and holds for each method a list of how long
its next answers take in seconds, `null` for one that never comes; `tool` is what its tool says of
itself, and `says` for each method what notifications come before the answer.
"""

import itertools
import json
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

MOOD = Path(sys.argv[1])
OFFERS = {"tools": {}, "logging": {}, "resources": {"subscribe": True}}
ABOUT = {"name": "halting", "version": "1"}
ASKED: defaultdict[str, Any] = defaultdict(itertools.count)


def answer(method: str, mood: dict[str, Any]) -> dict[str, Any]:
    tool = {"name": "look", "description": mood.get("tool", ""), "inputSchema": {"type": "object"}}
    answers: dict[str, dict[str, Any]] = {
        "initialize": {
            "protocolVersion": "2025-11-25",
            "capabilities": OFFERS,
            "serverInfo": ABOUT,
        },
        "tools/list": {"tools": [tool], "ttlMs": 0},
        "tools/call": {"content": [{"type": "text", "text": "looked"}]},
        "resources/subscribe": {},
        "logging/setLevel": {},
    }
    if method not in answers or mood.get("refuses") == method:
        return {"error": {"code": -32601, "message": "unknown"}}
    return {"result": answers[method]}


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    method, mood = message["method"], json.loads(MOOD.read_text())
    listed: list[float | None] = mood.get(method, [])
    waits = dict(enumerate(listed))
    wait = waits.get(next(ASKED[method]), 0)
    if wait is not None:
        time.sleep(wait)
        for told in mood.get("says", {}).get(method, []):
            sys.stdout.write(json.dumps({"jsonrpc": "2.0", "method": told, "params": {}}) + "\n")
        said = {"jsonrpc": "2.0", "id": message["id"], **answer(method, mood)}
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()
