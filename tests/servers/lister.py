"""A server whose lists are odd in one way, named by its argument; the standard library alone.

It writes each method that it is asked for to standard error.
"""

import json
import sys
import time
from collections import Counter
from typing import Any

WAY = sys.argv[1]
MODERN = WAY in ("empty-cursor", "short-lived", "at-once-old")
BOX = {"type": "object"}
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5E"
    "rkJggg=="
)
LISTS = {
    "tools/list": ("tools", lambda name: {"name": name, "inputSchema": BOX}),
    "resources/list": ("resources", lambda name: {"name": name, "uri": f"odd://{name}"}),
    "resources/templates/list": (
        "resourceTemplates",
        lambda name: {"name": name, "uriTemplate": f"odd://{name}/{{day}}"},
    ),
    "prompts/list": ("prompts", lambda name: {"name": name}),
}
ODD = [
    {"name": "good", "uri": "odd://good", "uriTemplate": "odd://{good}", "inputSchema": BOX},
    {"description": "nameless"},
    7,
    {
        "name": "bent",
        "uri": "odd://bent",
        "uriTemplate": "odd://{bent",
        "title": 7,
        "description": None,
        "mimeType": [],
        "size": "big",
        "annotations": [],
        "arguments": [{"name": "a", "required": 1}, {"description": "nameless"}, 3],
        "_meta": "x",
    },
    {"name": "good", "uri": "odd://good", "uriTemplate": "odd://{good}", "inputSchema": BOX},
]
asked: Counter[str] = Counter()


def send(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def capabilities() -> dict[str, Any]:
    if WAY == "bare":
        return {"prompts": {}}
    told = {"listChanged": True} if WAY in ("stormy", "failing-list") else {}
    return {"tools": told, "resources": told, "prompts": told, "completions": {}}


def listed(method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    key, entry = LISTS[method]
    cursor = params.get("cursor")
    if WAY == "pages":
        page = int(cursor or 0)
        more = {"nextCursor": str(page + 1)} if page < 2 else {"nextCursor": ""}
        return {key: [entry(f"{key}{page}")], **more}
    if WAY == "empty-cursor":
        first = cursor is None
        return {key: [entry("first" if first else "last")], **({"nextCursor": ""} if first else {})}
    if WAY == "endless":
        page = int(cursor or 0)
        return {key: [entry(f"{key}{page}")], "nextCursor": str(page + 1)}
    if WAY == "odd":
        return {key: ODD, "nextCursor": 5}
    if WAY == "no-lists":
        return {key: "none"}
    if WAY in ("short-lived", "at-once-old"):
        ttl = 200 if WAY == "short-lived" else 0
        names = [f"now{asked[method]}", "wait"]
        return {key: [entry(name) for name in names], "ttlMs": ttl, "cacheScope": "private"}
    if WAY == "hangs":
        names = [f"tool_number_{number}" for number in range(5000)]
        return {key: [entry(name) for name in names]} if key == "tools" else None
    return {key: [entry(f"{key}{asked[method]}"), entry("stays")]}


def called(name: str) -> dict[str, Any]:
    if name == "wait":
        time.sleep(0.3)
    if WAY in ("stormy", "failing-list"):
        for _ in range(2000 if WAY == "stormy" else 1):
            send({"method": "notifications/tools/list_changed"})
            send({"method": "notifications/prompts/list_changed"})
    return {"content": [{"type": "text", "text": f"{name} after {asked['tools/list']} lists"}]}


def read(uri: str) -> dict[str, Any]:
    if uri == "odd://picture":
        return {"contents": [{"uri": uri, "mimeType": "image/png", "blob": PNG}]}
    if uri == "odd://nothing":
        return {"contents": None}
    return {
        "contents": [
            {"uri": uri, "mimeType": "application/json", "text": '{"n": 1}'},
            {"uri": uri},
            "x",
            {"uri": uri, "mimeType": 5, "text": "kept"},
        ]
    }


def result_of(method: str, params: dict[str, Any]) -> dict[str, Any] | None:
    """The answer; none where there never is one."""
    if method in LISTS:
        return listed(method, params)
    if method == "tools/call":
        return called(params["name"])
    if WAY == "hangs":
        return None
    if method == "resources/read":
        return read(params["uri"])
    if method == "prompts/get":
        blocks = [{"type": "text", "text": "one"}, {"type": "video"}]
        odd = [{"role": "user", "content": "bare"}, {"content": blocks}, 7]
        return {"messages": odd, "description": 5}
    if method == "completion/complete":
        return {"completion": {"values": ["a", 7, *(f"v{n}" for n in range(200))], "hasMore": True}}
    return {}


def started(method: str) -> dict[str, Any] | None:
    if method == "server/discover" and MODERN:
        return {
            "supportedVersions": ["2026-07-28"],
            "capabilities": capabilities(),
            "resultType": "complete",
            "ttlMs": 0,
            "cacheScope": "private",
        }
    if method == "initialize" and not MODERN:
        info = {"name": WAY, "version": "1"}
        version = {"protocolVersion": "2025-11-25", "serverInfo": info}
        return {**version, "capabilities": capabilities()}
    return None


for line in sys.stdin:
    message = json.loads(line)
    method, request = message.get("method"), message.get("id")
    if request is None:
        continue
    asked[method] += 1
    sys.stderr.write(f"{method}\n")
    sys.stderr.flush()
    refused = WAY == "bare" and method in LISTS and method != "prompts/list"
    refused |= WAY == "failing-list" and method in LISTS and asked[method] > 1
    if method in ("server/discover", "initialize"):
        result = started(method)
        refused = result is None
    else:
        result = None if refused else result_of(method, message.get("params") or {})
    if refused:
        code = -32000 if WAY == "failing-list" and method in LISTS else -32601
        send({"id": request, "error": {"code": code, "message": "cannot"}})
    elif result is not None:
        send({"id": request, "result": {"resultType": "complete", **result} if MODERN else result})
