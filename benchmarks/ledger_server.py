"""A server that writes down each call that it runs, so that lost and doubled ones are found.

`python ledger_server.py LEDGER` speaks over stdio, `python ledger_server.py LEDGER PORT` over HTTP
on this machine. The process id stands in `LEDGER.pid`.
"""

import os
import sys
from pathlib import Path

from mcp.server import MCPServer
from mcp_types import ToolAnnotations

ledger = Path(sys.argv[1])
server = MCPServer("ledger", log_level="ERROR")


def written(n: int) -> int:
    """Write down `n` before it is answered; a line of some bytes is appended whole."""
    with ledger.open("a") as file:
        file.write(f"{n}\n")
    return 2 * n + 1


@server.tool(annotations=ToolAnnotations(idempotent_hint=True))
async def put(n: int) -> int:
    """May run twice."""
    return written(n)


@server.tool()
async def post(n: int) -> int:
    """Must not run twice."""
    return written(n)


@server.tool()
async def babble(n: int) -> int:
    """Writes what is no message beside its answer."""
    print("this is no message", "\x00\x07" * 20, file=sys.__stdout__, flush=True)
    return written(n)


if __name__ == "__main__":
    Path(f"{ledger}.pid").write_text(str(os.getpid()))
    if len(sys.argv) > 2:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[2]))
    else:
        server.run("stdio")
