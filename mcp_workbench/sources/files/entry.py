"""One server of a file as a definition, whatever client wrote it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ...specs.placeholders import may_hold_secrets
from ...visible import one_line
from .definition import Definition, Transport
from .dialect import Dialect, Note, Raw
from .entries import Keys
from .fields import SHOWN, Fields, refused
from .notation import Place
from .oauth_fields import oauth_of
from .oddities import oddities
from .transport import command_of, transport_of

SOCKET = re.compile(r"(?i)(?:unix|pipe|npipe)://")
HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, section 5.6.2, token
LIMITS = ("max_total_timeout", "idle_timeout")
LIMITS_OF_ADDRESSES = ("connect_timeout", "read_timeout")


class Entry:
    """One entry of a file, which `read` makes a definition or refuses.

    Args:
        raw: the entry as its file has it.
        dialect: how its client writes one.
        place: the project it belongs to.
    """

    def __init__(self, raw: Raw, dialect: Dialect, place: Place) -> None:
        self.errors: list[Note] = []
        self.warnings = raw.warnings
        self._raw, self._dialect, self._place = raw, dialect, place

    def read(self, path: Keys = (), line: int | None = None) -> Definition:
        """The definition.

        Args:
            path: the keys that lead to the entry.
            line: of the file.

        Raises:
            ConfigInvalid: the entry cannot be used.
        """
        given = self._dialect.shape(self._raw)
        fields = Fields(given, self._dialect, self._place)
        program, url = command_of(fields), (fields.typed("url", str, "text") or "").strip()
        transport = transport_of(fields, program, url)
        definition = Definition(
            name=self._raw.name,
            transport=transport,
            disabled=bool(fields.flag("disabled")) or fields.flag("enabled") is False,
            timeout=fields.time("timeout"),
            startup_timeout=fields.time("startup_timeout"),
            include_tools=fields.names("include_tools"),
            exclude_tools=fields.names("exclude_tools"),
            auto_approve=fields.names("auto_approve"),
            options=_options(fields, of_address=not program),
            path=path,
            line=line,
        )
        told = _stdio(fields, program) if program else self._remote(fields, url, transport)
        definition = replace(definition, **told, spelled=fields.spelled)
        self.errors += fields.errors
        self.warnings += oddities(fields, definition)
        return definition

    def _remote(self, fields: Fields, url: str, transport: Transport) -> dict[str, Any]:
        is_socket = SOCKET.match(url) is not None
        if transport == "ws":
            what = "speaks over a web socket, which is not supported"
            hint = "use the server's streamable HTTP address"
            self.errors.append(("unsupported-transport", what, hint))
        elif is_socket:
            what = "is behind a socket of this machine, which is not supported"
            self.errors.append(("unsupported-url", what, "give its http or https address"))
        return {
            "url": fields.shared(url),
            "headers": fields.pairs("headers", check=_refuse_header),
            "oauth": oauth_of(fields.value("oauth"), fields.as_text),
            "is_supported": not is_socket and transport != "ws",
        }


def _stdio(fields: Fields, program: tuple[str, ...]) -> dict[str, Any]:
    command, *args = program
    return {
        "command": fields.shared(command),
        "args": (*map(fields.shared, args), *fields.words("args")),
        "env": fields.pairs("env"),
        "cwd": fields.text("cwd"),
        "env_file": fields.text("env_file"),
    }


def _options(fields: Fields, *, of_address: bool) -> dict[str, Any]:
    limits = (*LIMITS, *LIMITS_OF_ADDRESSES) if of_address else LIMITS
    found: dict[str, Any] = {name: fields.time(name) for name in limits}
    found["max_concurrency"] = fields.whole("max_concurrency")
    found["era"] = fields.typed("era", str, "text")
    if of_address:
        found["proxy"] = fields.text("proxy")
        found["verify"] = _verify(fields)
    return {name: value for name, value in found.items() if value is not None}


def _verify(fields: Fields) -> bool | str | None:
    value = fields.value("verify")
    return value if isinstance(value, bool) else fields.typed("verify", str, "true, false or text")


def _refuse_header(name: str, value: str) -> None:
    if not HEADER.fullmatch(name) or re.search(r"[\r\n]", value):
        raise refused(
            "bad-header",
            f"has a header {one_line(name, SHOWN)!r} that cannot be sent",
            "a name is one word, and no line break stands in a value",
        )


def misplaced_secrets(definition: Definition) -> list[str]:
    """The fields with a reference to a secret that others could read there.

    >>> misplaced_secrets(Definition(name="a", transport="stdio", args=("${secret:KEY}",)))
    ['args[0]']
    """
    return [
        name
        for name, text in definition.texts()
        if "${secret:" in text.replace("$${", "") and not may_hold_secrets(name)
    ]
