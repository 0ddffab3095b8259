"""How an entry is reached: as a command, or at an address, and by which protocol."""

from __future__ import annotations

import re
from typing import cast

from ...visible import one_line
from .definition import Transport
from .entries import sequence
from .fields import SHOWN, Fields, refused

TRANSPORTS: dict[str, Transport] = {
    "stdio": "stdio",
    "local": "stdio",
    "http": "http",
    "remote": "http",
    "streamable-http": "http",
    "streamablehttp": "http",
    "sse": "sse",
    "ws": "ws",
    "websocket": "ws",
}
INSIDE = "sdk"  # a server inside of its client's own process
WEB_SOCKET = re.compile(r"(?i)wss?://")


def command_of(fields: Fields) -> tuple[str, ...]:
    """The program, and arguments where the file has both as one list; empty where none is.

    Raises:
        ConfigInvalid: it is of a wrong type.
    """
    words = sequence(fields.value("command"))
    if words is None:
        text = fields.typed("command", str, "text") or ""
        return (text,) if text.strip() else ()
    if not all(isinstance(word, str) for word in words):
        raise fields.bad_type("command", "text, with its arguments in args")
    return tuple(cast("list[str]", words)) if words and words[0].strip() else ()


def transport_of(fields: Fields, program: tuple[str, ...], url: str) -> Transport:
    """Which protocol is spoken.

    Raises:
        ConfigInvalid: there is a command and a URL, or neither, the type is unknown, or does not
            agree with them.
    """
    told = fields.typed("type", str, "text")
    name = "" if told is None else told.strip().lower().replace("_", "-")
    if name == INSIDE:
        what = f"has the type {INSIDE!r}, a server inside of its client"
        raise refused("unsupported-transport", what, "give a command or a url")
    if program and url:
        what = "has a command and a url"
        raise refused("both-command-and-url", what, "keep the one that is meant")
    if not program and not url:
        what = "has neither a command nor a url"
        raise refused("missing-command-or-url", what, "give one of them")
    if told is None:
        return "stdio" if program else _untyped(fields, url)
    shown = one_line(told, SHOWN)
    if name not in TRANSPORTS:
        what = f"has the unknown type {shown!r}"
        raise refused("unknown-transport", what, '"stdio", "http" or "sse"')
    kind = TRANSPORTS[name]
    if (kind == "stdio") != bool(program):
        has, fits = ("a command", "stdio") if program else ("a url", "http")
        hint = f'write "type": "{fits}", or leave it out'
        raise refused("transport-mismatch", f"has the type {shown!r} and {has}", hint)
    return kind


def _untyped(fields: Fields, url: str) -> Transport:
    return "ws" if WEB_SOCKET.match(url) else TRANSPORTS[fields.dialect.untyped(url)]
