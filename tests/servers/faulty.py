"""A server with one fault, named by its argument; the standard library alone."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

FAULT = sys.argv[1]
BOX = {"type": "object"}
TOOLS: list[Any] = [
    {"name": "ok", "inputSchema": BOX},
    {"name": "echo", "inputSchema": {**BOX, "properties": {"text": {"type": "string"}}}},
    {"name": "wait", "inputSchema": BOX},
]


def send(message: dict[str, Any]) -> None:
    plain = FAULT == "separators"
    line = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=not plain)
    raw(line.encode() + b"\n")


def raw(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def note(what: str) -> None:
    sys.stderr.write(what + "\n")
    sys.stderr.flush()


def answer(message: dict[str, Any], result: dict[str, Any]) -> None:
    send({"id": message["id"], "result": result})


def refuse(message: dict[str, Any]) -> None:
    send({"id": message["id"], "error": {"code": -32601, "message": "unknown"}})


def text(what: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": what}]}


def discover(message: dict[str, Any]) -> None:
    if FAULT == "ignores-probe":
        return
    if FAULT == "dies-on-probe":
        sys.exit(1)
    if FAULT == "only-newer":
        data = {"supported": ["2099-01-01"], "requested": "2026-07-28"}
        error = {"code": -32022, "message": "no such version", "data": data}
        send({"id": message["id"], "error": error})
        return
    note("server/discover was asked")
    refuse(message)


def initialize(message: dict[str, Any]) -> None:
    if FAULT == "initialize-error":
        send({"id": message["id"], "error": {"code": -32000, "message": "no licence"}})
        return
    if FAULT == "only-modern":
        refuse(message)
        return
    version = "1.0" if FAULT == "old-version" else "2025-06-18"
    if FAULT == "speaks-what-is-asked":
        version = message["params"]["protocolVersion"]
        note(f"asked for {version}")
    result: dict[str, Any] = {
        "protocolVersion": version,
        "capabilities": {"tools": {}},
        "serverInfo": {"name": FAULT, "version": "1"},
    }
    if FAULT == "malformed-initialize":
        result = {"hello": 1}
    if FAULT == "bom":
        raw(b"\xef\xbb\xbf")
    if FAULT == "junk":
        raw(b"Welcome!\n{not json}\n[1, 2]\n\n" + b"x" * 100_000 + b"\n")
    if FAULT == "pretty":
        body = {"jsonrpc": "2.0", "id": message["id"], "result": result}
        raw(json.dumps(body, indent=2).encode() + b"\n")
        return
    answer(message, result)


def tools_list(message: dict[str, Any]) -> None:
    cursor = message.get("params", {}).get("cursor")
    if FAULT == "cursor-loop":
        name = "ok" if cursor is None else "second"
        answer(message, {"tools": [{"name": name, "inputSchema": BOX}], "nextCursor": "again"})
    elif FAULT == "pages":
        page = int(cursor or 0)
        tools = [{"name": f"tool{page}", "inputSchema": BOX}]
        answer(message, {"tools": tools, **({"nextCursor": str(page + 1)} if page < 4 else {})})
    elif FAULT == "slow-pages":
        time.sleep(0.4)
        answer(message, {"tools": [], "nextCursor": str(int(cursor or 0) + 1)})
    elif FAULT == "bad-tools":
        bad = {"name": "bad", "annotations": [], "inputSchema": {}, "outputSchema": "x"}
        answer(message, {"tools": [TOOLS[0], bad, {"description": "nameless"}, 7]})
    elif FAULT == "bad-schemas":
        schemas: list[Any] = [{"properties": [1]}, {"required": "t"}, {"required": [1]}]
        bad_ones = [
            {"name": f"bad{number}", "inputSchema": {**BOX, **schema}}
            for number, schema in enumerate(schemas)
        ]
        answer(message, {"tools": [*TOOLS, *bad_ones]})
    elif FAULT == "no-list":
        answer(message, {"tools": None})
    elif FAULT == "big":
        answer(message, {"tools": [{"name": "big", "inputSchema": BOX}]})
    elif FAULT == "never-lists":
        return
    elif FAULT == "output-schema":
        schema = {**BOX, "properties": {"n": {"type": "integer"}}, "required": ["n"]}
        answer(message, {"tools": [{"name": "ok", "inputSchema": BOX, "outputSchema": schema}]})
    else:
        answer(message, {"tools": TOOLS})


def tools_call(message: dict[str, Any]) -> None:
    if FAULT == "dies-on-call":
        note("boom: out of paper")
        os._exit(3)
    special = CALLS.get(FAULT)
    if special is not None:
        special(message)
    elif message["params"]["name"] == "echo":
        answer(message, text(message["params"]["arguments"]["text"]))
    elif message["params"]["name"] == "wait":
        note("waiting")
    else:
        answer(message, text("done"))


def latin1(message: dict[str, Any]) -> None:
    body = f'{{"jsonrpc":"2.0","id":{message["id"]},"result":{{"content":[{{"type":"text",'
    raw(body.encode() + b'"text":"caf\xe9"}]}}\n')


def surrogate(message: dict[str, Any]) -> None:
    body = f'{{"jsonrpc":"2.0","id":{message["id"]},"result":{{"content":[{{"type":"text",'
    raw(body.encode() + b'"text":"a\\ud83db"}]}}\n')


def bad_blocks(message: dict[str, Any]) -> None:
    blocks = [{"type": "video", "x": 1}, {"type": "image", "data": "QUJD"}, 5, text("done")]
    answer(message, {"content": [*blocks[:3], *blocks[3]["content"]]})


def big(message: dict[str, Any]) -> None:
    size = message["params"]["arguments"]["megabytes"] << 20
    raw(f'{{"jsonrpc":"2.0","id":{message["id"]},"result":{{"content":[{{"type":"text",'.encode())
    raw(b'"text":"' + b"x" * size + b'"}]}}\n')


def too_large(message: dict[str, Any]) -> None:
    """Two MiB, with the id before, behind, or nowhere."""
    ends = {"id-first": (f'"id":{message["id"]},', ""), "id-last": ("", f',"id":{message["id"]}')}
    first, last = ends.get(FAULT, ("", ""))
    raw(f'{{"jsonrpc":"2.0",{first}"result":{{"content":["'.encode())
    raw(b"x" * (2 << 20) + f'"]}}{last}}}\n'.encode())


def no_object(message: dict[str, Any]) -> None:
    send({"id": message["id"], "result": 7})


def half_a_line(message: dict[str, Any]) -> None:
    raw(f'{{"jsonrpc":"2.0","id":{message["id"]},"resu'.encode())
    os._exit(3)


def wrong_ids(message: dict[str, Any]) -> None:
    for wrong in (9999, "nobody", None):
        send({"id": wrong, "result": text("of another call")})
    answer(message, text("done"))


def strange_news(message: dict[str, Any]) -> None:
    send({"method": "notifications/of/tomorrow", "params": {"a": 1}})
    send({"method": "notifications/message", "params": {"level": "verbose", "data": 1}})
    answer(message, text("done"))


def not_even_json(message: dict[str, Any]) -> None:
    raw(f'{{"jsonrpc":"2.0","id":{message["id"]},"result":undefined}}\n'.encode())


def leaves_a_child(message: dict[str, Any]) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
    answer(message, text(str(child.pid)))


DAEMON = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
for way in sys.argv[1:]:
    if way == "session":
        os.setsid()
    elif os.fork():
        os._exit(0)
print(os.getpid(), flush=True)
time.sleep(300)
"""


