"""A name for a server that nobody named, from its command line or address."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from ..specs import InProcessServer, ServerSpec, StdioServer, handle

RUNNERS = re.compile(
    r"(python|pypy|node|npx|bunx?|deno|uvx?|pipx|tsx|java|dotnet|sh|bash)[\d.]*", re.I
)
VERBS = {"run", "x", "exec", "tool", "dlx"}


def derived_name(spec: ServerSpec) -> str:
    """The program's own name, or the host's, in letters that can be typed.

    >>> derived_name(StdioServer("npx", ("-y", "@modelcontextprotocol/server-memory@1.2")))
    'server-memory'
    >>> derived_name(StdioServer("python3.11", ("-m", "mcp_server_time", "--local")))
    'mcp_server_time'
    """
    if isinstance(spec, StdioServer):
        return handle(_plain(_telling((spec.command, *spec.args))))
    if isinstance(spec, InProcessServer):
        return handle(spec.server.name)
    return handle(urlsplit(spec.url).netloc.rpartition("@")[2])


def _telling(words: Sequence[str]) -> str:
    """The first word that is neither a program which runs others nor one of its options."""
    stem = _stem(words[0])
    if stem.lower() in ("docker", "podman"):
        return words[-1]
    if not RUNNERS.fullmatch(stem):
        return words[0]
    rest = (word for word in words[1:] if not word.startswith("-") and word not in VERBS)
    return next(rest, words[0])


def _plain(word: str) -> str:
    """`word` without directories, scope, version and the ending of a file."""
    name = _stem(word)
    return re.sub(r"(?<=.)[@:=<>~].*|\.(py|js|mjs|cjs|ts|exe|jar|sh)$", "", name)


def _stem(path: str) -> str:
    name = re.split(r"[/\\]", path.rstrip("/\\"))[-1]
    return re.sub(r"\.exe$", "", name, flags=re.I)
