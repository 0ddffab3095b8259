"""A session bus with nothing on it but a Secret Service, as a desktop's keyring offers one.

It speaks D-Bus over a socket, so that the `keyring` package and all below it are the real ones.
Source: freedesktop.org Secret Service API, draft 0.2; D-Bus specification 0.43.
"""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jeepney import HeaderFields, MessageType
from jeepney.low_level import Message, Parser
from jeepney.wrappers import new_error, new_method_return

COLLECTION, SESSION, NOTHING = "/org/freedesktop/secrets/collection/login", "/session/1", "/"
Reply = tuple[str, tuple[Any, ...]]


class SecretService(socketserver.ThreadingUnixStreamServer):
    """Serves until its context is left; `items` has each secret with its attributes.

    Args:
        directory: where the socket is; its path must be short.
        locked: whether it is locked, and nobody is there to unlock it.
        silent: whether it takes messages and does not answer before `flowing` is set.
    """

    daemon_threads = True

    def __init__(self, directory: Path, *, locked: bool = False, silent: bool = False) -> None:
        self.address = f"unix:path={directory / 'bus'}"
        super().__init__(str(directory / "bus"), Client)
        self.locked, self.flowing = locked, threading.Event()
        if not silent:
            self.flowing.set()
        self.items: dict[str, tuple[dict[str, str], bytes]] = {}
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join(5)

    def answer(self, path: str, member: str, body: tuple[Any, ...]) -> Reply | None:
        """What a call is answered with; `None` where there is no such thing."""
        make = METHODS.get(member)
        return None if make is None else make(self, path, body)

    def search(self, _path: str, body: tuple[Any, ...]) -> Reply:
        wanted = body[0].items()
        return "ao", ([path for path, (names, _) in self.items.items() if wanted <= names.items()],)

    def create(self, _path: str, body: tuple[Any, ...]) -> Reply:
        names = body[0]["org.freedesktop.Secret.Item.Attributes"][1]
        same = [path for path, (known, _) in self.items.items() if known == names]
        path = same[0] if same else f"{COLLECTION}/{len(self.items) + 1}"
        self.items[path] = names, body[1][2]
        return "oo", (path, NOTHING)

    def secret(self, path: str, _body: tuple[Any, ...]) -> Reply:
        return "(oayays)", ((SESSION, b"", self.items[path][1], "text/plain"),)

    def delete(self, path: str, _body: tuple[Any, ...]) -> Reply:
        del self.items[path]
        return "o", (NOTHING,)

    def property(self, _path: str, body: tuple[Any, ...]) -> Reply:
        values = {"Locked": ("b", self.locked), "Label": ("s", "login")}
        return "v", (values[body[1]],)


METHODS: dict[str, Callable[[SecretService, str, tuple[Any, ...]], Reply]] = {
    "Hello": lambda *_: ("s", (":1.1",)),
    "AddMatch": lambda *_: ("", ()),
    "NameHasOwner": lambda *_: ("b", (True,)),
    "ReadAlias": lambda *_: ("o", (COLLECTION,)),
    "Unlock": lambda *_: ("aoo", ([], NOTHING)),
    "SearchItems": SecretService.search,
    "CreateItem": SecretService.create,
    "GetSecret": SecretService.secret,
    "Delete": SecretService.delete,
    "Get": SecretService.property,
}


class Client(socketserver.StreamRequestHandler):
    """One connection: who it is in lines, then messages."""

    server: SecretService
    serial = 0

    def handle(self) -> None:
        while (line := self.rfile.readline()) and line.strip(b"\0\r\n") != b"BEGIN":
            self.wfile.write(b"OK 0123456789abcdef0123456789abcdef\r\n")
        parser = Parser()
        while data := self.rfile.read1(65536):
            for message in parser.feed(data):
                self.server.flowing.wait()
                self.answer(message)

    def answer(self, call: Message) -> None:
        fields = call.header.fields
        if call.header.message_type != MessageType.method_call:
            return
        path, member = fields[HeaderFields.path], fields[HeaderFields.member]
        if member == "OpenSession":
            self.open_session(call)
            return
        reply = self.server.answer(path, member, call.body)
        if reply is None:
            unknown = "org.freedesktop.DBus.Error.UnknownMethod"
            self.send(new_error(call, unknown, "s", (member,)))
        else:
            signature, body = reply
            self.send(new_method_return(call, signature or None, body))

    def open_session(self, call: Message) -> None:
        """Only without encryption, which every client can fall back to."""
        if call.body[0] == "plain":
            self.send(new_method_return(call, "vo", (("s", ""), SESSION)))
        else:
            self.send(new_error(call, "org.freedesktop.DBus.Error.NotSupported", "s", ("no",)))

    def send(self, message: Message) -> None:
        self.serial += 1
        self.wfile.write(message.serialise(serial=self.serial))
