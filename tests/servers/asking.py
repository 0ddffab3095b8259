"""A server that asks its client for things and says things by itself; the standard library alone.

`asking.py` asks while a call runs, as before revision 2026-07-28; `asking.py anew` within its
answers, as from then on. What a tool is given as arguments goes into the question, so that the
server can also ask what no library would let it.
"""

import json
import sys
import threading
from collections.abc import Callable
from typing import Any

MODERN = sys.argv[1:] == ["anew"]
LOCK = threading.Lock()
WAITING: dict[str, "Waiting"] = {}
PAID: list[str] = []
SETTLED = threading.Event()
HEARD: list[dict[str, Any]] = []
NAME = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Full name", "minLength": 2},
        "age": {"type": "integer", "minimum": 0, "maximum": 150},
        "size": {"type": "string", "enum": ["s", "m"], "enumNames": ["small", "medium"]},
        "news": {"type": "boolean", "default": True},
    },
    "required": ["name"],
}
QUESTION = {"type": "text", "text": "What is MCP?"}
ASKS: dict[str, tuple[str, dict[str, Any]]] = {
    "elicit": (
        "elicitation/create",
        {"mode": "form", "message": "Who are you?", "requestedSchema": NAME},
    ),
    "open": (
        "elicitation/create",
        {
            "mode": "url",
            "message": "Please pay.",
            "url": "https://pay.example.org/bill?id=42",
            "elicitationId": "1",
        },
    ),
    "sample": (
        "sampling/createMessage",
        {"messages": [{"role": "user", "content": QUESTION}], "maxTokens": 50},
    ),
    "roots": ("roots/list", {}),
}


class Waiting:
    """An answer that is waited for."""

    def __init__(self) -> None:
        self.came = threading.Event()
        self.answer: Any = None


def send(message: dict[str, Any]) -> None:
    with LOCK:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()


def ask(method: str, params: dict[str, Any]) -> Any:
    """What the client answers to a request of ours."""
    waiting = Waiting()
    with LOCK:
        name = f"ask-{len(WAITING)}"
        WAITING[name] = waiting
    send({"id": name, "method": method, "params": params})
    waiting.came.wait()
    return waiting.answer


def log(arguments: dict[str, Any], _token: Any) -> str:
    for number in range(arguments.pop("count", 1)):
        params = {"level": "warning", "logger": "disk", "data": f"low on space {number}"}
        send({"method": "notifications/message", "params": params | arguments})
    return "logged"


def progress(arguments: dict[str, Any], token: Any) -> str:
    for number in range(arguments.get("count", 3)):
        params = {"progressToken": token, "progress": number + 1, "total": 3, "message": "on it"}
        send({"method": "notifications/progress", "params": params})
    return "done"


def heard(_arguments: dict[str, Any], _token: Any) -> str:
    return json.dumps(HEARD)


def paid(_arguments: dict[str, Any], _token: Any) -> str:
    """Is refused the first time: the bill has to be paid at an address."""
    PAID.clear()
    return "paid"


def bill(_arguments: dict[str, Any], _token: Any) -> str:
    """Is refused until it is settled."""
    SETTLED.clear()
    return "settled"


def settle(arguments: dict[str, Any], _token: Any) -> str:
    """Has been done at the address; the client is told of the elicitation that is named."""
    SETTLED.set()
    send({"method": "notifications/elicitation/complete", "params": arguments})
    return "thank you"


TELLS: dict[str, Callable[[dict[str, Any], Any], str]] = {
    function.__name__: function for function in (log, progress, heard, paid, bill, settle)
}


def run(message: dict[str, Any]) -> None:
    params = message["params"]
    name, arguments = params["name"], params.get("arguments") or {}
    meta = params.get("_meta", {})
    if MODERN and name == "heard":
        HEARD.append(meta)
    if (name == "paid" and not PAID) or (name == "bill" and not SETTLED.is_set()):
        PAID.extend([name] if name == "paid" else ())
        _, asked = ASKS["open"]
        data = arguments or {"elicitations": [asked]}
        error = {"code": -32042, "message": "Pay first.", "data": data}
        send({"id": message["id"], "error": error})
        return
    if name in TELLS:
        text = TELLS[name](arguments, meta.get("progressToken"))
    else:
        method, asked = ASKS[name]
        if MODERN and "inputResponses" not in params:
            question = {"method": method, "params": asked | arguments}
            result = {"resultType": "input_required", "inputRequests": {"q": question}}
            send({"id": message["id"], "result": result})
            return
        found = params["inputResponses"]["q"] if MODERN else ask(method, asked | arguments)
        text = json.dumps(found)
    content = [{"type": "text", "text": text}]
    send({"id": message["id"], "result": {"resultType": "complete", "content": content}})


def answer(message: dict[str, Any]) -> dict[str, Any] | None:
    """The result of a request that needs no thread."""
    capabilities = {"tools": {}, "logging": {}}
    if message["method"] == "server/discover" and MODERN:
        return {
            "resultType": "complete",
            "ttlMs": 0,
            "cacheScope": "private",
            "supportedVersions": ["2026-07-28"],
            "capabilities": capabilities,
        }
    if message["method"] == "initialize" and not MODERN:
        HEARD.append(message["params"]["capabilities"])
        return {
            "protocolVersion": message["params"]["protocolVersion"],
            "capabilities": capabilities,
            "serverInfo": {"name": "asking", "version": "1"},
        }
    if message["method"] == "tools/list":
        tools = [{"name": name, "inputSchema": {"type": "object"}} for name in (*ASKS, *TELLS)]
        more = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"} if MODERN else {}
        return {"tools": tools, **more}
    if message["method"] == "logging/setLevel":
        HEARD.append({"level": message["params"]["level"]})
        return {}
    return None


def take(message: dict[str, Any]) -> None:
    if "method" not in message:
        waiting = WAITING[message["id"]]
        waiting.answer = message.get("result", message.get("error"))
        waiting.came.set()
    elif "id" not in message:
        HEARD.append({"method": message["method"]})
    elif message["method"] == "tools/call":
        threading.Thread(target=run, args=(message,), daemon=True).start()
    elif (result := answer(message)) is not None:
        send({"id": message["id"], "result": result})
    else:
        send({"id": message["id"], "error": {"code": -32601, "message": "no such method"}})


for line in sys.stdin:
    take(json.loads(line))
