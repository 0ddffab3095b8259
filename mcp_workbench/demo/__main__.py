"""`python -m mcp_workbench.demo`: serve over standard input and output, or over HTTP."""

from __future__ import annotations

import argparse
import sys

from .server import build

HOST = "127.0.0.1"


def main() -> int:
    """Serve until the client goes away or Ctrl-C; the exit code of the process."""
    port = _port()
    if port is not None:
        _tell(f"demo server: http://{HOST}:{port}/mcp (Ctrl-C stops it)")
    elif sys.stdin.isatty():
        _tell("demo server: waiting for an MCP client on standard input; --port 8000 serves HTTP")
    try:
        if port is None:
            build().run("stdio")
        else:
            build().run("streamable-http", host=HOST, port=port)
    except KeyboardInterrupt:
        return 130
    return 0


def _port() -> int | None:
    parser = argparse.ArgumentParser(prog="python -m mcp_workbench.demo", description=__doc__)
    parser.add_argument("--port", type=int, help=f"serve streamable HTTP on {HOST}, path /mcp")
    port: int | None = parser.parse_args().port
    if port is not None and not 0 < port < 65536:
        parser.error(f"argument --port: {port} is not between 1 and 65535")
    return port


def _tell(text: str) -> None:
    # standard output carries the protocol, and nothing else
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