def leaves_descendants(message: dict[str, Any]) -> None:
    """Children that ignore SIGTERM: in the group, out of it, and a daemon that nobody owns."""
    pids = [os.getpid()]
    for ways in ([], ["session"], ["fork", "session", "fork"]):
        command = [sys.executable, "-S", "-c", DAEMON, *ways]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            pids.append(int(child.stdout.readline()))
            child.stdout = None
            if "fork" not in ways:
                child.returncode = 0  # nobody waits for it
    answer(message, {"content": [], "structuredContent": {"pids": pids}})


def its_input(message: dict[str, Any]) -> None:
    try:
        os.close(os.open("/dev/tty", os.O_RDWR))
        terminal = True
    except OSError:
        terminal = False
    kind = "pipe" if stat.S_ISFIFO(os.fstat(0).st_mode) else "socket"
    told = {"kind": kind, "terminal": terminal, "session": os.getsid(0)}
    answer(message, {"content": [], "structuredContent": told})


def endless_line(message: dict[str, Any]) -> None:
    for _ in range(200):
        raw(b"x" * (1 << 20))
    raw(b"\n")
    answer(message, text("done"))


def environment(message: dict[str, Any]) -> None:
    told = {"env": dict(os.environ), "cwd": os.getcwd(), "argv": sys.argv[1:], "pid": os.getpid()}
    answer(message, {"content": [], "structuredContent": told})


def mirror(message: dict[str, Any]) -> None:
    answer(message, {"content": [], "structuredContent": message["params"]["arguments"]})


def chatty(message: dict[str, Any]) -> None:
    note("x" * 5_000_000 + "\n" + "line\n" * 5000 + "last words")
    answer(message, text("done"))


def stringly(message: dict[str, Any]) -> None:
    send({"id": str(message["id"]), "result": text("done")})


def holds(message: dict[str, Any], value: str) -> None:
    raw(f'{{"jsonrpc":"2.0","id":{message["id"]},"result":{{"a":{value}}}}}\n'.encode())


