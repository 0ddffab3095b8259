"""One server as most clients write it: `command`, `args`, `env`, `cwd`, or `url`, `headers`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, cast

from ...errors import ConfigInvalid, near
from ...specs import HttpServer, ServerSpec, StdioServer
from ...visible import one_line

SHOWN = 60  # characters of a name in an error

TRANSPORTS = {
    "stdio": "stdio",
    "local": "stdio",
    "http": "http",
    "remote": "http",
    "streamable-http": "http",
    "streamablehttp": "http",
}
UNSUPPORTED = ("sse", "ws", "websocket", "sdk")
FIELDS = {
    "stdio": frozenset({"type", "command", "args", "env", "cwd", "timeout", "disabled"}),
    "http": frozenset({"type", "url", "headers", "timeout", "disabled"}),
}
Note = tuple[str, str, str]


class Entry:
    """One entry of a file; `read` fills `spec` and `disabled`, or refuses it.

    Args:
        value: what the file holds under the server's name.
        unit: how many seconds one unit of the file's times has.
    """

    def __init__(self, value: Any, unit: float) -> None:
        self.value, self.unit = value, unit
        self.spec: ServerSpec
        self.disabled = False
        self.errors: list[Note] = []
        self.warnings: list[Note] = []
        self._coerced: list[str] = []

    def read(self) -> None:
        """Read all fields.

        Raises:
            ConfigInvalid: the entry cannot be used.
        """
        value: object = self.value
        if not isinstance(value, Mapping):
            raise refused("not-an-object", "is not an object", 'as in {"command": "uvx"}')
        fields = cast("Mapping[str, Any]", value)
        kind = transport_of(fields)
        self.disabled = _typed(fields, "disabled", bool, "true or false") or False
        self.spec = self._stdio(fields) if kind == "stdio" else self._http(fields)
        self._warn(fields, kind)

    def _stdio(self, fields: Mapping[str, Any]) -> StdioServer:
        return StdioServer(
            fields["command"],
            self._args(fields),
            self._pairs(fields, "env"),
            _typed(fields, "cwd", str, "text"),
            timeout=self._timeout(fields),
        )

    def _http(self, fields: Mapping[str, Any]) -> HttpServer:
        headers, timeout = self._pairs(fields, "headers"), self._timeout(fields)
        try:
            return HttpServer(fields["url"].strip(), headers, timeout=timeout)
        except ConfigInvalid as error:
            raise refused(error.reason, f"cannot be used: {error.what}", error.hint) from None

    def _timeout(self, fields: Mapping[str, Any]) -> float | None:
        value = fields.get("timeout")
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _bad_type("timeout", "a number")
        try:
            number = float(value)
        except OverflowError:  # a whole number of hundreds of digits
            number = math.inf
        if not math.isfinite(number):
            raise _bad_type("timeout", "a finite number")
        if number <= 0:
            raise refused("bad-value", f"has a timeout of {number:g}", "give one above 0")
        return number * self.unit

    def _args(self, fields: Mapping[str, Any]) -> tuple[str, ...]:
        given = fields.get("args")
        if given is None:
            return ()
        if not isinstance(given, list):
            raise _bad_type("args", "a list, with one text for each argument")
        texts = [
            self._text(f"args[{at}]", value) for at, value in enumerate(cast("list[Any]", given))
        ]
        return tuple(text for text in texts if text is not None)

    def _pairs(self, fields: Mapping[str, Any], field: str) -> dict[str, str]:
        given = fields.get(field)
        if given is None:
            return {}
        if not isinstance(given, Mapping):
            raise _bad_type(field, "an object")
        pairs: dict[str, str] = {}
        for name, value in cast("Mapping[str, Any]", given).items():
            try:
                _refuse_zero(field, name)
                text = self._text(f"{field}.{name}", value)
            except ConfigInvalid as error:
                # one value is left out, the server stays
                self.errors.append((error.reason, error.what, error.hint))
                continue
            if text is not None:
                pairs[name] = text
        return pairs

    def _text(self, field: str, value: Any) -> str | None:
        """`value` as text; `None` stands for a value that is left out."""
        if value is None or isinstance(value, str):
            _refuse_zero(field, value or "")
            return value
        if isinstance(value, bool | int | float):
            self._coerced.append(field)
            return str(value).lower() if isinstance(value, bool) else str(value)
        raise _bad_type(field, "text")

    def _warn(self, fields: Mapping[str, Any], kind: str) -> None:
        if self._coerced:
            what = f"has what is not text in {one_line(', '.join(self._coerced))}; it becomes text"
            self.warnings.append(("coerced", what, "put it into quotes"))
        for name in fields:
            if name == "headersHelper":
                what = "has a headersHelper, a command that is not run"
                self.warnings.append(("headers-helper-ignored", what, "give headers"))
            elif name not in FIELDS[kind]:
                what = f"has a field {one_line(name, SHOWN)!r} that a {kind} server does not use"
                self.warnings.append(("ignored-field", what, near(name, FIELDS[kind])))


def transport_of(fields: Mapping[str, Any]) -> str:
    """`stdio` or `http`.

    Raises:
        ConfigInvalid: it is neither, or what `type` says and the other fields do not agree.

    >>> transport_of({"type": "streamable_http", "url": "https://x.example/mcp"})
    'http'
    """
    command = (_typed(fields, "command", str, "text") or "").strip()
    url = (_typed(fields, "url", str, "text") or "").strip()
    if command and url:
        raise refused(
            "both-command-and-url", "has a command and a url", "keep the one that is meant"
        )
    if not command and not url:
        raise refused(
            "missing-command-or-url", "has neither a command nor a url", "give one of them"
        )
    kind = "stdio" if command else "http"
    told = _typed(fields, "type", str, "text")
    if told is not None and _transport(told) != kind:
        has = "a command" if command else "a url"
        raise refused(
            "transport-mismatch",
            f"has the type {one_line(told, SHOWN)!r} and {has}",
            f'write "type": "{kind}", or leave it out',
        )
    return kind


def _transport(told: str) -> str:
    name = told.strip().lower().replace("_", "-")
    if name in UNSUPPORTED:
        raise refused(
            "unsupported-transport",
            f"has the type {one_line(told, SHOWN)!r}, which is not supported",
            "use the server's streamable HTTP address",
        )
    if name not in TRANSPORTS:
        raise refused(
            "unknown-transport",
            f"has the unknown type {one_line(told, SHOWN)!r}",
            '"stdio" or "http"',
        )
    return TRANSPORTS[name]


def _typed(fields: Mapping[str, Any], field: str, kind: type, wanted: str) -> Any:
    value = fields.get(field)
    if value is not None and not isinstance(value, kind):
        raise _bad_type(field, wanted)
    if isinstance(value, str):
        _refuse_zero(field, value)
    return value


def _refuse_zero(field: str, text: str) -> None:
    # no operating system takes one in a program's arguments or environment
    if "\0" in text:
        raise refused("bad-value", f"has a zero byte in {one_line(field, SHOWN)}", "take it out")


def refused(code: str, what: str, hint: str) -> ConfigInvalid:
    """Why an entry cannot be used; the words follow the server's name."""
    return ConfigInvalid(what, hint=hint, reason=code)


def _bad_type(field: str, wanted: str) -> ConfigInvalid:
    return refused(
        "bad-type",
        f"has {one_line(field, SHOWN)} of a wrong type",
        f"{one_line(field, SHOWN)} must be {wanted}",
    )
