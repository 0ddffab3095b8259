"""A server whose tools die, wait, report and run side by side; the standard library alone.

`lively.py JOURNAL` writes a line to that file for each call that it begins, and for each that it is
told to give up.
"""

import itertools
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

JOURNAL = Path(sys.argv[1])
LOCK = threading.Lock()
ACTIVE: set[Any] = set()
BOX: dict[str, Any] = {"type": "object"}
TOOLS: list[dict[str, Any]] = [
    {"name": "pay", "inputSchema": BOX},
    {"name": "look", "inputSchema": BOX, "annotations": {"readOnlyHint": True}},
    {"name": "put", "inputSchema": BOX, "annotations": {"idempotentHint": True}},
    {"name": "claims", "inputSchema": BOX, "annotations": {"readOnlyHint": "yes"}},
    {"name": "work", "inputSchema": BOX},
    {"name": "alone", "inputSchema": BOX},
    {"name": "pid", "inputSchema": BOX},
]


def send(message: dict[str, Any]) -> None:
    with LOCK:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()


def note(*words: object) -> None:
    with LOCK, JOURNAL.open("a") as file:
        file.write(" ".join(map(str, words)) + "\n")


def times(name: str) -> int:
    return JOURNAL.read_text().splitlines().count(f"call {name}")


def mortal(name: str, arguments: dict[str, Any], _token: Any) -> str:
    """Dies the first so many times that it is called."""
    if times(name) <= arguments.get("deaths", 0):
        sys.stderr.write(f"{name}: I die\n")
        sys.stderr.flush()
        os._exit(7)
    return f"{name} done"


def work(_name: str, arguments: dict[str, Any], token: Any) -> str:
    """Answers after `seconds`, with progress in every round of `every` where it is asked for."""
    seconds, every = arguments["seconds"], arguments.get("every")
    started = time.monotonic()
    for round_ in itertools.count(1):
        left = started + seconds - time.monotonic()
        if left <= 0:
            return f"worked {seconds}"
        time.sleep(min(left, every or left))
        if every and token is not None:
            params = {"progressToken": token, "progress": round_}
            send({"method": "notifications/progress", "params": params})
    raise AssertionError


def alone(_name: str, arguments: dict[str, Any], _token: Any) -> str:
    """Fails while another call of it runs."""
    with LOCK:
        busy = bool(ACTIVE)
        ACTIVE.add(threading.get_ident())
    time.sleep(0.05)
    with LOCK:
        ACTIVE.discard(threading.get_ident())
    if busy:
        raise RuntimeError("another tool operation is still active")
    return str(arguments.get("number"))


CALLS: dict[str, Callable[[str, dict[str, Any], Any], str]] = {
    "work": work,
    "alone": alone,
    "pid": lambda *_: str(os.getpid()),
}


def call(message: dict[str, Any]) -> None:
    params = message["params"]
    name, arguments = params["name"], params.get("arguments", {})
    token = params.get("_meta", {}).get("progressToken")
    try:
        text, failed = CALLS.get(name, mortal)(name, arguments, token), False
    except RuntimeError as error:
        text, failed = str(error), True
    content = [{"type": "text", "text": text}]
    send({"id": message["id"], "result": {"content": content, "isError": failed}})


def initialized() -> dict[str, Any]:
    return {
        "protocolVersion": "2025-06-18",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "lively", "version": "1"},
    }


def handle(message: dict[str, Any]) -> None:
    method = message.get("method")
    if method == "initialize":
        send({"id": message["id"], "result": initialized()})
    elif method == "tools/list":
        send({"id": message["id"], "result": {"tools": TOOLS}})
    elif method == "tools/call":
        params = message["params"]
        note("call", params["name"])
        if "progressToken" in params.get("_meta", {}):
            note("token")
        threading.Thread(target=call, args=(message,), daemon=True).start()
    elif method == "notifications/cancelled":
        note("cancelled")
    elif "id" in message:
        send({"id": message["id"], "error": {"code": -32601, "message": "unknown"}})


JOURNAL.touch()
for line in sys.stdin:
    handle(json.loads(line))
