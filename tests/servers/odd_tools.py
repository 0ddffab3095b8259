"""A server whose tools are as odd as tools come; each gives back what it was called with.

It is told its tools by a file of JSON, and lists that file anew each time. `told` tells a change.
Arguments: `progress` is said as such, `answer` is what comes beside the text, `words` are written
to standard error before an error comes, `spaced` lets the answer have the id as a text with a
blank.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

TOOLS = Path(sys.argv[1])


def say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def complain(words: str) -> None:
    sys.stderr.write(words + "\n")
    sys.stderr.flush()


def answer(request: dict[str, Any]) -> dict[str, Any] | None:
    match request["method"]:
        case "initialize":
            complain("it starts")
            return {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {"listChanged": True}},
                "serverInfo": {"name": "odd", "version": "1"},
            }
        case "tools/list":
            return {"tools": json.loads(TOOLS.read_text(encoding="utf-8"))}
        case "tools/call":
            params = request["params"]
            if params["name"] == "told":
                say({"method": "notifications/tools/list_changed"})
            arguments = params.get("arguments", {})
            if "progress" in arguments:
                token = params.get("_meta", {}).get("progressToken")
                said = arguments.pop("progress")
                more: dict[str, Any] = said if isinstance(said, dict) else {"message": said}
                told = {"progressToken": token, "progress": 1, **more}
                say({"method": "notifications/progress", "params": told})
            if "words" in arguments:
                complain(arguments["words"])
                return None
            found = arguments.pop("answer", {"structuredContent": arguments})
            text = json.dumps({"name": params["name"], "arguments": arguments})
            return {"content": [{"type": "text", "text": text}], **found}
    return None


for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    result = answer(asked)
    if asked.get("params", {}).get("arguments", {}).pop("spaced", False):
        asked["id"] = f" {asked['id']}"
    if result is None:
        say({"id": asked["id"], "error": {"code": -32601, "message": "no such method"}})
    else:
        say({"id": asked["id"], "result": result})