def floods(message: dict[str, Any]) -> None:
    raw(b"y\n" * 2_000_000)
    answer(message, text("done"))


def reports(message: dict[str, Any]) -> None:
    token = message["params"].get("_meta", {}).get("progressToken")
    told = {"method": "notifications/progress", "params": {"progressToken": token, "progress": 1}}
    raw((json.dumps({"jsonrpc": "2.0", **told}) + "\n").encode() * 20_000)
    answer(message, text("done"))


CALLS: dict[str, Callable[[dict[str, Any]], None]] = {
    "latin-1": latin1,
    "surrogate": surrogate,
    "bad-blocks": bad_blocks,
    "no-content": lambda message: answer(message, {"content": None}),
    "big": big,
    "id-first": too_large,
    "id-last": too_large,
    "id-nowhere": too_large,
    "half-a-line": half_a_line,
    "wrong-ids": wrong_ids,
    "strange-news": strange_news,
    "no-object": no_object,
    "not-even-json": not_even_json,
    "leaves-a-child": leaves_a_child,
    "leaves-descendants": leaves_descendants,
    "its-input": its_input,
    "endless-line": endless_line,
    "environment": environment,
    "chatty": chatty,
    "mirror": mirror,
    "string-ids": stringly,
    "rpc-error": lambda message: send(
        {"id": message["id"], "error": {"code": -32042, "message": "not\x1b[31m today"}}
    ),
    "rate-limit": lambda message: send(
        {"id": message["id"], "error": {"code": -32000, "message": "rate limit reached"}}
    ),
    "floods": floods,
    "closes-output": lambda message: os.close(1),
    "reports": reports,
    "deep": lambda message: holds(message, "[" * 250 + "]" * 250),
    "long-integer": lambda message: holds(message, "9" * 5000),
    "no-version": lambda message: raw(
        f'{{"id":{message["id"]},"result":{{"content":[]}}}}\n'.encode()
    ),
    "batch": lambda message: raw(
        json.dumps([{"jsonrpc": "2.0", "id": message["id"], "result": text("done")}]).encode()
        + b"\n"
    ),
    "no-message": lambda message: raw(b'["done"]\n'),
    "output-schema": lambda message: answer(message, text("not structured")),
    "stops-reading": lambda message: time.sleep(300),
}
# the message on which it ends, and its last words
DEATHS = {
    "dies-on-initialize": ("initialize", "no disk"),
    "dies-when-ready": ("notifications/initialized", "no licence"),
    "dies-on-list": ("tools/list", "no tools"),
}
# none at all, and those that are played where they are looked for
OTHERS = (
    *("none", "separators", "bom", "junk", "pretty", "big", "pages", "environment", "mirror"),
    *("exit", "mute", "stubborn", "banner", "slow-start", "only-newer", "only-modern"),
    *("ignores-probe", "dies-on-probe", "initialize-error", "malformed-initialize"),
    *("old-version", "speaks-what-is-asked", "cursor-loop", "slow-pages", "never-lists"),
    *("bad-tools", "bad-schemas", "no-list", "dies-on-call"),
    *("dies-on-close", "ignores-eof", "ignores-all"),
)
HANDLERS: dict[str, Callable[[dict[str, Any]], None]] = {
    "server/discover": discover,
    "initialize": initialize,
    "tools/list": tools_list,
    "tools/call": tools_call,
}


def die(last_words: str) -> None:
    """End without a farewell."""
    note("boom: " + last_words)
    os._exit(3)


def write_down(what: str) -> None:
    """Keep, beyond the life of this process, that it was started or asked."""
    if "STARTS" in os.environ:
        with open(os.environ["STARTS"], "a", encoding="utf-8") as file:
            file.write(json.dumps(what) + "\n")


def begin() -> None:
    """What goes wrong before the first message."""
    if FAULT not in {*OTHERS, *CALLS, *DEATHS}:
        sys.exit(f"there is no fault {FAULT!r}, and none is played")
    write_down("start")
    if FAULT == "exit":
        sys.exit("I cannot start: no licence")
    if FAULT in ("mute", "stubborn", "banner"):
        if FAULT == "banner":
            raw(b"Welcome!\n")
        if FAULT == "stubborn":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(300)
    if FAULT == "slow-start":
        time.sleep(1)


def main() -> None:
    begin()
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("method") == "notifications/cancelled":
            note(f"cancelled {message['params']['requestId']}")
        write_down(message["method"])
        method, last_words = DEATHS.get(FAULT, ("", ""))
        if message["method"] == method:
            die(last_words)
        if "id" in message:
            HANDLERS.get(message["method"], refuse)(message)
    if FAULT == "dies-on-close":
        die("no farewell")
    if FAULT == "ignores-all":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if FAULT in ("ignores-eof", "ignores-all"):
        time.sleep(300)


main()
