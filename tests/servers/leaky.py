"""A server that repeats the credential it was given wherever it refuses something."""

import json
import os
import sys

TOKEN = os.environ["MY_TOKEN"]
CAPABILITIES = {"tools": {}, "resources": {"subscribe": True}, "prompts": {}, "completions": {}}
SAID = {
    "initialize": {
        "protocolVersion": "2025-11-25",
        "capabilities": CAPABILITIES,
        "serverInfo": {"name": "leaky", "version": "1"},
    },
    "tools/list": {
        "tools": [
            {"name": "t", "inputSchema": {"type": "object"}},
            {"name": f"of-{TOKEN}", "inputSchema": {"type": "object"}},
            {
                "name": "u",
                "inputSchema": {"type": "object", "properties": {"key": {"const": TOKEN}}},
            },
        ]
    },
}

for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    answer = {"jsonrpc": "2.0", "id": asked["id"]}
    if asked["method"] in SAID:
        answer["result"] = SAID[asked["method"]]
    else:
        answer["error"] = {"code": -32000, "message": f"upstream said: bad token {TOKEN}"}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
